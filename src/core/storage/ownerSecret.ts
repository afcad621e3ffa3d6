import { withLock } from './withLock.ts';

/*
 * A visitor's data belongs to a secret of 128 bits, which leaves this device only to prove ownership: the database
 * stores its SHA-256. Clearing the browser's data gives the ownership up.
 */

/** Local key of the secret. */
export const OWNER_SECRET_KEY = 'accord:owner';

const SECRET_PATTERN = /^[0-9a-f]{32}$/;

/** Fallback without local storage: the secret lasts as long as the page. */
let inMemory: string | null = null;

function readStored(): string | null {
  try {
    const text = window.localStorage.getItem(OWNER_SECRET_KEY);
    return text !== null && SECRET_PATTERN.test(text) ? text : null;
  } catch {
    return null;
  }
}

function newSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** This device's secret, 32 hexadecimal digits; created at the first call and shared by all tabs. */
export function ownerSecret(): string {
  const known = readStored() ?? inMemory;
  if (known !== null) return known;
  const secret = newSecret();
  try {
    window.localStorage.setItem(OWNER_SECRET_KEY, secret);
  } catch {
    inMemory = secret;
  }
  return readStored() ?? secret;
}

/** SHA-256 of this device's secret; null where the browser cannot compute it (a page without https). */
export async function ownerSecretHash(): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(ownerSecret()));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Lock: shared by requests under the secret, exclusive for giving it up. */
const LOCK_NAME = 'accord-owner';

/** Sends under this device's secret: the secret stays until the answer. */
export function withOwnerSecret<T>(work: () => Promise<T>): Promise<T> {
  return withLock(LOCK_NAME, work, { mode: 'shared' });
}

/** Gives the secret up once no tab uses it: later data would have no owner. */
export function whenOwnerSecretUnused<T>(work: () => Promise<T>): Promise<T> {
  return withLock(LOCK_NAME, work);
}

/** True when this device has a secret, and so may own data as a visitor. */
export function hasOwnerSecret(): boolean {
  return readStored() !== null || inMemory !== null;
}

/** Deletes the secret, after its data was claimed by a member or deleted. The next visitor gets another one. */
export function deleteOwnerSecret(): void {
  inMemory = null;
  try {
    window.localStorage.removeItem(OWNER_SECRET_KEY);
  } catch {
    // Nothing was stored.
  }
}
