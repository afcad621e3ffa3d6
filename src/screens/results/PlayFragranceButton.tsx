import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Fragrance } from '../../features/fragrance/domain/composition/model.ts';
import { Scope } from '../../core/lifetime/scope.ts';
import { isOfRecording, listenTo } from '../../features/instruments/state/playback/listening.ts';
import { playbackPosition, player, stopPlaying } from '../../features/instruments/state/playback/player.ts';
import { Button, type ButtonLook } from '../../ui/controls/Button.tsx';
import { PlayIcon, StopIcon } from '../../ui/icons/icons.tsx';
import { FixedWidthLabel } from '../../ui/controls/FixedWidthLabel.tsx';
import styles from './PlayFragranceButton.module.css';

/** Plays the recording of the fragrance, or its notes where there is none. */
export function PlayFragranceButton({ fragrance, look }: { fragrance: Fragrance; look: ButtonLook }) {
  const { sounding } = useSnapshot(player);
  const bar = useRef<HTMLSpanElement>(null);
  const playing = sounding === 'recording';
  const play = isOfRecording(fragrance) ? 'Play Recording' : 'Play Sound';
  const duration = fragrance.trace?.duration ?? 0;
  useEffect(() => {
    const element = bar.current;
    if (!playing || element === null || duration <= 0) return undefined;
    const scope = new Scope();
    scope.frames(() => {
      element.style.transform = `scaleX(${Math.min(1, playbackPosition() / duration)})`;
    });
    return () => {
      scope.dispose();
      element.style.transform = 'scaleX(0)';
    };
  }, [playing, duration]);
  return (
    <Button
      look={look}
      className={styles.listen}
      aria-pressed={playing}
      onClick={() => void (playing ? stopPlaying() : listenTo(fragrance))}
    >
      {playing ? <StopIcon /> : <PlayIcon />}{' '}
      <FixedWidthLabel of={[play, 'Playing...']}>{playing ? 'Playing...' : play}</FixedWidthLabel>
      <span ref={bar} className={styles.bar} aria-hidden="true" />
    </Button>
  );
}
