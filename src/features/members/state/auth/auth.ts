import {
  currentAccount,
  endSession,
  onAuthEvent,
  signIn,
  signUp,
  broadcastSignOut,
  type AuthEvent,
} from '../../backend/auth.ts';
import { storedSession, type PendingSession } from '../../backend/pendingSession.ts';
import { loadProfile } from '../../backend/profiles.ts';
import { isConnectionError } from '../../domain/errorMessages.ts';
import { coded, isCoded } from '../../../../core/values/errors.ts';
import { defaultProfile, type AuthAccount, type MemberProfile } from '../../domain/member.ts';
import { Scope } from '../../../../core/lifetime/scope.ts';
import { forgetMailRequest, noteMailRequest } from '../requestedMails.ts';
import { restoreFragrance, forgetOffered, stashFragrance } from '../afterLogOut.ts';
import { attempt, type Outcome } from '../../../../core/shell/outcome.ts';
import { oncePerSession } from '../session/oncePerSession.ts';
import { forgetUser, markOwnDevice, rememberUser, session, sessionSignal, stopSessionWork } from '../session/session.ts';
import { adoptDeviceData } from '../adoptDeviceData.ts';
import { withTimeout } from '../../../../core/lifetime/withTimeout.ts';

/*
 * Registering, signing in and out. Loaded only for a visitor who has a session or asks for one. Failures are coded
 * data; the screens choose the words (src/features/members/domain/errorMessages.ts).
 */

/** A login is aborted after this, ms. */
const LOGIN_TIMEOUT_MS = 10_000;
/**
 * Waits this long for the service to confirm a log-out, ms; then the session is deleted on this device only.
 */
const LOGOUT_TIMEOUT_MS = 5000;

/** The account's row; the data of the registration when there is no row or no table. @throws CodedError */
async function profileOf(account: AuthAccount, load: () => Promise<MemberProfile | null>): Promise<MemberProfile> {
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
 * Asks the server who is signed in, then loads and stores the profile. Simultaneous calls for one session share one
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
    adoptDeviceData(member);
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

async function listen(): Promise<void> {
  attending ??= onAuthEvent(handleAuthEvent);
  try {
    await attending;
  } catch (error) {
    attending = null;
    throw error;
  }
}

let resuming: Promise<void> | null = null;

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

/** Runs adoptions one after the other: an abandoned one is undone before the next begins. */
let turnOfAdoption: Promise<unknown> = Promise.resolve();

/**
 * Makes a pending session the session of this browser, once its profile is loaded. Nothing is stored before that, so
 * a failure or an abort leaves no session behind.
 * @throws CodedError: `profile` when the row could not be loaded, `aborted` when the caller aborted
 */
export async function enter(
  pendingSession: PendingSession,
  { insteadOf, signal, profile }: { insteadOf: string | null; signal?: AbortSignal; profile: 'needed' | 'if it comes' },
): Promise<MemberProfile> {
  const givenUp = () => coded('aborted', 'Nobody waits for this session any more.');
  const before = turnOfAdoption;
  let leave = (): void => undefined;
  turnOfAdoption = new Promise<void>((resolve) => (leave = resolve));
  adopting++;
  try {
    if (signal?.aborted) throw givenUp();
    await listen();
    const member = await profileOf(pendingSession.account, () => pendingSession.loadProfile()).catch(
      (error: unknown) => {
        if (profile === 'if it comes') return defaultProfile(pendingSession.account);
        throw coded('profile', 'The profile could not be loaded.', error);
      },
    );
    await before;
    if (signal?.aborted) throw givenUp();
    await pendingSession.adopt(insteadOf);
    if (signal?.aborted) {
      forgetUser();
      throw givenUp();
    }
    rememberUser(member);
    restoreFragrance(member.id);
    return member;
  } catch (error) {
    void pendingSession.end('local');
    throw error;
  } finally {
    adopting--;
    leave();
  }
}

/**
 * Signs in and loads the profile; gives up after {@link LOGIN_TIMEOUT_MS}. Error `profile` when only the row could
 * not be loaded.
 */
export async function logIn(
  email: string,
  password: string,
  timeoutMs = LOGIN_TIMEOUT_MS,
): Promise<Outcome<MemberProfile>> {
  const patience = new AbortController();
  const address = email.trim().toLowerCase();
  const work = attempt(async () => {
    const pendingSession = await signIn(address, password);
    const member = await enter(pendingSession, {
      insteadOf: session.user?.id ?? null,
      signal: patience.signal,
      profile: 'needed',
    });
    forgetMailRequest('signup', address);
    return member;
  });
  const outcome = await withTimeout(work, timeoutMs, (): Outcome<MemberProfile> => {
    patience.abort();
    return { ok: false, error: coded('timeout', 'No answer in time.') };
  });
  if (outcome.ok) {
    markOwnDevice(outcome.value.id);
    adoptDeviceData(outcome.value);
  }
  return outcome;
}

interface NewMember {
  liquidName: string;
  email: string;
  password: string;
  location: string | null;
}

/**
 * Registers; `signedIn` is true where addresses need no confirmation. A failure after the account exists does not
 * fail the registration.
 */
export function register({
  liquidName,
  email,
  password,
  location,
}: NewMember): Promise<Outcome<{ signedIn: boolean }>> {
  return attempt(async () => {
    const address = email.trim().toLowerCase();
    const pendingSession = await signUp({ liquidName: liquidName.trim(), email: address, password, location });
    if (pendingSession === null) {
      noteMailRequest('signup', address);
      return { signedIn: false };
    }
    try {
      const member = await enter(pendingSession, { insteadOf: session.user?.id ?? null, profile: 'if it comes' });
      markOwnDevice(member.id);
      adoptDeviceData(member);
      return { signedIn: true };
    } catch {
      // The account exists; the visitor can sign in with the password.
      return { signedIn: false };
    }
  });
}

/** How a log-out ended. `here`: the service was unreachable, and only this device deleted the session. */
export type LoggedOut = 'everywhere' | 'here' | 'refused';

/**
 * Signs out here and in the other tabs. `refused`: the service rejected the request, and the session stays.
 */
export async function logOut(): Promise<LoggedOut> {
  session.leaving = true;
  const memberId = session.user?.id;
  // From here on no pending work may sign the member in again.
  stopSessionWork();
  const told = await attempt(() => endSession('local', LOGOUT_TIMEOUT_MS));
  if (!told.ok && !['network', 'timeout', 'aborted'].includes(told.error.code)) {
    session.leaving = false;
    session.verified = true;
    return 'refused';
  }
  forgetUser();
  lastToken = null;
  if (memberId !== undefined) {
    stashFragrance(memberId);
    void forgetOffered(memberId);
  }
  void broadcastSignOut().catch(() => undefined);
  return told.ok ? 'everywhere' : 'here';
}
