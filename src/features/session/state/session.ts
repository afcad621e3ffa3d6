import { proxy, subscribe } from 'valtio';
import { readMember, type MemberProfile } from '../domain/member.ts';
import { localStore } from '#core/storage/localStore.ts';
import { notify } from '#core/appState/notices.ts';

/*
 * The signed-in member, as far as this device has stored it. Part of the first load, so it does not import the backend:
 * auth.ts does, and is loaded only for a visitor with a session.
 */

/** Local key of the signed-in user: account and profile merged. */
export const USER_KEY = 'user';
/** Local key of this device's copy of the member's saved fragrances (see savedFragrances.ts). */
export const USER_DATA_KEY = 'userData';
/**
 * Local key of the member who registered or signed in here with a password: only they receive the data made here
 * before.
 */
const OWN_DEVICE_KEY = 'accord:own-device';
/** Local keys that end with the session, besides those of the auth client. */
const SESSION_KEYS = [USER_KEY, USER_DATA_KEY, OWN_DEVICE_KEY, 'session', 'auth-token'];
/** Prefix of the auth client's keys. */
const AUTH_PREFIX = 'sb-';

export type SessionUser = MemberProfile;

export const session = proxy<{
  /** The member: the local copy at first, then the server's answer. */
  user: SessionUser | null;
  /** True once the session is decided: by the server, or because there is none here. */
  isResolved: boolean;
  /** A request to the server is pending. */
  loading: boolean;
  error: 'Failed to load user data' | null;
  /** Open side of the login dialog. */
  dialog: 'login' | 'register' | null;
  /** The member is logging out on purpose: a screen that needs a member shows no message. */
  isLoggingOut: boolean;
}>({ user: readLocalUser(), isResolved: false, loading: false, error: null, dialog: null, isLoggingOut: false });

/** Id of the signed-in member, who owns new data; null for a visitor. */
export const ownerId = (): string | null => session.user?.id || null;

/**
 * Calls `clear` when another member signs in or the member leaves, until the page closes: the data of one member
 * is never shown to another.
 */
export function onMemberChange(clear: () => void): void {
  let holder = ownerId();
  const compare = (): void => {
    if (ownerId() === holder) return;
    holder = ownerId();
    clear();
  };
  subscribe(session, compare, true);
}

/** The locally stored user; null when there is none or the value is invalid. */
export function readLocalUser(): SessionUser | null {
  return readMember(localStore.read(USER_KEY));
}

let turn = new AbortController();

/**
 * Aborts with the current session: when its member leaves, in this tab or another, or when another member signs in.
 * Pass it to every request of a session; an answer after the abort must change nothing.
 */
export function sessionSignal(): AbortSignal {
  return turn.signal;
}

/** Aborts all pending work of the current session. */
export function stopSessionWork(): void {
  turn.abort();
  turn = new AbortController();
}

/** Sets the member and stores the copy that the next visit shows first. */
export function setUser(user: SessionUser): void {
  if (session.user?.id !== user.id) stopSessionWork();
  session.user = user;
  session.isLoggingOut = false;
  session.isResolved = true;
  session.error = null;
  localStore.save(USER_KEY, user);
}

/** Local keys of the auth client; a session always has one. */
export function authKeys(): string[] {
  try {
    return Object.keys(window.localStorage).filter((key) => key.startsWith(AUTH_PREFIX));
  } catch {
    return [];
  }
}

/** Records that the member registered or signed in with a password in this browser. */
export function markOwnDevice(userId: string): void {
  localStore.save(OWN_DEVICE_KEY, userId);
}

/**
 * True when data made here before the sign-in may move to this member; false after a sign-in by mail link only.
 */
export function hasSignedInWithPassword(userId: string): boolean {
  return localStore.read(OWN_DEVICE_KEY) === userId;
}

/** Removes the member and every local trace of the session. */
export function clearUser(): void {
  stopSessionWork();
  session.user = null;
  session.isResolved = true;
  session.loading = false;
  session.error = null;
  for (const key of [...SESSION_KEYS, ...authKeys()]) localStore.remove(key);
}

/** Opens the login dialog over the current screen. */
export function openLogin(side: 'login' | 'register' = 'login'): void {
  session.dialog = side;
}

/** Parameters that links of the auth service leave in the address: a session, or an error. */
const SESSION_IN_ADDRESS = /(^#|&)(access_token|refresh_token)=/;
const ERROR_IN_ADDRESS = /(^#|&)(error_code|error)=/;

/** Screens for choosing a new password; they show errors of the link themselves. */
const RECOVERY_PATHS = ['/profile/update-password', '/reset-password'];

/** Tokens in the address, left by the auth service's own reset mail. */
export interface RecoveryTokens {
  accessToken: string;
  refreshToken: string;
}

/** Only in memory, until the new password is set. */
let recovery: RecoveryTokens | null = null;

export function clearRecoveryTokens(): void {
  recovery = null;
}

/** The tokens in a fragment, only for a recovery link and only on its screen (docs/decisions.md 49). */
function recoveryIn(hash: string, pathname: string): RecoveryTokens | null {
  const fields = new URLSearchParams(hash.slice(1));
  const [accessToken, refreshToken] = [fields.get('access_token'), fields.get('refresh_token')];
  if (pathname !== '/profile/update-password' || fields.get('type') !== 'recovery' || !accessToken || !refreshToken)
    return null;
  return { accessToken, refreshToken };
}

/**
 * The tokens of the recovery link that opened this page, also after its address was cleared; null without one.
 */
export function recoveryTokens(
  { hash, pathname }: Pick<Location, 'hash' | 'pathname'> = window.location,
): RecoveryTokens | null {
  return recovery ?? recoveryIn(hash, pathname);
}

/**
 * Clears the address of session parameters. Never takes a session from there: the author of the link decides whose it
 * is. Keeps a recovery link for the choice of a new password, which does not sign in. Shows an error.
 */
export function clearAddress(
  { hash, pathname, search }: Pick<Location, 'hash' | 'pathname' | 'search'> = window.location,
): void {
  const carriesSession = SESSION_IN_ADDRESS.test(hash);
  if (!carriesSession && (!ERROR_IN_ADDRESS.test(hash) || RECOVERY_PATHS.includes(pathname))) return;
  recovery = recoveryIn(hash, pathname);
  window.history.replaceState(window.history.state, '', `${pathname}${search}`);
  if (RECOVERY_PATHS.includes(pathname)) return;
  // Show it longer: after such a link it is the only thing to read.
  if (carriesSession)
    notify({
      kind: 'info',
      title: 'Please log in.',
      description: 'A link alone does not log you in.',
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

/**
 * Runs `work` once at a time for a session: simultaneous calls share one result, and a new session starts another run.
 * The signal is the session's: after its abort `work` must change nothing.
 */
export function oncePerSession<T>(work: (signal: AbortSignal) => Promise<T>): () => Promise<T> {
  let running: { signal: AbortSignal; done: Promise<T> } | null = null;
  return () => {
    const signal = sessionSignal();
    if (running?.signal !== signal) {
      const done = work(signal).finally(() => {
        if (running?.signal === signal) running = null;
      });
      running = { signal, done };
    }
    return running.done;
  };
}
