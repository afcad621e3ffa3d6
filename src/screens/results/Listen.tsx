import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { listenTo } from '../../state/playback/listening.ts';
import { playbackPosition, player, stopPlaying } from '../../state/playback/player.ts';
import { buttonClass } from '../../ui/controls/button.ts';
import { PlayIcon, StopIcon } from '../../ui/controls/icons.tsx';
import styles from './Listen.module.css';

/** Plays the recording behind the fragrance; where there is none, its notes as they were played. */
export function Listen({ profile }: { profile: Fragrance }) {
  const { sounding } = useSnapshot(player);
  const bar = useRef<HTMLSpanElement>(null);
  const playing = sounding === 'recording';
  const duration = profile.trace?.duration ?? 0;
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
    <button
      type="button"
      className={buttonClass('primary', styles.listen)}
      aria-pressed={playing}
      onClick={() => void (playing ? stopPlaying() : listenTo(profile))}
    >
      {playing ? <StopIcon /> : <PlayIcon />} {playing ? 'Playing...' : 'Play Recording'}
      <span ref={bar} className={styles.bar} aria-hidden="true" />
    </button>
  );
}
