import { sendLater } from '../../../outbox/state/index.ts';
import { ownerId } from '../../../members/state/session/index.ts';
import { changePlan, readPlan } from '../../backend/accountPlan.ts';

/* What the account of whoever is signed in has to be told. Visitors have none. */

/** Sends what changed, as soon as there is a connection, where the account keeps the diary. */
export async function syncSoon(): Promise<void> {
  const member = ownerId();
  if (member === null) return;
  const { keeping, wanted } = await readPlan(member);
  if (keeping || wanted !== null) await sendLater('diary', {});
}

/** Notes that entries were deleted here; `all`: that all were. Call it before they are, so that nothing brings them back. */
export async function noteStruck(ids: readonly string[], all = false): Promise<void> {
  const member = ownerId();
  if (member === null) return;
  await changePlan(member, ({ struck, emptied }) => ({
    struck: [...new Set([...struck, ...ids])],
    emptied: emptied || all,
  }));
}
