import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useSnapshot } from 'valtio';
import { isolateBidi } from '#core/values/bidi.ts';
import { nextPath, withNext } from '#features/members/domain/nextPath.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { session } from '#features/session/state/session.ts';
import { KNOWN_ADDRESS_WORDS } from '#features/members/domain/confirmationWords.ts';
import { AccountPage } from '#features/members/components/AccountPage.tsx';
import { Row } from '#ui/layout/Box.tsx';
import form from '#ui/forms/form.module.css';
import { RegisterForm } from './RegisterForm.tsx';

/** The success screen goes on to the login after this, ms. */
const REDIRECT_MS = 2000;

/** The registration page: the form, then the confirmation. */
export default function Register() {
  const { user, isResolved } = useSnapshot(session);
  const [, navigate] = useLocation();
  const search = useSearch();
  const [created, setCreated] = useState(false);
  const signedIn = isResolved && user !== null;
  useEffect(() => {
    if (signedIn && !created) navigate(nextPath(search), { replace: true });
  }, [signedIn, created, navigate, search]);
  useEffect(() => {
    if (!created) return;
    const scope = new Scope();
    scope.timeout(() => navigate(withNext('/Login', search), { replace: true }), REDIRECT_MS);
    return () => scope.dispose();
  }, [created, navigate, search]);

  const fragrance = loadCurrentFragrance();
  if (created) {
    return (
      <AccountPage
        own={fragrance}
        family="green"
        title="Account Created!"
        lead="Please check your email"
        outcome="done"
      >
        <output className={form.done}>
          <span>An email has been sent to verify your account.</span>
          <span>{KNOWN_ADDRESS_WORDS}</span>
          <span>Redirecting to home page...</span>
        </output>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      own={fragrance}
      family="green"
      title="Join Accord"
      lead="Keep every fragrance you sing, on all your devices."
      long
      caption={
        fragrance === null
          ? undefined
          : `${isolateBidi(fragrance.name)} waits for you: once you are in, save it to your profile.`
      }
    >
      <RegisterForm onRegistered={() => setCreated(true)} onCancel={() => navigate('/')}>
        <Row wrap columnGap={4} justify="between" size="small" tone="muted" className={form.links}>
          <p>
            Already have an account? <Link href={withNext('/login', search)}>Sign in here</Link>
          </p>
        </Row>
      </RegisterForm>
    </AccountPage>
  );
}
