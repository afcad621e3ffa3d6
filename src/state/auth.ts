import { adoptTokens, currentAccount, onAuthEvent, requestPasswordReset, setPassword, signIn, signOut, signUp, verifyToken, type AuthEvent } from '../backend/auth.ts';
import { loadProfile } from '../backend/profiles.ts';
import { isConnectionTrouble } from '../domain/accountWords.ts';
import { coded, codedFrom, isCoded, type CodedError } from '../domain/errors.ts';
import { defaultProfile, type AuthAccount, type MemberProfile } from '../domain/member.ts';
import { localStore } from '../platform/localStore.ts';
import { Scope } from '../platform/scope.ts';
import { FALLBACK_KEY, SAVED_KEY } from './localFragrances.ts';
import { notify } from './notices.ts';
import { carriesMailLink, forgetUser, rememberUser, session } from './session.ts';

/*
 * Signing up, in and out. Loaded when somebody has a session or wants one. Failures come back as coded
 * data; the screens choose the words (src/domain/accountWords.ts).
 */

export type Outcome<Value = void> = { ok: true; value: Value } | { ok: false; error: CodedError };


async function attempt<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: isCoded(error) ? error : codedFrom(error, 'unknown') };
  }
}

/** The waiting login gives up after this, ms. */
export const LOGIN_TIMEOUT_MS = 10_000;

/** The account's row; what the registration said when there is no row or no table. */
async function profileOf(account: AuthAccount): Promise<MemberProfile> {
  try {
    return (await loadProfile(account.id)) ?? defaultProfile(account);
  } catch (error) {
    if (isCoded(error, 'missing_table')) return defaultProfile(account);
    throw error;
  }
}

/** Ends with the page; owns the turns that are put off. */
const pageScope = new Scope();

/** What was kept on this device, before the login or while the backend was away, goes up; nothing waits for it. */
function bringWhatWaits(): void {
  if (localStore.read(FALLBACK_KEY) === null && localStore.read(SAVED_KEY) === null) return;
  pageScope.timeout(() => void import('./savedFragrances.ts').then(({ bringLocalFragrances }) => bringLocalFragrances()).catch(() => undefined), 0);
}

let reloading: Promise<void> | null = null;

/** Asks the server who is signed in, loads the profile, and keeps both; simultaneous calls share one answer. */
export function reloadUser(): Promise<void> {
  reloading ??= (async () => {
    session.loading = true;
    try {
      const account = await currentAccount();
      if (account === null) {
        forgetUser();
      } else {
        rememberUser(await profileOf(account));
        bringWhatWaits();
      }
    } catch (error) {
      // Away is not signed out: the locally kept user stays until the server says otherwise.
      if (!isConnectionTrouble(error) && isCoded(error, 'unauthorized')) forgetUser();
      else session.error = 'Failed to load user data';
    } finally {
      session.loading = false;
      session.verified = true;
      reloading = null;
    }
  })();
  return reloading;
}

let attending: Promise<unknown> | null = null;
let lastToken: string | null = null;

/**
 * What the auth client tells. It must not be called from in here (a call inside the callback waited for itself for
 * years, supabase-js#1580), so the work is put off to a turn of its own.
 */
function attend(event: AuthEvent, accessToken: string | null): void {
  if (event === 'SIGNED_OUT') {
    lastToken = null;
    pageScope.timeout(forgetUser, 0);
    return;
  }
  if (event === 'PASSWORD_RECOVERY') {
    // eslint-disable-next-line no-console -- the specification wants this event logged and nothing else
    console.debug('Password recovery');
    return;
  }
  // SIGNED_IN comes again whenever the tab gets the focus; the same token is the same news.
  if (accessToken === null || (event === 'SIGNED_IN' && accessToken === lastToken)) return;
  lastToken = accessToken;
  if (event === 'SIGNED_IN' || event === 'TOKEN_REFRESHED' || event === 'USER_UPDATED') pageScope.timeout(() => void reloadUser(), 0);
}

async function listen(): Promise<void> {
  attending ??= onAuthEvent(attend);
  try {
    await attending;
  } catch (error) {
    attending = null;
    throw error;
  }
}

