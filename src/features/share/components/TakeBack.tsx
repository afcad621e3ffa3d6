import { useState } from 'react';
import { isolateBidi } from '#core/values/bidi.ts';
import { Button } from '#ui/controls/Button.tsx';
import { TakeBackDialog } from './TakeBackDialog.tsx';
import styles from './TakeBack.module.css';

interface TakeBackProps {
  /** Name of the shared fragrance; null without one. */
  name: string | null;
  /** Withdraws the share; resolves to true when it is gone. */
  onTakeBack: () => Promise<boolean>;
  className?: string | undefined;
}

/** Withdraws a share after a confirmation that lists the consequences. */
export function TakeBack({ name, onTakeBack, className }: TakeBackProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        look="flush"
        className={className}
        aria-haspopup="dialog"
        aria-label={name === null ? 'Take back this share' : `Take back the share of ${name}`}
        onClick={() => setAsking(true)}
      >
        Take back
      </Button>
      {asking && (
        <TakeBackDialog
          title={name === null ? 'Take this share back?' : `Take the share of ${isolateBidi(name)} back?`}
          description="Its page, its picture and the public file of its recording are removed at once, and the link stops working. This cannot be undone."
          words={{ take: 'Take it back', keep: 'Keep it shared' }}
          onTakeBack={async () => void (await onTakeBack())}
          onClose={() => setAsking(false)}
        >
          <p className={styles.stays}>Your fragrance stays, with its own recording on this device.</p>
        </TakeBackDialog>
      )}
    </>
  );
}
