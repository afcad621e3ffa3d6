import { useEffect, useMemo, useRef } from 'react';
import { drawFragrance } from '../../domain/drawing/drawing.ts';
import type { Drawable, Drawing } from '../../domain/drawing/shapes.ts';
import { drawingSvg } from '../../domain/drawing/drawingSvg.ts';
import type { NoteCode } from '../../../../core/pitch/pitch.ts';
import { Scope } from '../../../../core/lifetime/scope.ts';
import type { SoundPlayback } from './playback.ts';
import { usePalette } from '../usePalette.ts';
import styles from './LivingFace.module.css';

export interface LivingFaceProps {
  fragrance: Drawable;
  /** Text alternative. */
  label: string;
  playback: SoundPlayback;
  className?: string | undefined;
}

/** A petal's index among the shapes and the time of its note, s. */
export interface PetalMoment {
  shape: number;
  note: NoteCode;
  from: number;
  to: number;
}

/** Duration of a petal whose note has no known end, s. */
const MIN_NOTE_SECONDS = 0.3;

/** The times of the petals of a drawing. Petals without a known time follow their note. */
export function petalMoments(drawing: Drawing, { trace }: Drawable): PetalMoment[] {
  // A face without petals animates its layers.
  const alive = drawing.shapes.some(({ role }) => role === 'petal') ? 'petal' : 'layer';
  return drawing.shapes.flatMap(({ role, at = Infinity, fill, stroke }, shape): PetalMoment[] => {
    const note = fill?.note ?? stroke?.note;
    if (role !== alive || note === undefined) return [];
    const end = Math.max(0, ...(trace?.notes ?? []).filter(({ onset }) => onset === at).map(({ offset }) => offset));
    return [{ shape, note, from: at, to: Math.max(at + MIN_NOTE_SECONDS, end) }];
  });
}

/** The face of a fragrance whose petals follow the playing sound; still without sound. */
export function LivingFace({ fragrance, label, playback, className = '' }: LivingFaceProps) {
  const palette = usePalette();
  const drawing = useMemo(() => drawFragrance(fragrance), [fragrance]);
  const markup = useMemo(
    () => ({ __html: drawingSvg(drawing, palette, { background: false, label }) }),
    [drawing, palette, label],
  );
  const moments = useMemo(() => petalMoments(drawing, fragrance), [drawing, fragrance]);
  const face = useRef<HTMLDivElement>(null);
  const { sounding, position, note: played } = playback;
  useEffect(() => {
    const element = face.current;
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
  return <div ref={face} className={`${styles.living} ${className}`} dangerouslySetInnerHTML={markup} />;
}
