import { useRef, useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { validateEmail, validateName, validatePassword } from '#features/session/domain/accountRules.ts';
import { isUnanswered, registrationErrorMessage } from '#features/members/domain/errorMessages.ts';
import { locationOf } from '#features/members/domain/memberCard.ts';
import { citiesOf, COUNTRIES } from '#features/members/domain/options.ts';
import { register as registerMember } from '#features/members/state/auth/auth.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import { Button } from '#ui/controls/Button.tsx';
import { EmailField, FormAlert, PasswordField, SelectField, TextField } from '#ui/forms/Field.tsx';
import { toValidator } from '#ui/forms/formRules.ts';
import { PrivacyLine } from '#ui/forms/PrivacyLine.tsx';
import { SubmitButton } from '#ui/forms/SubmitButton.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { Row, Stack } from '#ui/layout/Box.tsx';
import form from '#ui/forms/form.module.css';

const schema = z.object({
  liquidName: toValidator(validateName),
  email: toValidator(validateEmail),
  password: toValidator(validatePassword),
  country: z.string(),
  city: z.string(),
});
const EMPTY_FORM = { liquidName: '', email: '', password: '', country: '', city: '' };
const COUNTRY_NAMES = COUNTRIES.map(({ name }) => name);

interface RegisterFormProps {
  /** The account exists; `signedIn` where its address needs no confirmation. */
  onRegistered: (signedIn: boolean) => void;
  onCancel?: () => void;
  /** Called when the registration starts and ends. */
  onBusy?: (busy: boolean) => void;
  /** Content under the buttons, such as the link to the login. */
  children?: ReactNode;
}

function notifyRegistered(signedIn: boolean): void {
  if (signedIn) notify({ kind: 'success', title: 'Sign up successful!', duration: NOTICE_MS, key: 'register' });
  else
    notify({
      kind: 'success',
      title: 'Registration successful! Please check your email for verification',
      duration: NOTICE_MS,
      position: 'top-center',
      key: 'register',
    });
}

/** The sign-up form of the page and of the login dialog (docs/decisions.md, 48). */
export function RegisterForm({ onRegistered, onCancel, onBusy, children }: RegisterFormProps) {
  const { field, register, handleSubmit, isSubmitting, control, setValue } = useValidatedForm({
    schema,
    defaultValues: EMPTY_FORM,
  });
  const [refusal, setRefusal] = useState<string | null>(null);
  // An attempt without an answer may still have created the account.
  const unanswered = useRef<string | null>(null);
  const country = useWatch({ control, name: 'country' });

  const submit = async ({ liquidName, email, password, country, city }: typeof EMPTY_FORM) => {
    setRefusal(null);
    onBusy?.(true);
    const outcome = await registerMember({ liquidName, email, password, location: locationOf(country, city) });
    onBusy?.(false);
    if (outcome.ok) {
      notifyRegistered(outcome.value.signedIn);
      onRegistered(outcome.value.signedIn);
    } else {
      setRefusal(registrationErrorMessage(outcome.error, unanswered.current === email));
      if (isUnanswered(outcome.error)) unanswered.current = email;
    }
  };

  return (
    <form
      className="stack gap-4 narrows"
      noValidate
      onSubmit={(event) => void handleSubmit(submit)(event)}
      aria-busy={isSubmitting}
    >
      {refusal !== null && <FormAlert>{refusal}</FormAlert>}
      <TextField label="Your Name" autoComplete="nickname" {...field('liquidName')} />
      <EmailField {...field('email')} />
      <PasswordField label="Password" autoComplete="new-password" hint="At least 8 characters" {...field('password')} />
      <Stack gap={4} className={form.pair}>
        <SelectField
          label="Country"
          autoComplete="country-name"
          placeholder="Select country"
          options={COUNTRY_NAMES}
          {...register('country', { onChange: () => setValue('city', '') })}
        />
        <SelectField
          label="City"
          autoComplete="address-level2"
          placeholder="Select city"
          options={citiesOf(country)}
          disabled={country === ''}
          {...register('city')}
        />
      </Stack>
      <PrivacyLine />
      <Row wrap gap={3} align="middle" className={form.actions}>
        {onCancel !== undefined && (
          <Button variant="outline" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <SubmitButton busy={isSubmitting}>
          {isSubmitting && <span className={form.spinner} aria-hidden="true" />}
          <span>{isSubmitting ? 'Creating account...' : 'Create Account'}</span>
        </SubmitButton>
      </Row>
      {children}
    </form>
  );
}
