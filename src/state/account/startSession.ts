import { Scope } from '../../platform/lifetime/scope.ts';
import { authKeys, clearAddress, forgetUser, readLocalUser, session, stopSessionWork, USER_KEY } from './session.ts';

/**
 * Verifies the locally kept user, and follows what other tabs do: signing out in one signs out here, signing in
 * there signs in here. Returns what ends it.
 */
export function startSession(): () => void {
  const scope = new Scope();
  clearAddress();
  const verify = () =>
    void import('./auth.ts').then(
      ({ resumeSession }) => resumeSession(),
      () => {
        session.loading = false;
        session.error = 'Failed to load user data';
      },
    );
  scope.listen(window, 'storage', ({ key, newValue }) => {
    if (key === null || (key === USER_KEY && newValue === null)) {
      // News that comes late, to a page that was frozen, is not of whoever has signed in since.
      if (session.user !== null && readLocalUser() === null) forgetUser();
    } else if (key === USER_KEY) {
      const told = readLocalUser();
      if (told === null) return;
      // Somebody signs in there, in place of whoever was here: nothing of theirs goes on, and the server has the word.
      const another = session.user?.id !== told.id;
      if (another) stopSessionWork();
      if (session.user !== null) session.user = told;
      if (another) verify();
    }
  });
  // A session always has a key; without one the locally kept user is nobody any more, and no client is needed to know.
  if (authKeys().length > 0) verify();
  else forgetUser();
  return () => scope.dispose();
}
