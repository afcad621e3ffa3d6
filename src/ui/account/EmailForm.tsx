import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { isEmail } from '../../domain/account/accountRules.ts';
import { buttonClass } from '../controls/button.ts';
import { FormAlert, TextField } from '../forms/Field.tsx';
import form from '../forms/form.module.css';
import { validatedBy } from '../forms/formRules.ts';

const schema = z.object({
  email: validatedBy((email) =>
    email.trim() === '' ? 'Email is required' : isEmail(email) ? undefined : 'Invalid email address',
  ),
});

export interface EmailFormProps {
  refusal: string | null;
  onSubmit: (email: string) => Promise<void>;
  submitLabel: string;
  email?: string;
}

/** A form with one e-mail address, to request a mail. */
export function EmailForm({ refusal, onSubmit, submitLabel, email = '' }: EmailFormProps) {
  const { register, handleSubmit, formState, clearErrors } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { email },
    mode: 'onSubmit',
    reValidateMode: 'onBlur',
  });
  const { errors, isSubmitting } = formState;
  return (
    <form
      className="stack gap-4 narrows"
      noValidate
      onSubmit={(event) => void handleSubmit(({ email: address }) => onSubmit(address))(event)}
    >
      {refusal !== null && <FormAlert>{refusal}</FormAlert>}
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...register('email', { onChange: () => clearErrors() })}
      />
      <div className={form.actions}>
        <button
          type="submit"
          className={buttonClass('primary')}
          aria-disabled={isSubmitting}
          onClick={(event) => isSubmitting && event.preventDefault()}
        >
          {isSubmitting ? 'Sending...' : submitLabel}
        </button>
      </div>
    </form>
  );
}
