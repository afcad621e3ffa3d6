import { useRef, useState, type ChangeEvent, type ComponentProps } from 'react';
import { Link, useSearch } from 'wouter';
import * as z from 'zod/mini';
import { validateEmail, isEmail } from '#features/session/domain/accountRules.ts';
import { isUnconfirmed, loginErrorMessage, resetErrorMessage } from '#features/members/domain/errorMessages.ts';
import type { MemberProfile } from '#features/session/domain/member.ts';
import { withNext } from '#features/members/domain/nextPath.ts';
import { logIn } from '#features/members/state/auth/auth.ts';
import { requestReset, sendConfirmationAgain } from '#features/members/state/passwords.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import { EmailField, FormAlert, PasswordField } from '#ui/forms/Field.tsx';
import { toValidator } from '#ui/forms/formRules.ts';
import { SubmitButton } from '#ui/forms/SubmitButton.tsx';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import { Row, Stack } from '#ui/layout/Box.tsx';
import form from '#ui/forms/form.module.css';
import { MailAgain } from '#features/members/components/MailAgain.tsx';
import { cleanAddress } from '#core/values/nameRules.ts';

const schema = z.object({
  email: toValidator(validateEmail),
  password: toValidator((password) => (password === '' ? 'Password is required' : undefined)),
});
/** The dialog shows at once which of the two fields is missing, so each may be empty here. */
const quickSchema = z.object({
  email: toValidator((email) => (cleanAddress(email) === '' ? undefined : validateEmail(email))),
  password: z.string(),
});
const EMPTY_FORM = { email: '', password: '' };

interface LoginFormProps {
  onLoggedIn: (member: MemberProfile) => void;
  /** Takes over an address that has yet to be confirmed; by default the form offers to send its mail again. */
  onUnconfirmed?: ((email: string) => void) | undefined;
}

/**
 * Logs in with the values of a form, and shows how it went. `unconfirmed` is an address that has yet to be confirmed.
 */
function useLogIn(
  { onLoggedIn, onUnconfirmed }: LoginFormProps,
  onRefusal: (words: string | null) => void,
  welcome: (member: MemberProfile) => { title: string; description: string },
) {
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const submit = async ({ email, password }: typeof EMPTY_FORM) => {
    onRefusal(null);
    setUnconfirmed(null);
    const outcome = await logIn(email, password);
    if (outcome.ok) {
      notify({ kind: 'success', ...welcome(outcome.value), duration: NOTICE_MS, key: 'login' });
      onLoggedIn(outcome.value);
      return;
    }
    // The form shows the reason, too: it outlasts the notice.
    const reason = loginErrorMessage(outcome.error);
    notify({ kind: 'error', title: 'Login failed', description: reason, duration: NOTICE_MS, key: 'login' });
    onRefusal(reason);
    if (isUnconfirmed(outcome.error)) (onUnconfirmed ?? setUnconfirmed)(cleanAddress(email).toLowerCase());
  };
  return { unconfirmed, submit };
}

interface LoginFieldsProps {
  refusal: string | null;
  unconfirmed: string | null;
  busy: boolean;
  /** Binds a field of the form. */
  field: (name: keyof typeof EMPTY_FORM) => ComponentProps<typeof EmailField>;
}

