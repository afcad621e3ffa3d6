import { localStore } from '#core/storage/localStore.ts';

/**
 * Local key: a member has registered or logged in on this device, and neither the account nor the device's data was
 * deleted here.
 */
export const RETURNING_VISITOR_KEY = 'accord:member';

/**
 * True if a member has registered or logged in here before: such a visitor gets the log-in form, a newcomer the
 * registration.
 */
export function isReturningVisitor(): boolean {
  return localStore.read(RETURNING_VISITOR_KEY) === true;
}

export function markReturningVisitor(): void {
  if (!isReturningVisitor()) localStore.keep(RETURNING_VISITOR_KEY, true);
}

/** Removes the key: a visitor who takes everything back is a newcomer again. */
export function clearReturningVisitor(): void {
  localStore.remove(RETURNING_VISITOR_KEY);
}
