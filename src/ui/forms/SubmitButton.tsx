import type { ComponentProps } from 'react';
import { buttonClass, type ButtonLook } from '../controls/button.ts';

interface SubmitButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  /** The form is being sent: the button keeps the focus, and pressing it does nothing. */
  busy: boolean;
  look?: ButtonLook;
}

/** Submits the form around it. */
export function SubmitButton({ busy, look = 'primary', className, ...button }: SubmitButtonProps) {
  return (
    <button
      {...button}
      type="submit"
      className={buttonClass(look, className)}
      aria-disabled={busy}
      onClick={(event) => busy && event.preventDefault()}
    />
  );
}