/** Common part of both forms: the reason for a refusal, the fields and the button. */
function LoginFields({ refusal, unconfirmed, busy, field }: LoginFieldsProps) {
  return (
    <>
      {refusal !== null && <FormAlert>{refusal}</FormAlert>}
      {unconfirmed !== null && (
        <MailAgain
          key={unconfirmed}
          label="Send the confirmation email again"
          onSend={() => sendConfirmationAgain(unconfirmed)}
        />
      )}
      <EmailField autoComplete="username" {...field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
      <Row wrap gap={3} align="middle" className={form.actions}>
        <SubmitButton busy={busy}>{busy ? 'Logging in...' : 'Sign In'}</SubmitButton>
      </Row>
    </>
  );
}

/** The form of the login page: e-mail and password. */
export function LoginForm({ onLoggedIn, onUnconfirmed }: LoginFormProps) {
  const search = useSearch();
  const { field, handleSubmit, isSubmitting } = useValidatedForm({ schema, defaultValues: EMPTY_FORM });
  const [refusal, setRefusal] = useState<string | null>(null);
  const { unconfirmed, submit } = useLogIn({ onLoggedIn, onUnconfirmed }, setRefusal, ({ liquidName }) => ({
    title: 'Login successful',
    description: `Welcome back, ${liquidName}!`,
  }));

  return (
    <Stack as="form" gap={4} narrows noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <LoginFields refusal={refusal} unconfirmed={unconfirmed} busy={isSubmitting} field={field} />
      <Row wrap columnGap={4} justify="between" size="small" tone="muted" className={form.links}>
        <Link href="/reset-password">Forgot password?</Link>
        <p>
          New here? <Link href={withNext('/register', search)}>Sign Up</Link>
        </p>
      </Row>
    </Stack>
  );
}

interface QuickLoginFormProps extends LoginFormProps {
  /** The login error, in the state of the dialog, which clears it. */
  refusal: string | null;
  onRefusal: (words: string | null) => void;
  onSignUp: () => void;
  /** Goes to the page that requests a reset link. */
  onForgot: () => void;
}

/** The dialog's 'Welcome Back' side: validates both fields together, and after a refusal can request a reset mail. */
export function QuickLoginForm({ onLoggedIn, refusal, onRefusal, onSignUp, onForgot }: QuickLoginFormProps) {
  const { field, handleSubmit, readFields, getValues, isSubmitting } = useValidatedForm({
    schema: quickSchema,
    defaultValues: EMPTY_FORM,
    mode: 'onSubmit',
  });
  const element = useRef<HTMLFormElement>(null);
  const [wasRefused, setWasRefused] = useState(false);
  if (refusal !== null && !wasRefused) setWasRefused(true);
  const [mailing, setMailing] = useState(false);
  const { unconfirmed, submit } = useLogIn({ onLoggedIn }, onRefusal, () => ({
    title: 'Logged in successfully!',
    description: 'Welcome back!',
    pageShowsRest: true,
  }));
  /** Typing clears the error of the form, too. */
  const clearing = (name: keyof typeof EMPTY_FORM) => {
    const { onChange, ...bound } = field(name);
    return {
      ...bound,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        onRefusal(null);
        return onChange(event);
      },
    };
  };

  const check = async (values: typeof EMPTY_FORM) => {
    if (cleanAddress(values.email) === '' || values.password === '') onRefusal('Please enter both email and password');
    else await submit(values);
  };

  const mailLink = async () => {
    if (element.current !== null) readFields(element.current);
    const { email } = getValues();
    if (!isEmail(email)) {
      onRefusal(cleanAddress(email) === '' ? 'Please enter your email first.' : 'Please enter a valid email address');
      return;
    }
    if (mailing) return;
    setMailing(true);
    onRefusal(null);
    const outcome = await requestReset(email);
    setMailing(false);
    if (outcome.ok)
      notify({
        kind: 'success',
        title: 'Password reset email sent. Please check your inbox and spam folder.',
        duration: NOTICE_MS,
        key: 'reset',
      });
    else onRefusal(resetErrorMessage(outcome.error));
  };

  return (
    <form
      ref={element}
      className="stack gap-4 narrows"
      noValidate
      onSubmit={(event) => void handleSubmit(check)(event)}
    >
      <LoginFields refusal={refusal} unconfirmed={unconfirmed} busy={isSubmitting} field={clearing} />
      <Row wrap columnGap={4} justify="between" size="small" tone="muted" className={form.links}>
        <Link
          href="/reset-password"
          onClick={(event) => {
            event.preventDefault();
            onForgot();
          }}
        >
          Forgot password?
        </Link>
        {wasRefused && (
          <button type="button" onClick={() => void mailLink()}>
            {mailing ? 'Sending...' : 'Email me a reset link'}
          </button>
        )}
        <p>
          Don&apos;t have an account ?{' '}
          <button type="button" onClick={onSignUp}>
            Sign up here
          </button>
        </p>
      </Row>
    </form>
  );
}
