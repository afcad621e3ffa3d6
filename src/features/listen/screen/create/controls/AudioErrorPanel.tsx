import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { buttonClass } from '../../../../../ui/controls/button.ts';
import { GENERIC_MICROPHONE_ERROR, audioErrorMessage } from './audioErrors.ts';
import styles from './AudioErrorPanel.module.css';

interface AudioErrorPanelProps {
  type: string;
  message: string;
  onTryAgain: () => void;
  onDismiss: () => void;
}

/** A microphone error with help and a retry. */
export default function AudioErrorPanel({ type, message, onTryAgain, onDismiss }: AudioErrorPanelProps) {
  const { title, suggestions } = audioErrorMessage(type, window.matchMedia('(pointer: coarse)').matches);
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The pressed button was replaced by the panel: keep the focus.
    if (document.activeElement === null || document.activeElement === document.body) again.current?.focus();
  }, []);
  return (
    <section className={styles.panel} role="alert" aria-label={title}>
      <h2>{title}</h2>
      <p>{message === '' ? GENERIC_MICROPHONE_ERROR : message}</p>
      <ul>
        {suggestions.map((suggestion) => (
          <li key={suggestion}>{suggestion}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <button ref={again} type="button" className={buttonClass('primary')} onClick={onTryAgain}>
          Try Again
        </button>
        <button type="button" className={buttonClass('quiet')} onClick={onDismiss}>
          Not now
        </button>
      </div>
      {type === 'not_found' && (
        <p>
          <Link href="/secret-keyboard">Play the keyboard</Link> or <Link href="/beat-maker">tap a beat</Link>
        </p>
      )}
    </section>
  );
}
