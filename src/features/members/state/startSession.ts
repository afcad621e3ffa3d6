import { Scope } from '#core/lifetime/scope.ts';
import {
  authKeys,
  clearAddress,
  clearUser,
  readLocalUser,
  session,
  stopSessionWork,
  USER_KEY,
} from '#features/session/state/session.ts';

/**
 * Verifies the local user and follows other tabs: signing in or out there does the same here. Returns a function that
 * stops it.
 */
export function startSession(): () => void {
  const scope = new Scope();
  clearAddress();
  const verify = () =>
    void import('./auth/resume.ts').then(
      ({ resumeSession }) => resumeSession(),
      () => {
        session.loading = false;
        session.error = 'Failed to load user data';
      },
    );
  scope.listen(window, 'storage', ({ key, newValue }) => {
    if (key === null || (key === USER_KEY && newValue === null)) {
      // A frozen page gets this event late: keep a user who has signed in since.
      if (session.user !== null && readLocalUser() === null) clearUser();
    } else if (key === USER_KEY) {
      const stored = readLocalUser();
      if (stored === null) return;
      // Another member signs in there: stop the previous session's work here and request the member from the server.
      const another = session.user?.id !== stored.id;
      if (another) stopSessionWork();
      if (session.user !== null) session.user = stored;
      if (another) verify();
    }
  });
  // A session always has a key. Without one the local user is stale; no client is needed to see that.
  if (authKeys().length > 0) verify();
  else clearUser();
  return () => scope.dispose();
}
