import { currentAccount, onAuthEvent, type AuthEvent } from '#features/members/backend/auth.ts';
import { storedSession } from '#features/members/backend/pendingSession.ts';
import { loadProfile } from '#features/members/backend/profiles.ts';
import { isConnectionError } from '#features/members/domain/errorMessages.ts';
import { onSessionOver } from '#core/backend/query.ts';
import { isCoded } from '#core/values/errors.ts';
import { defaultProfile, type AuthAccount, type MemberProfile } from '#features/session/domain/member.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { oncePerSession, clearUser, setUser, session, sessionSignal } from '#features/session/state/session.ts';
import { claimDeviceData } from '../claimDeviceData.ts';

/* Verifies the stored session, and follows the events of the auth client. */

/** The account's row; the data of the registration when there is no row or no table. @throws CodedError */
export async function profileOf(
  account: AuthAccount,
  load: () => Promise<MemberProfile | null>,
): Promise<MemberProfile> {
  try {
    return (await load()) ?? defaultProfile(account);
  } catch (error) {
    if (isCoded(error, 'missing_table')) return defaultProfile(account);
    throw error;
  }
}

/** Ends with the page; owns the delayed calls. */
const pageScope = new Scope();

/**
 * Requests the signed-in account from the server, then loads and stores its profile. Simultaneous calls for one session
 * share one request.
 */
export const reloadUser = oncePerSession(reload);

/** The signal is the session's: an answer after the log-out must not sign the member in again. */
async function reload(signal: AbortSignal): Promise<void> {
  session.loading = true;
  try {
    const account = await currentAccount();
    if (signal.aborted) return;
    if (account === null) {
      clearUser();
      return;
    }
    const member = await profileOf(account, () => loadProfile(account.id));
    if (signal.aborted) return;
    setUser(member);
    claimDeviceData(member);
  } catch (error) {
    if (signal.aborted) return;
    // Being offline is not being signed out: keep the local user until the server rejects the session.
    if (!isConnectionError(error) && isCoded(error, 'unauthorized')) clearUser();
    else session.error = 'Failed to load user data';
  } finally {
    session.loading = false;
    session.isResolved = true;
  }
}

let authListener: Promise<unknown> | null = null;
let lastToken: string | null = null;
/** Number of callers that set the member themselves, so that events of the client are ignored. */
let ignoreCount = 0;

/** Ignores the client's events until the returned function is called: the caller sets the member itself. */
export function ignoreEvents(): () => void {
  ignoreCount++;
  return () => ignoreCount--;
}

/** Clears the newest token: a later sign-in with it counts again. */
export function clearLastToken(): void {
  lastToken = null;
}

/**
 * Handles events of the auth client. Its methods must not be called inside the callback (deadlock, supabase-js#1580),
 * so the work is delayed to another task.
 */
function handleAuthEvent(event: AuthEvent, accessToken: string | null): void {
  const signal = sessionSignal();
  if (event === 'SIGNED_OUT') {
    lastToken = null;
    // Keep a user who has signed in meanwhile, here or in another tab.
    pageScope.timeout(() => !signal.aborted && storedSession() === null && clearUser(), 0);
    return;
  }
  if (event === 'PASSWORD_RECOVERY') {
    // eslint-disable-next-line no-console -- this event is only logged
    console.debug('Password recovery');
    return;
  }
  // SIGNED_IN repeats whenever the tab gets the focus; ignore it for the same token.
  if (accessToken === null || (event === 'SIGNED_IN' && accessToken === lastToken)) return;
  lastToken = accessToken;
  if (ignoreCount > 0) return;
  if (event === 'SIGNED_IN' || event === 'TOKEN_REFRESHED' || event === 'USER_UPDATED')
    pageScope.timeout(() => !signal.aborted && void reloadUser(), 0);
}

/** Follows the events of the auth client. */
export async function listen(): Promise<void> {
  authListener ??= onAuthEvent(handleAuthEvent);
  try {
    await authListener;
  } catch (error) {
    authListener = null;
    throw error;
  }
}

let resumption: Promise<void> | null = null;

// A session that ended on another device ends here as well: a refused request would look like an empty list.
onSessionOver(() => {
  if (ignoreCount > 0 || session.user === null) return;
  const signal = sessionSignal();
  pageScope.timeout(() => !signal.aborted && void reloadUser(), 0);
});

/** On start: verifies the stored session, then listens. */
export function resumeSession(): Promise<void> {
  resumption ??= (async () => {
    session.loading = true;
    try {
      await listen();
    } catch {
      // The client could not be loaded; the reload below reports it.
    }
    await reloadUser();
  })().finally(() => {
    resumption = null;
  });
  return resumption;
}
