import type { MemberProfile } from '../domain/member.ts';
import { localStore } from '../platform/localStore.ts';
import { Scope } from '../platform/scope.ts';
import { FALLBACK_KEY, SAVED_KEY } from './localFragrances.ts';

/* What was made on this device comes along to the member who signs in here. */

/** Ends with the page; owns the turns that are put off. */
const pageScope = new Scope();

/** Brings up what this device holds for a member who has just signed in or was verified; nothing waits for it. */
export function takeAlong(_member: MemberProfile): void {
  if (localStore.read(FALLBACK_KEY) === null && localStore.read(SAVED_KEY) === null) return;
  pageScope.timeout(() => void import('./savedFragrances.ts').then(({ bringLocalFragrances }) => bringLocalFragrances()).catch(() => undefined), 0);
}
