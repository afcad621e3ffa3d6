import { localStore } from '../../../../core/storage/localStore.ts';

/** Local key: somebody has logged in on this device, and their account was not deleted here. */
export const BEEN_HERE_KEY = 'accord:member';

/** True where a member has logged in before: such a visitor is asked for a password, a newcomer for a new account. */
export function hasBeenHere(): boolean {
  return localStore.read(BEEN_HERE_KEY) === true;
}

export function rememberBeingHere(): void {
  if (!hasBeenHere()) localStore.keep(BEEN_HERE_KEY, true);
}
