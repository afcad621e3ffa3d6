import { useState } from 'react';
import { Link } from 'wouter';
import { isConnectionError } from '#features/members/domain/errorMessages.ts';
import { requestReset } from '#features/members/state/passwords.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import { session } from '#features/session/state/session.ts';
import { loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { AccountPage } from '#features/members/components/AccountPage.tsx';
import { EmailForm } from '#features/members/components/EmailForm.tsx';
import { Row } from '#ui/layout/Box.tsx';
import form from '#ui/forms/form.module.css';

/** Sends the link for setting another password (docs/decisions.md, 48). */
export default function ChangePassword() {
  const [sent, setSent] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async (email: string) => {
    setRefusal(null);
    const outcome = await requestReset(email);
    if (outcome.ok) {
      setSent(true);
      notify({
        kind: 'success',
        title: 'Password reset email sent. Please check your inbox and spam folder.',
        duration: NOTICE_MS,
        key: 'reset',
      });
    } else {
      setRefusal(
        isConnectionError(outcome.error)
          ? 'Failed to send reset email. Please try again.'
          : outcome.error.message || 'Failed to send reset email. Please try again.',
      );
    }
  };
  return (
    <AccountPage
      own={loadCurrentFragrance()}
      family="spice"
      title="Change your password"
      lead="We mail you a link to set a new password."
      outcome={sent ? 'done' : undefined}
    >
      {sent ? (
        <output className={form.done}>Password reset email sent. Please check your inbox and spam folder.</output>
      ) : (
        <EmailForm refusal={refusal} onSubmit={send} submitLabel="Send Reset Link" email={session.user?.email ?? ''} />
      )}
      <Row wrap columnGap={4} justify="between" size="small" tone="muted" className={form.links}>
        <Link href="/login">Back to Login</Link>
      </Row>
    </AccountPage>
  );
}
