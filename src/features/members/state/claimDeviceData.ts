import { outbox } from '#features/outbox/backend/outbox.ts';
import type { MemberProfile } from '#features/session/domain/member.ts';
import { connection } from '#core/network/connection.ts';
import { markReturningVisitor } from '#features/session/state/returningVisitor.ts';
import { localStore } from '#core/storage/localStore.ts';
import { deleteOwnerSecret, hasOwnerSecret, whenOwnerSecretUnused } from '#core/storage/ownerSecret.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { FALLBACK_KEY, SAVED_KEY } from '#features/fragrance/state/savedFragrances.ts';
import { hasSignedInWithPassword, session, sessionSignal } from '#features/session/state/session.ts';
import { giveRecordsTo } from '#features/share/state/shares.ts';
import { handleFinishedJob, syncLocalFragrances } from '#features/fragrance/state/saveFragrance.ts';
import { claimDevice } from '#features/session/backend/account.ts';

/*
 * Moves the data of this device to the member who registers or signs in here with a password. After a sign-in by mail
 * link alone nothing moves: the account may be another person's.
 */

/** Lives as long as the page, with the delayed calls. */
const pageScope = new Scope();

/** Runs claims one after the other: a claim for the previous member must not count for the next. */
let turnOfClaim: Promise<void> = Promise.resolve();

/**
 * Gives the visitor's shares, submissions and recordings to the member; the next visitor of this device gets a new
 * secret.
 */
function claim(memberId: string): Promise<void> {
  if (!hasSignedInWithPassword(memberId) || !hasOwnerSecret()) return turnOfClaim;
  const signal = sessionSignal();
  turnOfClaim = turnOfClaim.then(() => claimUntil(signal, memberId));
  return turnOfClaim;
}

/**
 * Never rejects. A failed claim is retried at the next sign-in or reconnect; until then the secret still owns the data.
 */
async function claimUntil(signal: AbortSignal, memberId: string): Promise<void> {
  try {
    // Also claims a recording that is still being uploaded under the secret.
    await whenOwnerSecretUnused(async () => {
      if (signal.aborted || !hasSignedInWithPassword(memberId) || !hasOwnerSecret()) return;
      await claimDevice({ signal });
      // If the member left meanwhile, keep the secret: the claimed rows are the member's, the others still the
      // device's.
      if (signal.aborted) return;
      deleteOwnerSecret();
      giveRecordsTo(memberId);
    });
  } catch {
    // Retried at the next sign-in or reconnect.
  }
}

async function adopt(memberId: string): Promise<void> {
  markReturningVisitor();
  await claim(memberId);
  if (session.user?.id !== memberId || (localStore.read(FALLBACK_KEY) === null && localStore.read(SAVED_KEY) === null))
    return;
  await syncLocalFragrances();
}

/** Moves this device's data to a member who has just signed in or was verified. Runs in the background. */
export function claimDeviceData({ id }: Pick<MemberProfile, 'id'>): void {
  pageScope.timeout(() => void adopt(id).catch(() => undefined), 0);
}

// Retry failed claims when the connection is back, without a reload.
connection.subscribe(() => {
  if (connection.online && session.user !== null && session.isResolved) claimDeviceData(session.user);
});

outbox.onSettled('fragrance', ({ entry, ok }) => {
  if (typeof entry.ownerId !== 'string') return;
  handleFinishedJob(entry.payload, entry.ownerId, ok);
});
