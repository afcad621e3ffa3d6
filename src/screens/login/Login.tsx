import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSnapshot } from 'valtio';
import { isolateBidi } from '#core/values/bidi.ts';
import { nextPath } from '#features/members/domain/nextPath.ts';
import { loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { saveFragrance } from '#features/fragrance/state/saveFragrance.ts';
import { sendConfirmationAgain } from '#features/members/state/passwords.ts';
import { lastRegistered } from '#features/members/state/requestedMails.ts';
import { session } from '#features/session/state/session.ts';
import { KNOWN_ADDRESS_WORDS, LINK_WORDS } from '#features/members/domain/confirmationWords.ts';
import { AccountPage } from '#features/members/components/AccountPage.tsx';
import { MailAgain } from '#features/members/components/MailAgain.tsx';
import form from '#ui/forms/form.module.css';
import { LoginForm } from './LoginForm.tsx';

/** The login page. Redirects a signed-in member to the requested page. */
export default function Login() {
  const { user, isResolved } = useSnapshot(session);
  const [, navigate] = useLocation();
  // The fragrance that this page offers to save, as of its opening.
  const [fragrance] = useState(loadCurrentFragrance);
  // An account of this browser without confirmation by mail: the confirmation is next, not the login.
  const [unconfirmed, setUnconfirmed] = useState(lastRegistered);
  const next = nextPath(useSearch(), fragrance === null ? '/' : '/results');
  const signedIn = isResolved && user !== null;
  useEffect(() => {
    if (signedIn) navigate(next, { replace: true });
  }, [signedIn, next, navigate]);
  return (
    <AccountPage
      own={fragrance}
      title={unconfirmed === null ? 'Welcome back' : 'Check your mail'}
      lead={unconfirmed === null ? 'Your fragrances are where you left them.' : LINK_WORDS}
      caption={
        fragrance === null
          ? undefined
          : `${isolateBidi(fragrance.name)} is still here. Log in to keep it in your profile.`
      }
    >
      {unconfirmed !== null && (
        <div className={form.done}>
          <span className="anywhere">{`Sent to ${unconfirmed}. It may lie among the spam. ${KNOWN_ADDRESS_WORDS}`}</span>
          <MailAgain key={unconfirmed} label="Send it again" onSend={() => sendConfirmationAgain(unconfirmed)} />
        </div>
      )}
      {unconfirmed !== null && <h2 className="subtitle">Confirmed already? Log in</h2>}
      <LoginForm
        onLoggedIn={() => fragrance !== null && void saveFragrance(fragrance)}
        // The page offers to send the mail again already: to this address from now on.
        onUnconfirmed={unconfirmed === null ? undefined : setUnconfirmed}
      />
    </AccountPage>
  );
}
