import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useSearch } from 'wouter';
import * as z from 'zod/mini';
import { validateEmail, isEmail } from '../../domain/accountRules.ts';
import { isUnconfirmed, loginErrorMessage, resetErrorMessage } from '../../domain/errorMessages.ts';
import type { MemberProfile } from '../../domain/member.ts';
import { withNext } from '../../domain/nextPath.ts';
import { logIn } from '../../state/auth/auth.ts';
import { askForReset } from '../../state/passwords.ts';
import { sendConfirmationAgain } from '../../state/confirmationMail.ts';
import { ACCOUNT_NOTICE_MS, notify } from '../../../../core/shell/notices.ts';
import { EmailField, FormAlert, PasswordField } from '../../../../ui/forms/Field.tsx';
import { validatedBy } from '../../../../ui/forms/formRules.ts';
import { SubmitButton } from '../../../../ui/forms/SubmitButton.tsx';
import { useValidatedForm } from '../../../../ui/forms/useValidatedForm.ts';
import form from '../../../../ui/forms/form.module.css';
import { MailAgain } from '../../parts/MailAgain.tsx';

const schema = z.object({
  email: validatedBy(validateEmail),
  password: validatedBy((password) => (password === '' ? 'Password is required' : undefined)),
});
const EMPTY = { email: '', password: '' };

/** Shows a login error as a toast. @returns its text, which also stays in the form */
function tellRefusal(error: unknown): string {
  const words = loginErrorMessage(error);
  notify({ kind: 'error', title: 'Login failed', description: words, duration: ACCOUNT_NOTICE_MS, key: 'login' });
  return words;
}

/** Sends the confirmation mail again. */
function ConfirmAgain({ email }: { email: string }) {
  return (
    <MailAgain key={email} label="Send the confirmation email again" onSend={() => sendConfirmationAgain(email)} />
  );
}

interface LoginFormProps {
  onLoggedIn: (member: MemberProfile) => void;
}

/** The form of the login page: e-mail and password. */
export function LoginForm({ onLoggedIn }: LoginFormProps) {
  const search = useSearch();
  const { field, handleSubmit, isSubmitting } = useValidatedForm({ schema, defaultValues: EMPTY });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);

  const submit = async ({ email, password }: typeof EMPTY) => {
    setRefusal(null);
    setUnconfirmed(null);
    const outcome = await logIn(email, password);
    if (outcome.ok) {
      notify({
        kind: 'success',
        title: 'Login successful',
        description: `Welcome back, ${outcome.value.liquidName}!`,
        duration: ACCOUNT_NOTICE_MS,
        key: 'login',
      });
      onLoggedIn(outcome.value);
      return;
    }
    setRefusal(tellRefusal(outcome.error));
    if (isUnconfirmed(outcome.error)) setUnconfirmed(email);
  };

  return (
    <form className="stack gap-4 narrows" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      {refusal !== null && <FormAlert>{refusal}</FormAlert>}
      {unconfirmed !== null && <ConfirmAgain email={unconfirmed} />}
      <EmailField autoComplete="username" {...field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
      <div className={form.actions}>
        <SubmitButton busy={isSubmitting}>{isSubmitting ? 'Logging in...' : 'Sign In'}</SubmitButton>
      </div>
      <div className={form.links}>
        <Link href="/reset-password">Forgot password?</Link>
        <p>
          New here? <Link href={withNext('/register', search)}>Sign Up</Link>
        </p>
      </div>
    </form>
  );
}

interface QuickLoginFormProps extends LoginFormProps {
  /** The login error; kept by the dialog, which clears it. */
  refusal: string | null;
  onRefusal: (words: string | null) => void;
  onSignUp: () => void;
  /** Goes to the page that requests a reset link. */
  onForgot: () => void;
}

/** The dialog's 'Welcome Back' side: validates both fields together and can request a reset mail. */
export function QuickLoginForm({ onLoggedIn, refusal, onRefusal, onSignUp, onForgot }: QuickLoginFormProps) {
  const { register, handleSubmit, getValues, formState } = useForm({ defaultValues: EMPTY });
  const [mailing, setMailing] = useState(false);
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const { isSubmitting } = formState;
  const field = (name: keyof typeof EMPTY) => register(name, { onChange: () => onRefusal(null) });

  const submit = async ({ email, password }: typeof EMPTY) => {
    if (email.trim() === '' || password === '') {
      onRefusal('Please enter both email and password');
      return;
    }
    onRefusal(null);
    setUnconfirmed(null);
    const outcome = await logIn(email, password);
    if (outcome.ok) {
      notify({
        kind: 'success',
        title: 'Logged in successfully!',
        description: 'Welcome back!',
        duration: ACCOUNT_NOTICE_MS,
        key: 'login',
      });
      onLoggedIn(outcome.value);
      return;
    }
    onRefusal(tellRefusal(outcome.error));
    if (isUnconfirmed(outcome.error)) setUnconfirmed(email);
  };

  const mailLink = async () => {
    const { email } = getValues();
    if (!isEmail(email)) {
      onRefusal(email.trim() === '' ? 'Please enter your email first.' : 'Please enter a valid email address');
      return;
    }
    if (mailing) return;
    setMailing(true);
    onRefusal(null);
    const outcome = await askForReset(email);
    setMailing(false);
    if (outcome.ok)
      notify({
        kind: 'success',
        title: 'Password reset email sent. Please check your inbox and spam folder.',
        duration: ACCOUNT_NOTICE_MS,
        key: 'reset',
      });
    else onRefusal(resetErrorMessage(outcome.error));
  };

  return (
    <form className="stack gap-4 narrows" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      {refusal !== null && <FormAlert>{refusal}</FormAlert>}
      {unconfirmed !== null && <ConfirmAgain email={unconfirmed} />}
      <EmailField autoComplete="username" {...field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
      <div className={form.actions}>
        <SubmitButton busy={isSubmitting}>{isSubmitting ? 'Logging in...' : 'Sign In'}</SubmitButton>
      </div>
      <div className={form.links}>
        <Link
          href="/reset-password"
          onClick={(event) => {
            event.preventDefault();
            onForgot();
          }}
        >
          Forgot password?
        </Link>
        <button type="button" onClick={() => void mailLink()}>
          {mailing ? 'Sending...' : 'Email me a reset link'}
        </button>
        <p>
          Don&apos;t have an account ?{' '}
          <button type="button" onClick={onSignUp}>
            Sign up here
          </button>
        </p>
      </div>
    </form>
  );
}
