import { endSession, signIn, signUp, broadcastSignOut } from '#features/members/backend/auth.ts';
import { codedError } from '#core/values/errors.ts';
import { cleanAddress, cleanName } from '#core/values/nameRules.ts';
import type { MemberProfile } from '#features/session/domain/member.ts';
import { deleteMailRequest, storeMailRequest } from '../requestedMails.ts';
import { deleteOfferedRecordings, stashFragrance } from '../afterLogOut.ts';
import { attempt, type Outcome } from '#core/appState/outcome.ts';
import { markReturningVisitor } from '#features/session/state/returningVisitor.ts';
import { clearUser, markOwnDevice, session, stopSessionWork } from '#features/session/state/session.ts';
import { claimDeviceData } from '../claimDeviceData.ts';
import { withTimeout } from '#core/lifetime/withTimeout.ts';
import { activateSession } from './enter.ts';
import { clearLastToken } from './resume.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';

/*
 * Registering, signing in and out. Loaded only for a visitor who has a session or requests one. Failures are coded
 * data; the screens choose the words (src/features/members/domain/errorMessages.ts).
 */

/** A login is aborted after this, ms. */
const LOGIN_TIMEOUT_MS = 10_000;
/**
 * Waits this long for the service to confirm a log-out, ms; then the session is deleted on this device only.
 */
const LOGOUT_TIMEOUT_MS = 5000;

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
  const address = cleanAddress(email).toLowerCase();
  const work = attempt(async () => {
    const pendingSession = await signIn(address, password);
    const member = await activateSession(pendingSession, {
      insteadOf: session.user?.id ?? null,
      signal: patience.signal,
      profile: 'needed',
    });
    deleteMailRequest('signup', address);
    return member;
  });
  const outcome = await withTimeout(work, timeoutMs, (): Outcome<MemberProfile> => {
    patience.abort();
    return { ok: false, error: codedError('timeout', 'No answer in time.') };
  });
  if (outcome.ok) {
    markOwnDevice(outcome.value.id);
    claimDeviceData(outcome.value);
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
    const address = cleanAddress(email).toLowerCase();
    const pendingSession = await signUp({ liquidName: cleanName(liquidName), email: address, password, location });
    if (pendingSession === null) {
      storeMailRequest('signup', address);
      // The account needs its confirmation by mail: a visitor who returns is no newcomer.
      markReturningVisitor();
      return { signedIn: false };
    }
    try {
      const member = await activateSession(pendingSession, {
        insteadOf: session.user?.id ?? null,
        profile: 'if it comes',
      });
      markOwnDevice(member.id);
      claimDeviceData(member);
      return { signedIn: true };
    } catch {
      // The account exists; the visitor can sign in with the password.
      return { signedIn: false };
    }
  });
}

/** Result of a log-out. `here`: the service was unreachable, and only this device deleted the session. */
export type LogOutResult = 'everywhere' | 'here' | 'refused';

/**
 * Signs out here and in the other tabs. `refused`: the service rejected the request, and the session stays.
 */
export async function logOut(): Promise<LogOutResult> {
  session.isLoggingOut = true;
  const memberId = session.user?.id;
  // From here on no pending work may sign the member in again.
  stopSessionWork();
  const outcome = await attempt(() => endSession('local', LOGOUT_TIMEOUT_MS));
  if (!outcome.ok && !['network', 'timeout', 'aborted'].includes(outcome.error.code)) {
    session.isLoggingOut = false;
    session.isResolved = true;
    return 'refused';
  }
  clearUser();
  clearLastToken();
  if (memberId !== undefined) {
    stashFragrance(memberId);
    void deleteOfferedRecordings(memberId);
  }
  void broadcastSignOut().catch(() => undefined);
  return outcome.ok ? 'everywhere' : 'here';
}

/** Logs the member out and shows the result. @returns false when the session stays */
export async function leaveAccount(): Promise<boolean> {
  const notifyAccount = (kind: 'success' | 'error', title: string, description?: string) =>
    notify({
      kind,
      title,
      ...(description === undefined ? {} : { description }),
      duration: NOTICE_MS,
      key: 'logout',
    });
  try {
    const out = await logOut();
    if (out === 'everywhere') notifyAccount('success', 'Logged out');
    else if (out === 'here')
      notifyAccount('success', 'Logged out', 'We could not reach our server. You are logged out on this device.');
    else notifyAccount('error', 'There was a problem logging you out. Please try again.');
    return out !== 'refused';
  } catch {
    notifyAccount('error', 'There was a problem logging you out. Please try again.');
    return false;
  }
}
