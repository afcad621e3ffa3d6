import * as z from 'zod/mini';
import { isEmail } from '#features/session/domain/accountRules.ts';
import { EmailField, FormAlert } from '#ui/forms/Field.tsx';
import { Row } from '#ui/layout/Box.tsx';
import form from '#ui/forms/form.module.css';
import { toValidator } from '#ui/forms/formRules.ts';
import { SubmitButton } from '#ui/forms/SubmitButton.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { cleanAddress } from '#core/values/nameRules.ts';

const schema = z.object({
  email: toValidator((email) =>
    cleanAddress(email) === '' ? 'Email is required' : isEmail(email) ? undefined : 'Invalid email address',
  ),
});

interface EmailFormProps {
  refusal: string | null;
  onSubmit: (email: string) => Promise<void>;
  submitLabel: string;
  email?: string;
}

/** A form with one e-mail address, to request a mail. */
export function EmailForm({ refusal, onSubmit, submitLabel, email = '' }: EmailFormProps) {
  const { field, handleSubmit, isSubmitting } = useValidatedForm({
    schema,
    defaultValues: { email },
    mode: 'onSubmit',
  });
  return (
    <form
      className="stack gap-4 narrows"
      noValidate
      onSubmit={(event) => void handleSubmit(({ email: address }) => onSubmit(address))(event)}
    >
      {refusal !== null && <FormAlert>{refusal}</FormAlert>}
      <EmailField {...field('email')} />
      <Row wrap gap={3} align="middle" className={form.actions}>
        <SubmitButton busy={isSubmitting}>{isSubmitting ? 'Sending...' : submitLabel}</SubmitButton>
      </Row>
    </form>
  );
}
