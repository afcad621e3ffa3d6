import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { thisDevice } from '#core/storage/localStore.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Row, Stack } from '#ui/layout/Box.tsx';
import { FilePicker } from '../FilePicker.tsx';
import { audioErrorMessage } from './audioErrors.ts';
import styles from './AudioErrorPanel.module.css';

interface AudioErrorPanelProps {
  type: string;
  message: string;
  onTryAgain: () => void;
  onDismiss: () => void;
}

/**
 * Errors that no permission mends: the general message of `openMicrophone`, which mentions permissions, is left out.
 */
const WITHOUT_MESSAGE = ['not_found', 'not_readable', 'over_constrained', 'security_error'];

/** A microphone error with all its suggestions, a retry, and the ways that need no microphone. */
export default function AudioErrorPanel({ type, message, onTryAgain, onDismiss }: AudioErrorPanelProps) {
  const { title, suggestions } = audioErrorMessage(type, {
    touch: window.matchMedia('(pointer: coarse)').matches,
    hasDevices: (navigator as Partial<Navigator>).mediaDevices !== undefined,
    system: thisDevice().system,
  });
  const hasOwnMessage = message !== '' && !WITHOUT_MESSAGE.includes(type);
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The pressed button was replaced by the panel: keep the focus.
    if (document.activeElement === null || document.activeElement === document.body) again.current?.focus();
  }, []);
  return (
    <>
      <Stack
        as="section"
        gap={3}
        surface="alert-wash"
        radius="md"
        className={styles.panel}
        role="alert"
        aria-label={title}
      >
        <h2 className="wrong subtitle strong">{title}</h2>
        {hasOwnMessage && <p>{message}</p>}
        <Stack as="ul" gap={2} size="small">
          {suggestions.map((suggestion) => (
            <li key={suggestion}>{suggestion}</li>
          ))}
        </Stack>
        <Row wrap gap={5} align="middle">
          <Button ref={again} variant="primary" onClick={onTryAgain}>
            Try Again
          </Button>
          <Button variant="flush" onClick={onDismiss}>
            Not now
          </Button>
        </Row>
      </Stack>
      <Row wrap gap={2} className={`spread ${styles.ways}`}>
        <FilePicker variant="small">Choose a file</FilePicker>
        <Button as={Link} variant="small" href="/secret-keyboard">
          Play the keyboard
        </Button>
        <Button as={Link} variant="small" href="/beat-maker">
          Tap a beat
        </Button>
      </Row>
    </>
  );
}
