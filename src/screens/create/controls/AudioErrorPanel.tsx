import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { buttonClass } from '#ui/controls/button.ts';
import { GENERIC_MICROPHONE_ERROR, audioErrorMessage } from './audioErrors.ts';
import styles from './AudioErrorPanel.module.css';

interface AudioErrorPanelProps {
  type: string;
  message: string;
  onTryAgain: () => void;
  onDismiss: () => void;
}

/** A microphone error: what helps most often as one sentence, a retry, and more help for those who ask. */
export default function AudioErrorPanel({ type, message, onTryAgain, onDismiss }: AudioErrorPanelProps) {
  const { title, suggestions } = audioErrorMessage(type, {
    touch: window.matchMedia('(pointer: coarse)').matches,
    hasDevices: (navigator as Partial<Navigator>).mediaDevices !== undefined,
  });
  const known = message === '' || message === GENERIC_MICROPHONE_ERROR;
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The pressed button was replaced by the panel: keep the focus.
    if (document.activeElement === null || document.activeElement === document.body) again.current?.focus();
  }, []);
  return (
    <section className={styles.panel} role="alert" aria-label={title}>
      <h2 className="wrong subtitle strong">{title}</h2>
      <p>{known ? suggestions[0] : message}</p>
      <div className={styles.actions}>
        <button ref={again} type="button" className={buttonClass('primary')} onClick={onTryAgain}>
          Try Again
        </button>
        <button type="button" className={buttonClass('quiet')} onClick={onDismiss}>
          Not now
        </button>
      </div>
      <details>
        <summary className="small pressable">More help</summary>
        {known && <p className="small">{GENERIC_MICROPHONE_ERROR}</p>}
        <ul className="stack gap-2 small">
          {suggestions.slice(known ? 1 : 0).map((suggestion) => (
            <li key={suggestion}>{suggestion}</li>
          ))}
        </ul>
      </details>
      {type === 'not_found' && (
        <p>
          <Link href="/secret-keyboard">Play the keyboard</Link> or <Link href="/beat-maker">tap a beat</Link>
        </p>
      )}
    </section>
  );
}
