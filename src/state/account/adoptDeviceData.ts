import { outbox } from '../../backend/outbox/outbox.ts';
import type { MemberProfile } from '../../domain/account/member.ts';
import { connection } from '../../platform/network/connection.ts';
import { localStore } from '../../platform/storage/localStore.ts';
import { forgetOwnerSecret, hasOwnerSecret, withoutOwnerSecretInUse } from '../../platform/storage/ownerSecret.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { FALLBACK_KEY, SAVED_KEY } from '../fragrance/localFragrances.ts';
import { isOwnDevice, session, sessionSignal } from './session.ts';
import { giveRecordsTo } from '../sharing/shareRecords.ts';

/*
 * What was made on this device comes along to the member who signs in here with the password, or registered here. After
 * a mail's link alone nothing does: it may be somebody else's account.
 */

/** Ends with the page; owns the turns that are put off. */
const pageScope = new Scope();

/** Claims take turns: one that was begun for the member before must not stand for the next one's. */
let turnOfClaim: Promise<void> = Promise.resolve();

/** Shares, submissions and recordings of the visitor become the member's; the next visitor of this device gets a fresh secret. */
function claim(memberId: string): Promise<void> {
  if (!isOwnDevice(memberId) || !hasOwnerSecret()) return turnOfClaim;
  const signal = sessionSignal();
  turnOfClaim = turnOfClaim.then(() => claimUntil(signal, memberId));
  return turnOfClaim;
}

/** Never rejects: what could not be claimed is tried again at the next occasion; until then the secret owns what it owned. */
async function claimUntil(signal: AbortSignal, memberId: string): Promise<void> {
  try {
    const { claimDevice } = await import('../../backend/members/account.ts');
    // A recording that is still going out under the secret is claimed with the rest.
    await withoutOwnerSecretInUse(async () => {
      if (signal.aborted || !isOwnDevice(memberId) || !hasOwnerSecret()) return;
      await claimDevice({ signal });
      // Where the member left meanwhile, the secret stays: what it owns is the member's by now, or still the device's.
      if (signal.aborted) return;
      forgetOwnerSecret();
      giveRecordsTo(memberId);
    });
  } catch {
    // Said above.
  }
}

async function bring(memberId: string): Promise<void> {
  await claim(memberId);
  if (session.user?.id !== memberId || (localStore.read(FALLBACK_KEY) === null && localStore.read(SAVED_KEY) === null))
    return;
  const { syncLocalFragrances } = await import('../fragrance/saveAndSync.ts');
  await syncLocalFragrances();
}

/** Brings what this device holds to a member who has just signed in or was verified; nothing waits for it. */
export function adoptDeviceData({ id }: Pick<MemberProfile, 'id'>): void {
  pageScope.timeout(() => void bring(id).catch(() => undefined), 0);
}

// What could not go then goes when the connection is back, without a reload.
connection.subscribe(() => {
  if (connection.online && session.user !== null && session.verified) adoptDeviceData(session.user);
});

outbox.onSettled('fragrance', ({ entry, ok }) => {
  if (typeof entry.ownerId !== 'string') return;
  const { ownerId } = entry;
  void import('../fragrance/saveAndSync.ts')
    .then(({ jobSettled }) => jobSettled(entry.payload, ownerId, ok))
    .catch(() => undefined);
});
