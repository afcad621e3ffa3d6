import { useEffect, useMemo, useRef } from 'react';
import { drawingSvg } from '#features/fragrance/domain/drawing/drawingSvg.ts';
import { Scope } from '#core/lifetime/scope.ts';
import type { TimedDrawing, PetalMoment } from './flowerNotes.ts';
import type { SoundPlayback } from './playback.ts';
import { usePalette } from '../usePalette.ts';
import styles from './AnimatedFlower.module.css';

interface AnimatedFlowerProps {
  /** The drawing, and the time of each petal (flowerNotes.ts). */
  timed: TimedDrawing;
  /** Text alternative. */
  label: string;
  playback: SoundPlayback;
}

/** The flower of a fragrance whose petals follow the playing sound; still without sound. */
export function AnimatedFlower({ timed: { drawing, moments }, label, playback }: AnimatedFlowerProps) {
  const palette = usePalette();
  const markup = useMemo(
    () => ({ __html: drawingSvg(drawing, palette, { background: false, label }) }),
    [drawing, palette, label],
  );
  const flower = useRef<HTMLDivElement>(null);
  const { sounding, position, note: played } = playback;
  useEffect(() => {
    const element = flower.current;
    if (element === null || sounding === null) return undefined;
    const show = (lives: (moment: PetalMoment) => boolean) => {
      // Query again: a change of the palette replaces the whole drawing.
      const paths = element.querySelectorAll('path');
      for (const moment of moments) paths[moment.shape]?.toggleAttribute('data-now', lives(moment));
    };
    const scope = new Scope();
    scope.frames(() => {
      if (sounding === 'notes') {
        const code = played();
        show(({ note }) => note === code);
        return;
      }
      const time = position();
      show(({ from, to }) => time >= from && time < to);
    });
    return () => {
      scope.dispose();
      show(() => false);
    };
  }, [sounding, position, played, moments]);
  // Safe: the markup is generated here from numbers, colours and an escaped label.
  return <div ref={flower} className={styles.living} dangerouslySetInnerHTML={markup} />;
}
