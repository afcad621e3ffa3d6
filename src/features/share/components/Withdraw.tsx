import { useState } from 'react';
import { isolateBidi } from '#core/values/bidi.ts';
import { Button } from '#ui/controls/Button.tsx';
import { WithdrawDialog } from './WithdrawDialog.tsx';
import styles from './Withdraw.module.css';

interface WithdrawProps {
  /** Name of the shared fragrance; null without one. */
  name: string | null;
  /** Withdraws the share; resolves to true when it is gone. */
  onWithdraw: () => Promise<boolean>;
  className?: string | undefined;
}

/** Withdraws a share after a confirmation that lists the consequences. */
export function Withdraw({ name, onWithdraw, className }: WithdrawProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="flush"
        className={className}
        aria-haspopup="dialog"
        aria-label={name === null ? 'Take back this share' : `Take back the share of ${name}`}
        onClick={() => setAsking(true)}
      >
        Take back
      </Button>
      {asking && (
        <WithdrawDialog
          title={name === null ? 'Take this share back?' : `Take the share of ${isolateBidi(name)} back?`}
          description="Its page, its picture and the public file of its recording are removed at once, and the link stops working. This cannot be undone."
          words={{ withdraw: 'Take it back', keep: 'Keep it shared' }}
          onWithdraw={async () => void (await onWithdraw())}
          onClose={() => setAsking(false)}
        >
          <p className={styles.stays}>Your fragrance stays, with its own recording on this device.</p>
        </WithdrawDialog>
      )}
    </>
  );
}
