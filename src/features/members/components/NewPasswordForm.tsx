import * as z from 'zod/mini';
import { validateConfirmation, MIN_PASSWORD_LENGTH, validatePassword } from '#features/session/domain/accountRules.ts';
import { FormAlert, PasswordField } from '#ui/forms/Field.tsx';
import { Row, Stack } from '#ui/layout/Box.tsx';
import form from '#ui/forms/form.module.css';
import { matchingFields, toValidator } from '#ui/forms/formRules.ts';
import { SubmitButton } from '#ui/forms/SubmitButton.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';

interface Values {
  password: string;
  confirmation: string;
}

const schema = z
  .object({ password: toValidator(validatePassword), confirmation: z.string() })
  .check(
    matchingFields<Values>('confirmation', ({ password, confirmation }) =>
      validateConfirmation(password, confirmation),
    ),
  );

interface NewPasswordFormProps {
  /** Error of the last attempt. */
  refusal: string | null;
  onSubmit: (password: string) => Promise<void>;
  submitLabel: string;
}

/** Form for a new password, entered twice. */
export function NewPasswordForm({ refusal, onSubmit, submitLabel }: NewPasswordFormProps) {
  const { field, handleSubmit, isSubmitting, setError } = useValidatedForm({
    schema,
    defaultValues: { password: '', confirmation: '' },
    mode: 'onSubmit',
  });
  const submit = async ({ password, confirmation }: Values) => {
    // Check again: an extension that fills fields may bypass the form's rules.
    if (password !== confirmation) setError('confirmation', { message: 'Passwords do not match' });
    else if ([...password].length < MIN_PASSWORD_LENGTH)
      setError('password', { message: 'Password must be at least 8 characters long' });
    else await onSubmit(password);
  };
  return (
    <Stack as="form" gap={4} narrows noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      {refusal !== null && <FormAlert>{refusal}</FormAlert>}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters"
        {...field('password', ['password', 'confirmation'])}
      />
      <PasswordField label="Confirm password" autoComplete="new-password" {...field('confirmation')} />
      <Row wrap gap={3} align="middle" className={form.actions}>
        <SubmitButton busy={isSubmitting}>{isSubmitting ? 'Updating...' : submitLabel}</SubmitButton>
      </Row>
    </Stack>
  );
}
