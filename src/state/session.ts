import { proxy } from 'valtio';
import { localStore } from '../platform/localStore.ts';

/** Local key of the signed-in user. */
export const USER_KEY = 'user';

export interface SessionUser {
  email: string;
}

/** Who is signed in, as far as this device knows. */
export const session = proxy<{ user: SessionUser | null }>({ user: readLocalUser() });

/** The user that was kept locally; null when there is none or what is there is not a user. */
export function readLocalUser(): SessionUser | null {
  const stored = localStore.read(USER_KEY);
  if (typeof stored !== 'object' || stored === null) return null;
  const email = (stored as Record<string, unknown>)['email'];
  return typeof email === 'string' && email !== '' ? { email } : null;
}