/** Takes the session (or the error) that a mail's link left in the address, and clears the address. */
async function followMailLink(): Promise<void> {
  const { hash, pathname, search } = window.location;
  const said = new URLSearchParams(hash.slice(1));
  const accessToken = said.get('access_token');
  const refreshToken = said.get('refresh_token');
  if (said.get('type') === 'recovery' && accessToken !== null) {
    window.history.replaceState(window.history.state, '', `/profile/update-password${hash}`);
    return;
  }
  window.history.replaceState(window.history.state, '', `${pathname}${search}`);
  if (accessToken !== null && refreshToken !== null) {
    await adoptTokens({ accessToken, refreshToken });
    notify({ kind: 'success', title: 'Your email is confirmed. Welcome!', key: 'mail-link' });
  } else if (said.has('error') || said.has('error_code')) {
    notify({ kind: 'error', title: 'This link is invalid or has expired.', description: 'Please log in, or request a new one.', duration: 8000, key: 'mail-link' });
  }
}

let resuming: Promise<void> | null = null;

/** On start: follows a mail's link, or verifies the kept session; then listens. Asked twice at once it does it once: a link's tokens are good for one visit. */
export function resumeSession(): Promise<void> {
  resuming ??= resume().finally(() => {
    resuming = null;
  });
  return resuming;
}

async function resume(): Promise<void> {
  session.loading = true;
  try {
    await listen();
    if (carriesMailLink(window.location)) await followMailLink();
  } catch (error) {
    if (isCoded(error)) notify({ kind: 'error', title: 'This link is invalid or has expired.', description: 'Please log in, or request a new one.', duration: 8000, key: 'mail-link' });
  }
  await reloadUser();
}

/** Signs in and loads the profile; gives up after {@link LOGIN_TIMEOUT_MS}. Error `profile` when only the row could not be had. */
export async function logIn(email: string, password: string, timeoutMs = LOGIN_TIMEOUT_MS): Promise<Outcome<MemberProfile>> {
  const scope = new Scope();
  const work = attempt(async () => {
    await listen();
    const account = await signIn(email.trim().toLowerCase(), password);
    let member: MemberProfile;
    try {
      member = await profileOf(account);
    } catch (error) {
      throw coded('profile', 'The profile could not be loaded.', error);
    }
    rememberUser(member);
    return member;
  });
  const late = new Promise<Outcome<MemberProfile>>((resolve) => {
    scope.timeout(() => resolve({ ok: false, error: coded('timeout', 'No answer in time.') }), timeoutMs);
  });
  const outcome = await Promise.race([work, late]);
  scope.dispose();
  if (outcome.ok) bringWhatWaits();
  return outcome;
}

export interface NewMember {
  liquidName: string;
  email: string;
  password: string;
  location: string | null;
}

/** Registers; `signedIn` is true where addresses need no confirmation. */
export function register({ liquidName, email, password, location }: NewMember): Promise<Outcome<{ signedIn: boolean }>> {
  return attempt(async () => {
    await listen();
    const { account, signedIn } = await signUp({ liquidName: liquidName.trim(), email: email.trim().toLowerCase(), password, location });
    if (signedIn) rememberUser(await profileOf(account));
    return { signedIn };
  });
}

/** Signs out here and in the other tabs. @returns false when the server did not take it; the session then stays. */
export async function logOut(): Promise<boolean> {
  session.leaving = true;
  const outcome = await attempt(() => signOut('local'));
  if (outcome.ok) forgetUser();
  else session.leaving = false;
  return outcome.ok;
}

/** Mails a link that leads to the choice of a new password. Unknown addresses are not told apart. */
export function askForReset(email: string): Promise<Outcome> {
  return attempt(() => requestPasswordReset(email.trim().toLowerCase(), `${window.location.origin}/profile/update-password`));
}

/** Redeems the one-time token of a reset mail: the visitor is then signed in for the choice of a new password. */
export function redeemResetToken(tokenHash: string): Promise<Outcome> {
  return attempt(async () => {
    await listen();
    await verifyToken(tokenHash, 'recovery');
  });
}

/** Takes the session that a reset link left in the address. */
export function adoptResetTokens(accessToken: string, refreshToken: string): Promise<Outcome> {
  return attempt(async () => {
    await listen();
    await adoptTokens({ accessToken, refreshToken });
  });
}

/** True when somebody is signed in on this device, by the server's word. */
export function hasSession(): Promise<boolean> {
  return currentAccount().then((account) => account !== null, () => false);
}

/** Sets a new password for whoever is signed in. */
export function changePassword(password: string): Promise<Outcome> {
  return attempt(() => setPassword(password));
}

/** After a reset: every session of the account ends, and the next login uses the new password. */
export async function endResetSession(): Promise<void> {
  await attempt(() => signOut('global'));
  forgetUser();
}

