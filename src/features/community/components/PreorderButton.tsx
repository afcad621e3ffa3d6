import { useState } from 'react';
import { Button } from '#ui/controls/Button.tsx';
import { dialogPart } from '#ui/loading/lazyPart.tsx';
import type { PreorderDialogProps } from './PreorderDialog.tsx';

/** Loaded by the first press. */
export const PreorderDialog = dialogPart(() => import('./PreorderDialog.tsx'));

interface PreorderButtonProps extends Omit<PreorderDialogProps, 'open' | 'onOpenChange'> {
  children: string;
}

/** A button and its dialog. */
export function PreorderButton({ children, ...order }: PreorderButtonProps) {
  const [wasRequested, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="primary"
        aria-haspopup="dialog"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        {children}
      </Button>
      {wasRequested && <PreorderDialog open={open} onOpenChange={setOpen} {...order} />}
    </>
  );
}
