import { locked } from './locked.ts';

/*
 * What a visitor makes belongs to a secret of 128 bits that never leaves this device except to prove ownership: the
 * database keeps its SHA-256 only. Whoever clears the browser's data gives the ownership up.
 */

/** Local key of the secret. */
export const OWNER_SECRET_KEY = 'accord:owner';

const SECRET = /^[0-9a-f]{32}$/;

/** For browsers that keep nothing: the secret then lives as long as the page. */
let inMemory: string | null = null;

function stored(): string | null {
  try {
    const text = window.localStorage.getItem(OWNER_SECRET_KEY);
    return text !== null && SECRET.test(text) ? text : null;
  } catch {
    return null;
  }
}

function newSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** This device's secret, 32 hexadecimal digits; made on the first call, the same ever after and in every tab. */
export function ownerSecret(): string {
  const known = stored() ?? inMemory;
  if (known !== null) return known;
  const secret = newSecret();
  try {
    window.localStorage.setItem(OWNER_SECRET_KEY, secret);
  } catch {
    inMemory = secret;
  }
  return stored() ?? secret;
}

/** SHA-256 of this device's secret, as the database keeps it; null where the browser computes none (a page without https). */
export async function ownerSecretHash(): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(ownerSecret()));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Held by every tab: shared by what goes out under the secret, alone by what gives it up. */
const LOCK = 'accord-owner';

/** Runs what is sent under this device's secret: it is not given up before the answer is here. */
export function underOwnerSecret<T>(work: () => Promise<T>): Promise<T> {
  return locked(LOCK, work, { mode: 'shared' });
}

/** Runs what gives the secret up when nothing is under way with it in any tab: what came later would belong to nobody. */
export function withoutOwnerSecretInUse<T>(work: () => Promise<T>): Promise<T> {
  return locked(LOCK, work);
}

/** True when this device has made something as a visitor, or may have: it has a secret. */
export function hasOwnerSecret(): boolean {
  return stored() !== null || inMemory !== null;
}

/** Forgets the secret: what it owned belongs to a member now, or is gone. The next visitor of this device gets another one. */
export function forgetOwnerSecret(): void {
  inMemory = null;
  try {
    window.localStorage.removeItem(OWNER_SECRET_KEY);
  } catch {
    // Nothing was kept.
  }
}
