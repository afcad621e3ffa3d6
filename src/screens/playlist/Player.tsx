import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Scope } from '../../core/lifetime/scope.ts';
import {
  playlistPlayer,
  recordingLevels,
  recordingTime,
  togglePlaylist,
  type PlayableFragrance,
} from '../../features/community/state/playlistPlayer.ts';
import { formatTime } from '../../ui/loading/formatTime.ts';
import { PlayIcon } from '../../ui/icons/icons.tsx';
import { PauseIcon } from '../../ui/icons/laterIcons.tsx';
import { OctaveBars } from '../../features/fragrance/parts/index.ts';
import styles from './Player.module.css';

interface PlayerProps {
  fragrance: PlayableFragrance;
  /** Duration in seconds, where known. */
  length: number | undefined;
}

/** The player of a recording: play and stop, the levels of nine octaves, and the time. */
export function Player({ fragrance, length }: PlayerProps) {
  const { id, status } = useSnapshot(playlistPlayer);
  const active = id === fragrance.id;
  const sounding = active && status === 'recording';
  const clock = useRef<HTMLSpanElement>(null);
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const [text, bar] = [clock.current, line.current];
    if (!sounding || text === null || bar === null) return undefined;
    const scope = new Scope();
    scope.frames(() => {
      const { position, duration } = recordingTime();
      const whole = length ?? duration;
      text.textContent = formatTime(position);
      bar.style.transform = `scaleX(${whole === null || whole <= 0 ? 0 : Math.min(1, position / whole)})`;
    });
    return () => {
      scope.dispose();
      text.textContent = '0:00';
      bar.style.transform = 'scaleX(0)';
    };
  }, [sounding, length]);
  return (
    <section className={styles.player} aria-label="Recording">
      <button
        type="button"
        className={styles.button}
        aria-label={active ? 'Stop the recording' : 'Play the recording'}
        onClick={() => void togglePlaylist(fragrance)}
      >
        {active ? <PauseIcon size={26} /> : <PlayIcon size={26} />}
      </button>
      <OctaveBars className={styles.bars} read={sounding ? recordingLevels : null} />
      <span className="muted small digits">
        <span ref={clock}>0:00</span>
        {length !== undefined && <span>{` / ${formatTime(length)}`}</span>}
      </span>
      <span ref={line} className={styles.line} aria-hidden="true" />
    </section>
  );
}
