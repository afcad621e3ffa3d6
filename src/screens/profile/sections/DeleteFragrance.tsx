import { useRef, useState } from 'react';
import { isolateBidi } from '#core/values/bidi.ts';
import { afterNextPaint } from '#core/lifetime/nextPaint.ts';
import { deleteFragrance } from '#features/fragrance/state/changeSaved.ts';
import { Button } from '#ui/controls/Button.tsx';
import { Dialog } from '#ui/controls/Dialog.tsx';
import { IconButton } from '#ui/controls/IconButton.tsx';
import { BinIcon } from '#ui/icons/laterIcons.tsx';
import { Row } from '#ui/layout/Box.tsx';
import styles from './Fragrances.module.css';

/** Deletes a saved fragrance after a confirmation. */
export function DeleteFragrance({ name }: { name: string }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const remove = async () => {
    if (busy) return;
    setBusy(true);
    try {
      // The card disappears with its button: focus the next card's, else the tab's message.
      const card = opener.current?.closest('li');
      const panel = card?.closest<HTMLElement>('[role="tabpanel"]');
      const beside = (card?.nextElementSibling ?? card?.previousElementSibling)?.querySelector('a');
      const gone = await deleteFragrance(name);
      if (!gone) setAsking(false);
      else
        afterNextPaint(() => {
          if (beside?.isConnected) beside.focus();
          else panel?.focus();
        });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <IconButton
        ref={opener}
        tone="muted"
        className={styles.bin}
        aria-label={`Delete ${name}`}
        onClick={() => setAsking(true)}
      >
        <BinIcon size={20} />
      </IconButton>
      {asking && (
        <Dialog
          open
          onOpenChange={setAsking}
          title={`Delete ${isolateBidi(name)}?`}
          description="It leaves your profile and the playlist. This cannot be undone."
        >
          <Row wrap gap={3} align="middle">
            <Button look="primary" aria-disabled={busy} onClick={() => void remove()}>
              {busy ? 'Deleting...' : 'Delete'}
            </Button>
            <Button look="quiet" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </Row>
        </Dialog>
      )}
    </>
  );
}
