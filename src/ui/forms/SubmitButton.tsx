import type { ComponentProps } from 'react';
import { Button, type ButtonLook } from '../controls/Button.tsx';

interface SubmitButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  /** The form is being sent: the button keeps the focus, and pressing it does nothing. */
  busy: boolean;
  look?: ButtonLook;
}

/** Submits the form around it. */
export function SubmitButton({ busy, look = 'primary', ...button }: SubmitButtonProps) {
  return (
    <Button
      {...button}
      look={look}
      type="submit"
      aria-disabled={busy}
      onClick={(event) => busy && event.preventDefault()}
    />
  );
}
