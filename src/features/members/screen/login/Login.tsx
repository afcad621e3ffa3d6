import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSnapshot } from 'valtio';
import { isolated } from '../../../../core/values/bidi.ts';
import { nextPath } from '../../domain/nextPath.ts';
import { loadCurrentFragrance, saveToProfile } from '../../../fragrance/state/index.ts';
import { session } from '../../state/session/session.ts';
import { AccountPage } from '../../parts/AccountPage.tsx';
import { LoginForm } from './LoginForm.tsx';

/** The login page. Redirects a signed-in member to the requested page. */
export default function Login() {
  const { user, verified } = useSnapshot(session);
  const [, navigate] = useLocation();
  // The fragrance that this page promises to keep, as of its opening.
  const [fragrance] = useState(loadCurrentFragrance);
  const next = nextPath(useSearch(), fragrance === null ? '/' : '/results');
  const signedIn = verified && user !== null;
  useEffect(() => {
    if (signedIn) navigate(next, { replace: true });
  }, [signedIn, next, navigate]);
  return (
    <AccountPage
      title="Welcome back"
      lead="Your fragrances are where you left them."
      face={fragrance}
      caption={
        fragrance === null ? undefined : `${isolated(fragrance.name)} is still here. Log in to keep it in your profile.`
      }
    >
      <LoginForm onLoggedIn={() => fragrance !== null && void saveToProfile(fragrance)} />
    </AccountPage>
  );
}
