import { proxy } from 'valtio';
import { defaultProfile, PREFERENCES, type MemberProfile, type Preference } from '../domain/member.ts';
import { localStore } from '../platform/localStore.ts';
import { Scope } from '../platform/scope.ts';

/*
 * Who is signed in, as far as this device knows. This file is part of the first visit, so it knows
 * nothing of the backend: auth.ts does, and is loaded only for a visitor who has a session.
 */

/** Local key of the signed-in user: account and profile merged. */
export const USER_KEY = 'user';
/** Local keys that end with the session, beside those of the auth client. */
const SESSION_KEYS = [USER_KEY, 'session', 'auth-token'];
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

/** The user that was kept locally; null when there is none or what is there is not a user. */
export function readLocalUser(): SessionUser | null {
  const stored = localStore.read(USER_KEY);
  if (typeof stored !== 'object' || stored === null) return null;
  const record = stored as Record<string, unknown>;
  const { email, id } = record;
  if (typeof email !== 'string' || email === '') return null;
  const text = (key: string): string | null => (typeof record[key] === 'string' && record[key] !== '' ? record[key] : null);
  const list = (key: string): string[] => (Array.isArray(record[key]) ? record[key].filter((item): item is string => typeof item === 'string') : []);
  const base = defaultProfile({ id: typeof id === 'string' ? id : '', email });
  return {
    ...base,
    liquidName: text('liquidName') ?? base.liquidName,
    profilePhoto: text('profilePhoto'),
    location: text('location'),
    musicalIdentity: text('musicalIdentity'),
    favoriteNotes: list('favoriteNotes'),
    favoriteScents: list('favoriteScents'),
    scentMood: text('scentMood'),
    favoriteSound: text('favoriteSound'),
    preference: (PREFERENCES as readonly unknown[]).includes(record['preference']) ? (record['preference'] as Preference) : null,
    level: typeof record['level'] === 'number' ? record['level'] : base.level,
    instagramHandle: text('instagramHandle'),
    showInstagram: record['showInstagram'] === true,
    tiktokHandle: text('tiktokHandle'),
    showTiktok: record['showTiktok'] === true,
    createdAt: text('createdAt'),
    updatedAt: text('updatedAt'),
  };
}

/** Sets the member and keeps the copy that the next visit shows first. */
export function rememberUser(user: SessionUser): void {
  session.user = user;
  session.leaving = false;
  session.verified = true;
  session.error = null;
  localStore.save(USER_KEY, user);
}

function authKeys(): string[] {
  try {
    return Object.keys(window.localStorage).filter((key) => key.startsWith(AUTH_PREFIX));
  } catch {
    return [];
  }
}

/** Forgets the member and every local trace of the session. */
export function forgetUser(): void {
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

/** What a link in one of our mails, followed through the auth service, carries in the address. */
const MAIL_LINK = /(^#|&)(access_token|error_code|error)=/;

/** Where the choice of a new password happens, for links that lead elsewhere. */
const RECOVERY_PATHS = ['/profile/update-password', '/reset-password'];

/** True when the address carries a session or an error from a mail's link that no screen of its own reads. */
export function carriesMailLink(location: Pick<Location, 'hash' | 'pathname'>): boolean {
  return MAIL_LINK.test(location.hash) && !RECOVERY_PATHS.includes(location.pathname);
}

/**
 * Verifies the locally kept user, and follows what other tabs do: signing out in one signs out here, signing in
 * there signs in here. Returns what ends it.
 */
export function startSession(): () => void {
  const scope = new Scope();
  const verify = () => void import('./auth.ts').then(({ resumeSession }) => resumeSession(), () => {
    session.loading = false;
    session.error = 'Failed to load user data';
  });
  scope.listen(window, 'storage', ({ key, newValue }) => {
    if (key === null || (key === USER_KEY && newValue === null)) {
      if (session.user !== null) forgetUser();
    } else if (key === USER_KEY && session.user === null) {
      verify();
    } else if (key === USER_KEY) {
      session.user = readLocalUser() ?? session.user;
    }
  });
  // A session always has a key; without one the locally kept user is nobody any more, and no client is needed to know.
  if (authKeys().length > 0 || carriesMailLink(window.location)) verify();
  else forgetUser();
  return () => scope.dispose();
}
