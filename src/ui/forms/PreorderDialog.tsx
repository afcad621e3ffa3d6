import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { validateEmail } from '../../domain/account/accountRules.ts';
import { validatePreorderName } from '../../domain/community/preorder.ts';
import { buttonClass } from '../controls/button.ts';
import { Dialog } from '../controls/Dialog.tsx';
import { TextField } from './Field.tsx';
import form from './form.module.css';
import { validatedBy } from './formRules.ts';
import { useOpening } from './useOpening.ts';

const schema = z.object({ email: validatedBy(validateEmail), name: validatedBy(validatePreorderName) });
const EMPTY = { email: '', name: '' };

export interface PreorderDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  fragranceName: string;
  /** Resolves to true when the preorder was accepted: the dialog then closes and clears its fields. */
  onSubmit: (buyer: typeof EMPTY) => Promise<boolean>;
}

/** Name and address for a preorder. */
export default function PreorderDialog({ open, onOpenChange, fragranceName, onSubmit }: PreorderDialogProps) {
  const { register, handleSubmit, formState, clearErrors, reset } = useForm({
    resolver: zodResolver(schema),
    defaultValues: EMPTY,
    mode: 'onBlur',
    reValidateMode: 'onBlur',
  });
  const { errors, isSubmitting } = formState;
  const field = (name: keyof typeof EMPTY) => register(name, { onChange: () => clearErrors(name) });
  const opening = useOpening(open);
  const submit = async (buyer: typeof EMPTY) => {
    const isSame = opening();
    if (!(await onSubmit(buyer)) || !isSame()) return;
    onOpenChange(false);
    reset(EMPTY);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Preorder ${fragranceName}`}
      description="Fill out the form below to preorder your fragrance."
    >
      <form className="stack gap-4 narrows" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...field('email')}
        />
        <TextField label="Name" autoComplete="name" error={errors.name?.message} {...field('name')} />
        <div className={form.actions}>
          <button
            type="submit"
            className={buttonClass('primary')}
            aria-disabled={isSubmitting}
            onClick={(event) => isSubmitting && event.preventDefault()}
          >
            {isSubmitting ? 'Sending...' : 'Submit'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
