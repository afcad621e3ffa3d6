import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import {
  isConnectionError,
  newPasswordErrorMessage,
  OTHER_SESSIONS_OPEN,
  RESET_LINK_EXPIRED,
  RESET_LINK_MISSING,
  RESET_MAIL_FAILED,
} from '#features/members/domain/errorMessages.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { requestReset } from '#features/members/state/passwords.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import { resetFlow, type ResetStep } from '#features/members/state/resetFlow.ts';
import { loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { AccountPage } from '#features/members/components/AccountPage.tsx';
import { EmailForm } from '#features/members/components/EmailForm.tsx';
import { Row, Text } from '#ui/layout/Box.tsx';
import form from '#ui/forms/form.module.css';
import { PasswordQuestion } from '#features/members/components/LinkQuestion.tsx';
import { NewPasswordForm } from '#features/members/components/NewPasswordForm.tsx';
import { cleanAddress } from '#core/values/nameRules.ts';

/** An expired link shows the request form after this, ms. */
const BACK_TO_REQUEST_MS = 3000;

/**
 * Requests a reset mail or, when opened by a mail's link (`code` and `type=recovery`), sets the new password.
 */
export default function ResetPassword() {
  const query = new URLSearchParams(useSearch());
  const token = query.get('code') ?? query.get('token_hash');
  const type = query.get('type');
  return token !== null || type !== null ? <SetNew key={token ?? ''} token={token} type={type} /> : <Request />;
}

function BackToLogin() {
  return (
    <Row wrap columnGap={4} justify="between" size="small" tone="muted" className={form.links}>
      <Link href="/login">Back to Login</Link>
    </Row>
  );
}

function Request() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async (email: string) => {
    setRefusal(null);
    const outcome = await requestReset(email);
    if (outcome.ok) {
      setSentTo(cleanAddress(email));
      notify({
        kind: 'success',
        title: 'Password reset email sent successfully. Check your inbox!',
        duration: NOTICE_MS,
        key: 'reset',
      });
      return;
    }
    const words = isConnectionError(outcome.error)
      ? `${RESET_MAIL_FAILED}. Please try again.`
      : outcome.error.message || RESET_MAIL_FAILED;
    setRefusal(words);
    notify({ kind: 'error', title: RESET_MAIL_FAILED, duration: NOTICE_MS, key: 'reset' });
  };
  return (
    <AccountPage
      own={loadCurrentFragrance()}
      family="wood"
      title="Reset your password"
      lead="Tell us your email, and we send you a link that lets you choose a new one."
      outcome={sentTo === null ? undefined : 'done'}
    >
      {sentTo === null ? (
        <EmailForm refusal={refusal} onSubmit={send} submitLabel="Send Reset Link" />
      ) : (
        <output className={form.done}>
          <Text as="strong" size="subtitle" weight="regular" font="serif" tracking="close">
            Check your inbox
          </Text>
          <span>
            {`If ${sentTo} belongs to an account, the link is on its way. Look into the spam folder as well.`}
          </span>
          <span>
            <button type="button" className={form.inline} onClick={() => setSentTo(null)}>
              Send it again
            </button>
          </span>
        </output>
      )}
      <BackToLogin />
    </AccountPage>
  );
}

function SetNew({ token, type }: { token: string | null; type: string | null }) {
  const [, navigate] = useLocation();
  const [flow] = useState(() => (token !== null && token !== '' && type === 'recovery' ? resetFlow(token) : null));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [question, setQuestion] = useState<Extract<ResetStep, { step: 'ask' }> | null>(null);
  const [spent, setSpent] = useState(false);
  useEffect(() => {
    if (!spent) return;
    const scope = new Scope();
    scope.timeout(() => navigate('/reset-password', { replace: true }), BACK_TO_REQUEST_MS);
    return () => scope.dispose();
  }, [spent, navigate]);
  useEffect(() => () => flow?.leave(), [flow]);

  const showStep = (step: ResetStep) => {
    setQuestion(step.step === 'ask' ? step : null);
    if (step.step === 'refused') {
      setRefusal(step.linkInvalid ? RESET_LINK_EXPIRED : newPasswordErrorMessage(step.error));
      setSpent(step.linkInvalid);
    } else if (step.step === 'done') {
      notify({
        kind: 'success',
        title: 'Password updated successfully! You can now login with your new password.',
        ...(step.otherSessionsEnded ? {} : { description: OTHER_SESSIONS_OPEN }),
        duration: NOTICE_MS,
        key: 'reset',
      });
      navigate('/login', { replace: true });
    }
  };

  const set = async (password: string) => {
    setRefusal(null);
    if (flow === null) {
      setRefusal(RESET_LINK_MISSING);
      setSpent(true);
      return;
    }
    showStep(await flow.submit(password));
  };

  const decline = () => {
    flow?.leave();
    navigate('/reset-password', { replace: true });
  };

  return (
    <AccountPage
      own={loadCurrentFragrance()}
      family="wood"
      title="Choose a new password"
      outcome={spent ? 'wilted' : undefined}
    >
      {question === null ? (
        <NewPasswordForm refusal={refusal} onSubmit={set} submitLabel="Set new password" />
      ) : (
        <PasswordQuestion {...question} onDecline={decline} onAccept={async () => showStep(await flow!.agree())} />
      )}
      <BackToLogin />
    </AccountPage>
  );
}
