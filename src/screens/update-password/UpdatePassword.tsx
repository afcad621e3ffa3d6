import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { CHANGE_LINK_EXPIRED, isLinkSpent, newPasswordWords, UNAUTHORIZED_LINK } from '../../domain/accountWords.ts';
import { Scope } from '../../platform/scope.ts';
import { adoptResetTokens, changePassword, endResetSession, hasSession, redeemResetToken } from '../../state/auth.ts';
import { notify } from '../../state/notices.ts';
import { AccountPage } from '../../ui/AccountPage.tsx';
import { FormAlert } from '../../ui/Field.tsx';
import form from '../../ui/form.module.css';
import { NewPasswordForm } from '../../ui/NewPasswordForm.tsx';

const REDIRECT_MS = 2000;
const BACK_TO_REQUEST_MS = 3000;

type MailLink =
  /** The mail's own token; it is redeemed only when a password is set, so that a mail scanner that opens the link spends nothing. */
  | { kind: 'token'; tokenHash: string }
  /** The session that the auth service left in the address. */
  | { kind: 'session'; accessToken: string; refreshToken: string }
  | { kind: 'spent' }
  /** Nothing: whoever is signed in may still change the password. */
  | { kind: 'none' };

function linkIn({ hash, search }: Pick<Location, 'hash' | 'search'>): MailLink {
  const query = new URLSearchParams(search);
  const said = new URLSearchParams(hash.slice(1));
  const tokenHash = query.get('token_hash') ?? query.get('code');
  const accessToken = said.get('access_token');
  const refreshToken = said.get('refresh_token');
  if (said.has('error') || said.has('error_code') || query.has('error')) return { kind: 'spent' };
  if (tokenHash !== null) return { kind: 'token', tokenHash };
  if (accessToken !== null && refreshToken !== null) return { kind: 'session', accessToken, refreshToken };
  return { kind: 'none' };
}

/** Redeems a link; a second call for the same one waits for the first (a token works once, and effects run twice in development). */
const redeeming = new Map<string, ReturnType<typeof adoptResetTokens>>();
function adoptOnce(accessToken: string, refreshToken: string): ReturnType<typeof adoptResetTokens> {
  const running = redeeming.get(accessToken) ?? adoptResetTokens(accessToken, refreshToken);
  redeeming.set(accessToken, running);
  return running;
}

/** Where the link in a reset mail leads. */
export default function UpdatePassword() {
  const [, navigate] = useLocation();
  const [link] = useState(() => linkIn(window.location));
  const [access, setAccess] = useState<'checking' | 'open' | 'closed' | 'spent' | 'updated'>(link.kind === 'token' ? 'open' : link.kind === 'spent' ? 'spent' : 'checking');
  const [redeemed, setRedeemed] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  useEffect(() => {
    let current = true;
    // The tokens are worth an account: they do not stay in the address or the history.
    if (window.location.hash !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
    const check = async () => {
      if (link.kind === 'session') {
        const outcome = await adoptOnce(link.accessToken, link.refreshToken);
        if (!current) return;
        if (outcome.ok) setAccess('open');
        else if (isLinkSpent(outcome.error)) setAccess('spent');
        else {
          setRefusal(newPasswordWords(outcome.error));
          setAccess('closed');
        }
      } else if (link.kind === 'none') {
        const signedIn = await hasSession();
        if (current) setAccess(signedIn ? 'open' : 'closed');
      }
    };
    void check();
    return () => {
      current = false;
    };
  }, [link]);

  const afterwards = link.kind === 'token' ? '/login' : '/';
  useEffect(() => {
    const [to, after] = access === 'updated' ? [afterwards, REDIRECT_MS] : access === 'spent' ? ['/reset-password', BACK_TO_REQUEST_MS] : [null, 0];
    if (to === null) return;
    const scope = new Scope();
    scope.timeout(() => navigate(to, { replace: true }), after);
    return () => scope.dispose();
  }, [access, afterwards, navigate]);

  const set = async (password: string) => {
    setRefusal(null);
    if (link.kind === 'token' && !redeemed) {
      const redeeming = await redeemResetToken(link.tokenHash);
      if (!redeeming.ok) {
        if (isLinkSpent(redeeming.error)) setAccess('spent');
        else setRefusal(newPasswordWords(redeeming.error));
        return;
      }
      setRedeemed(true);
    }
    const outcome = await changePassword(password);
    if (!outcome.ok) {
      setRefusal(newPasswordWords(outcome.error));
      return;
    }
    if (link.kind === 'token') await endResetSession();
    notify({ kind: 'success', title: 'Password updated successfully!', key: 'reset' });
    setAccess('updated');
  };

  return (
    <AccountPage title="Choose a new password">
      {access === 'checking' && <output>Loading...</output>}
      {access === 'open' && <NewPasswordForm refusal={refusal} onSubmit={set} submitLabel="Update password" />}
      {access === 'updated' && (
        <output className={form.done}>
          {link.kind === 'token' ? 'Password updated successfully! Redirecting to login...' : 'Password updated successfully!'}
        </output>
      )}
      {access === 'spent' && <FormAlert>{CHANGE_LINK_EXPIRED}</FormAlert>}
      {access === 'closed' && (
        <>
          <FormAlert>{refusal ?? UNAUTHORIZED_LINK}</FormAlert>
          <div className={form.links}>
            <Link href="/reset-password">Request a new link</Link>
          </div>
        </>
      )}
    </AccountPage>
  );
}
