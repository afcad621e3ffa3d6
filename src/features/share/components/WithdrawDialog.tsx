import { useState, type ReactNode } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/controls/Dialog.tsx';
import { Row } from '#ui/layout/Box.tsx';

interface WithdrawDialogProps {
  title: string;
  /** Words about the things that are removed. */
  description: string;
  /** Words about the things that stay. */
  children?: ReactNode;
  /** The words of the two buttons. */
  words: { withdraw: string; keep: string };
  /** Takes it back; the dialog stays open until it ends. */
  onWithdraw: () => Promise<void>;
  onClose: () => void;
}

/** Confirms before something that was sent is withdrawn, and withdraws it. */
export function WithdrawDialog({ title, description, children, words, onWithdraw, onClose }: WithdrawDialogProps) {
  const [busy, setBusy] = useState(false);
  const close = () => !busy && onClose();
  const takeBack = async () => {
    if (busy) return;
    setBusy(true);
    try {
      await onWithdraw();
    } finally {
      onClose();
    }
  };
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={title} description={description}>
      {children}
      <Row wrap gap={3}>
        <Button variant="primary" aria-disabled={busy} aria-busy={busy} onClick={() => void takeBack()}>
          {busy ? 'Taking back...' : words.withdraw}
        </Button>
        <Button variant="quiet" onClick={close}>
          {words.keep}
        </Button>
      </Row>
    </Dialog>
  );
}
