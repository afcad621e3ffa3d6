import { useEffect, useState } from 'react';
import { newerBuild } from '#core/loading/build.ts';
import { Button } from '../controls/Button.tsx';
import { Row, Text } from '../layout/Box.tsx';
import styles from './LoadFailure.module.css';

const FAILURE_WORDS = {
  failed: (what: string) =>
    what === 'screen' ? 'Please check your connection and try again.' : `This ${what} could not be loaded.`,
  offline: (what: string) => `This ${what} is not on your device yet. It loads once you are online again.`,
  outdated: () => 'There is a new version of Accord. Reload to go on.',
} as const;

interface LoadFailureProps {
  onAgain: () => void;
  /** The missing thing; a part of a screen by default. */
  what?: 'part' | 'screen';
  /** For a part that covers the page: the failure covers it, too, and the visitor closes it. */
  onClose?: () => void;
}

/** A message in place of a part that could not be loaded, with a button to retry. */
export function LoadFailure({ onAgain, what = 'part', onClose }: LoadFailureProps) {
  const [why, setWhy] = useState<keyof typeof FAILURE_WORDS>(navigator.onLine ? 'failed' : 'offline');
  useEffect(() => {
    if (why !== 'failed') return undefined;
    let here = true;
    void newerBuild().then((entry) => here && entry !== null && setWhy('outdated'));
    return () => {
      here = false;
    };
  }, [why]);
  const whole = what === 'screen';
  return (
    <div className={whole ? styles.whole : onClose === undefined ? styles.inline : styles.floating} role="alert">
      <Text size={whole ? 'large' : undefined}>{FAILURE_WORDS[why](what)}</Text>
      <Row gap={2}>
        <Button
          variant={whole ? 'primary' : 'outline'}
          onClick={() => (why === 'outdated' ? window.location.reload() : onAgain())}
        >
          {why === 'outdated' ? 'Reload' : 'Try again'}
        </Button>
        {onClose !== undefined && (
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        )}
      </Row>
    </div>
  );
}
