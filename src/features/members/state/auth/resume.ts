import { currentAccount, onAuthEvent, type AuthEvent } from '#features/members/backend/auth.ts';
import { storedSession } from '#features/members/backend/pendingSession.ts';
import { loadProfile } from '#features/members/backend/profiles.ts';
import { isConnectionError } from '#features/members/domain/errorMessages.ts';
import { onSessionOver } from '#core/backend/query.ts';
import { isCoded } from '#core/values/errors.ts';
import { defaultProfile, type AuthAccount, type MemberProfile } from '#features/session/domain/member.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { oncePerSession, forgetUser, rememberUser, session, sessionSignal } from '#features/session/state/session.ts';
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
 * Requests from the server who is signed in, then loads and stores the profile. Simultaneous calls for one session share one
 * answer.
 */
export const reloadUser = oncePerSession(reload);

/** The signal is the session's: an answer after the log-out must not sign the member in again. */
async function reload(signal: AbortSignal): Promise<void> {
  session.loading = true;
  try {
    const account = await currentAccount();
    if (signal.aborted) return;
    if (account === null) {
      forgetUser();
      return;
    }
    const member = await profileOf(account, () => loadProfile(account.id));
    if (signal.aborted) return;
    rememberUser(member);
    claimDeviceData(member);
  } catch (error) {
    if (signal.aborted) return;
    // Being offline is not being signed out: keep the local user until the server rejects the session.
    if (!isConnectionError(error) && isCoded(error, 'unauthorized')) forgetUser();
    else session.error = 'Failed to load user data';
  } finally {
    session.loading = false;
    session.verified = true;
  }
}

let attending: Promise<unknown> | null = null;
let lastToken: string | null = null;
/** Greater than 0 while this tab adopts a session and sets the member itself. */
let adopting = 0;

/** Ignores the client's events until the returned function is called: the caller sets the member itself. */
export function ignoreEvents(): () => void {
  adopting++;
  return () => adopting--;
}

/** Forgets the token that was seen last: a later sign-in with it counts again. */
export function forgetToken(): void {
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
    pageScope.timeout(() => !signal.aborted && storedSession() === null && forgetUser(), 0);
    return;
  }
  if (event === 'PASSWORD_RECOVERY') {
    // eslint-disable-next-line no-console -- this event is only logged
    console.debug('Password recovery');
    return;
  }
  // SIGNED_IN repeats whenever the tab gets the focus; ignore it for a known token.
  if (accessToken === null || (event === 'SIGNED_IN' && accessToken === lastToken)) return;
  lastToken = accessToken;
  if (adopting > 0) return;
  if (event === 'SIGNED_IN' || event === 'TOKEN_REFRESHED' || event === 'USER_UPDATED')
    pageScope.timeout(() => !signal.aborted && void reloadUser(), 0);
}

/** Follows the events of the auth client. */
export async function listen(): Promise<void> {
  attending ??= onAuthEvent(handleAuthEvent);
  try {
    await attending;
  } catch (error) {
    attending = null;
    throw error;
  }
}

let resuming: Promise<void> | null = null;

// A session that was ended on another device ends here as well: without its member nothing reads as an empty list.
onSessionOver(() => {
  if (adopting > 0 || session.user === null) return;
  const signal = sessionSignal();
  pageScope.timeout(() => !signal.aborted && void reloadUser(), 0);
});

/** On start: verifies the stored session, then listens. */
export function resumeSession(): Promise<void> {
  resuming ??= (async () => {
    session.loading = true;
    try {
      await listen();
    } catch {
      // The client could not be loaded; the reload below reports it.
    }
    await reloadUser();
  })().finally(() => {
    resuming = null;
  });
  return resuming;
}
