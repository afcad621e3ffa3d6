import type { ComponentProps } from 'react';
import { Button, type ButtonVariant } from '../controls/Button.tsx';

interface SubmitButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'onClick'> {
  /** The form is being sent: the button keeps the focus, and pressing it does nothing. */
  busy: boolean;
  variant?: ButtonVariant;
}

/** Submits the form around it. */
export function SubmitButton({ busy, variant = 'primary', ...button }: SubmitButtonProps) {
  return (
    <Button
      {...button}
      variant={variant}
      type="submit"
      aria-disabled={busy}
      onClick={(event) => busy && event.preventDefault()}
    />
  );
}
