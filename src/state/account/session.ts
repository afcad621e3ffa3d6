import { proxy } from 'valtio';
import { readMember, type MemberProfile } from '../../domain/account/member.ts';
import { localStore } from '../../platform/storage/localStore.ts';
import { notify } from '../shell/notices.ts';

/*
 * Who is signed in, as far as this device knows. This file is part of the first visit, so it knows
 * nothing of the backend: auth.ts does, and is loaded only for a visitor who has a session.
 */

/** Local key of the signed-in user: account and profile merged. */
export const USER_KEY = 'user';
/** Local key of this device's copy of what the member has saved (see savedCopy.ts). */
export const USER_DATA_KEY = 'userData';
/** Local key of the member who signed in here with a password, or registered here: what was made before comes along to them alone. */
const OWN_DEVICE_KEY = 'accord:own-device';
/** Local keys that end with the session, beside those of the auth client. */
const SESSION_KEYS = [USER_KEY, USER_DATA_KEY, OWN_DEVICE_KEY, 'session', 'auth-token'];
/** Keys of the auth client begin so. */
const AUTH_PREFIX = 'sb-';

export type SessionUser = MemberProfile;

export const session = proxy<{
  /** The member; first the locally kept copy, then the server's word. */
  user: SessionUser | null;
  /** True once it is settled who is signed in. */
  verified: boolean;
  /** The server is being asked. */
  loading: boolean;
  error: 'Failed to load user data' | null;
  /** Which side of the login dialog is open. */
  dialog: 'login' | 'register' | null;
  /** The member is leaving on purpose: a screen that needs one says nothing about it. */
  leaving: boolean;
}>({ user: readLocalUser(), verified: false, loading: false, error: null, dialog: null, leaving: false });

/** The id of the member who is signed in, and owns what is made now; null for a visitor. */
export const ownerId = (): string | null => session.user?.id || null;

/** The user that was kept locally; null when there is none or what is there is not a user. */
export function readLocalUser(): SessionUser | null {
  return readMember(localStore.read(USER_KEY));
}

let turn = new AbortController();

/**
 * Ends with the current session: when its member leaves, in this tab or another, or when somebody else signs in. Whatever
 * is asked on behalf of a session takes it along, and an answer that comes after its end changes nothing any more.
 */
export function sessionSignal(): AbortSignal {
  return turn.signal;
}

/** Stops everything that is under way for the current session. */
export function stopSessionWork(): void {
  turn.abort();
  turn = new AbortController();
}

/** Sets the member and keeps the copy that the next visit shows first. */
export function rememberUser(user: SessionUser): void {
  if (session.user?.id !== user.id) stopSessionWork();
  session.user = user;
  session.leaving = false;
  session.verified = true;
  session.error = null;
  localStore.save(USER_KEY, user);
}

/** Local keys of the auth client: a session always has one. */
export function authKeys(): string[] {
  try {
    return Object.keys(window.localStorage).filter((key) => key.startsWith(AUTH_PREFIX));
  } catch {
    return [];
  }
}

/** Notes that the member signed in with the password in this browser, or registered in it. */
export function markOwnDevice(userId: string): void {
  localStore.save(OWN_DEVICE_KEY, userId);
}

/** True when what was made here before anybody signed in may come along to this member; after a mail's link alone it may not. */
export function isOwnDevice(userId: string): boolean {
  return localStore.read(OWN_DEVICE_KEY) === userId;
}

/** Forgets the member and every local trace of the session. */
export function forgetUser(): void {
  stopSessionWork();
  session.user = null;
  session.verified = true;
  session.loading = false;
  session.error = null;
  for (const key of [...SESSION_KEYS, ...authKeys()]) localStore.remove(key);
}

/** Opens the login dialog over the current screen. */
export function askToLogIn(side: 'login' | 'register' = 'login'): void {
  session.dialog = side;
}

/** What the auth service's own links leave in the address: a session, or why there is none. */
const SESSION_IN_ADDRESS = /(^#|&)(access_token|refresh_token)=/;
const ERROR_IN_ADDRESS = /(^#|&)(error_code|error)=/;

/** Where the choice of a new password happens: what went wrong with the link is told there. */
const RECOVERY_PATHS = ['/profile/update-password', '/reset-password'];

/** What a reset mail of the auth service's own template leaves in the address. */
export interface RecoveryTokens {
  accessToken: string;
  refreshToken: string;
}

/** In memory alone, until the choice of a new password is over. */
let recovery: RecoveryTokens | null = null;

export function forgetRecovery(): void {
  recovery = null;
}

/** The tokens in a fragment, only of a link for a new password and only where that is chosen (docs/decisions.md 60). */
function recoveryIn(hash: string, pathname: string): RecoveryTokens | null {
  const said = new URLSearchParams(hash.slice(1));
  const [accessToken, refreshToken] = [said.get('access_token'), said.get('refresh_token')];
  if (pathname !== '/profile/update-password' || said.get('type') !== 'recovery' || !accessToken || !refreshToken)
    return null;
  return { accessToken, refreshToken };
}

/** The tokens of a recovery link with which this page was opened, before its address is cleared or after; null without one. */
export function recoveryTokens(
  { hash, pathname }: Pick<Location, 'hash' | 'pathname'> = window.location,
): RecoveryTokens | null {
  return recovery ?? recoveryIn(hash, pathname);
}

/**
 * Clears the address of what a link left in it. A session is never taken from there: whoever made the link decides whose
 * it is; a recovery link is kept for the choice of a new password, which signs nobody in. An error is told.
 */
export function clearAddress(
  { hash, pathname, search }: Pick<Location, 'hash' | 'pathname' | 'search'> = window.location,
): void {
  const carriesSession = SESSION_IN_ADDRESS.test(hash);
  if (!carriesSession && (!ERROR_IN_ADDRESS.test(hash) || RECOVERY_PATHS.includes(pathname))) return;
  recovery = recoveryIn(hash, pathname);
  window.history.replaceState(window.history.state, '', `${pathname}${search}`);
  if (RECOVERY_PATHS.includes(pathname)) return;
  // It is all there is to read after such a link, hence the longer time.
  if (carriesSession)
    notify({
      kind: 'info',
      title: 'Please log in.',
      description: 'A link alone signs nobody in here.',
      duration: 8000,
      key: 'mail-link',
    });
  else
    notify({
      kind: 'error',
      title: 'This link is invalid or has expired.',
      description: 'Please log in, or request a new one.',
      duration: 8000,
      key: 'mail-link',
    });
}
