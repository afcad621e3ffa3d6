import type { ComponentProps } from 'react';
import { StopIcon } from '#ui/icons/icons.tsx';
import { formatTime } from '#ui/loading/formatTime.ts';
import styles from './RecordButton.module.css';

interface RecordButtonProps extends ComponentProps<'button'> {
  /** It stops a recording that runs. */
  running?: boolean;
}

/** The button that starts and stops a recording, of sound and of video. */
export function RecordButton({ running = false, className = '', children, ...button }: RecordButtonProps) {
  return (
    <button
      type="button"
      data-next=""
      className={`${styles.button} ${running ? styles.running : ''} ${className}`}
      {...button}
    >
      {running ? <StopIcon /> : <span className={styles.dot} aria-hidden="true" />}
      {children}
    </button>
  );
}

/** The length of the recording on its button. */
export function RecordTime({ seconds }: { seconds: number }) {
  return <span className={styles.time}>{formatTime(seconds)}</span>;
}
