import { localStore } from '#core/storage/localStore.ts';

/**
 * Local key: a member has registered or logged in on this device, and neither the account nor the device's data was
 * deleted here.
 */
export const BEEN_HERE_KEY = 'accord:member';

/**
 * True if a member has registered or logged in here before: such a visitor gets the log-in form, a newcomer the
 * registration.
 */
export function isReturningVisitor(): boolean {
  return localStore.read(BEEN_HERE_KEY) === true;
}

export function markReturningVisitor(): void {
  if (!isReturningVisitor()) localStore.keep(BEEN_HERE_KEY, true);
}

/** Removes the key: a visitor who takes everything back is a newcomer again. */
export function forgetBeingHere(): void {
  localStore.remove(BEEN_HERE_KEY);
}
