import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { isConnectionTrouble, isLinkSpent, newPasswordWords, RESET_LINK_EXPIRED, RESET_LINK_MISSING, RESET_MAIL_FAILED } from '../../domain/accountWords.ts';
import { Scope } from '../../platform/scope.ts';
import { askForReset, changePassword, endResetSession, redeemResetToken } from '../../state/auth.ts';
import { notify } from '../../state/notices.ts';
import { AccountPage } from '../../ui/AccountPage.tsx';
import { EmailForm } from '../../ui/EmailForm.tsx';
import form from '../../ui/form.module.css';
import { NewPasswordForm } from '../../ui/NewPasswordForm.tsx';

/** A link that does not work any more gives way to the request after this, ms. */
const BACK_TO_REQUEST_MS = 3000;

/** Asks for a reset mail, or, when a mail's link led here (`code` and `type=recovery`), for the new password. */
export default function ResetPassword() {
  const query = new URLSearchParams(useSearch());
  const token = query.get('code') ?? query.get('token_hash');
  const type = query.get('type');
  return token !== null || type !== null ? <SetNew key={token ?? ''} token={token} type={type} /> : <Request />;
}

function BackToLogin() {
  return (
    <div className={form.links}>
      <Link href="/login">Back to Login</Link>
    </div>
  );
}

function Request() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async (email: string) => {
    setRefusal(null);
    const outcome = await askForReset(email);
    if (outcome.ok) {
      setSentTo(email.trim());
      notify({ kind: 'success', title: 'Password reset email sent successfully. Check your inbox!', key: 'reset' });
      return;
    }
    const words = isConnectionTrouble(outcome.error) ? `${RESET_MAIL_FAILED}. Please try again.` : outcome.error.message || RESET_MAIL_FAILED;
    setRefusal(words);
    notify({ kind: 'error', title: RESET_MAIL_FAILED, key: 'reset' });
  };
  return (
    <AccountPage title="Reset your password" lead="Tell us your email, and we send you a link that lets you choose a new one.">
      {sentTo === null ? (
        <EmailForm refusal={refusal} onSubmit={send} submitLabel="Send Reset Link" />
      ) : (
        <output className={form.done}>
          <strong>Check your inbox</strong>
          <span>If {sentTo} belongs to an account, the link is on its way. Look into the spam folder as well.</span>
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
  const [refusal, setRefusal] = useState<string | null>(null);
  const [spent, setSpent] = useState(false);
  // A token works once: a second try, after a password that was not taken, uses the session it gave.
  const redeemed = useRef(false);
  useEffect(() => {
    if (!spent) return;
    const scope = new Scope();
    scope.timeout(() => navigate('/reset-password', { replace: true }), BACK_TO_REQUEST_MS);
    return () => scope.dispose();
  }, [spent, navigate]);

  const set = async (password: string) => {
    setRefusal(null);
    if (token === null || type !== 'recovery') {
      setRefusal(RESET_LINK_MISSING);
      setSpent(true);
      return;
    }
    if (!redeemed.current) {
      const redeeming = await redeemResetToken(token);
      if (!redeeming.ok) {
        const over = isLinkSpent(redeeming.error);
        setRefusal(over ? RESET_LINK_EXPIRED : newPasswordWords(redeeming.error));
        setSpent(over);
        return;
      }
      redeemed.current = true;
    }
    const outcome = await changePassword(password);
    if (!outcome.ok) {
      setRefusal(newPasswordWords(outcome.error));
      setSpent(isLinkSpent(outcome.error));
      return;
    }
    await endResetSession();
    notify({ kind: 'success', title: 'Password updated successfully! You can now login with your new password.', duration: 8000, key: 'reset' });
    navigate('/login', { replace: true });
  };

  return (
    <AccountPage title="Choose a new password">
      <NewPasswordForm refusal={refusal} onSubmit={set} submitLabel="Set new password" />
      <BackToLogin />
    </AccountPage>
  );
}
