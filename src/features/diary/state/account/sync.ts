/**
 * Makes this device and the account of a member have the same diary. It runs from the start to the end of what there is to do, so it may
 * be repeated after any failure; nothing is decided by a clock. An entry that the account has had, and has no more, was deleted on
 * another device; one that it never had is new here.
 */
import { outbox, type SendContext } from '../../../outbox/backend/index.ts';
import { BackendError } from '../../../../core/backend/errors.ts';
import type { RpcOptions } from '../../../../core/backend/rpc.ts';
import { locked } from '../../../../core/storage/locked.ts';
import {
  accountEntries,
  accountIndex,
  keepDiary,
  keepEntries,
  MOST_AT_ONCE,
  pressInAccount,
  strikeInAccount,
} from '../../backend/accountDiary.ts';
import { changePlan, readPlan, type AccountPlan } from '../../backend/accountPlan.ts';
import { addEntries, changeEntries, readDiary, type Change } from '../../backend/diaryStore.ts';
import type { DiaryEntry } from '../../domain/entry.ts';
import { keysOf, visibleTo } from '../visible.ts';

/** Sends a waiting job of the outbox: whatever it was added for, all is done. @throws BackendError */
export async function syncDiary({ id, ownerId, signal }: SendContext): Promise<void> {
  if (ownerId === null) return;
  const others = (await outbox.entries('diary')).filter((job) => job.ownerId === ownerId && job.id !== id);
  await locked('accord-diary-sync', () => told(ownerId, { ownerId, signal }), { signal });
  for (const job of others) await outbox.remove(job.id);
}

/** Synchronises, and keeps why the account takes no more. */
async function told(member: string, options: RpcOptions): Promise<void> {
  try {
    await sync(member, options);
    if ((await readPlan(member)).trouble !== null) await changePlan(member, () => ({ trouble: null }));
  } catch (error) {
    // Switched off on another device meanwhile.
    if (hintOf(error) === 'not_keeping') return leave(member);
    const trouble = troubleOf(error);
    if (trouble === null) throw error;
    await changePlan(member, (plan) => ({
      trouble,
      wanted: trouble === 'blocked' && plan.wanted ? null : plan.wanted,
    }));
  }
}

const hintOf = (error: unknown): string | undefined => (error instanceof BackendError ? error.hint : undefined);

function troubleOf(error: unknown): AccountPlan['trouble'] {
  const hint = hintOf(error);
  return hint === 'too_many' ? 'full' : hint === 'blocked' ? 'blocked' : null;
}

async function sync(member: string, options: RpcOptions): Promise<void> {
  if ((await readPlan(member)).wanted === true) {
    await keepDiary(true, options);
    await changePlan(member, ({ wanted }) => ({ keeping: true, wanted: wanted === true ? null : wanted }));
  }
  // The device first: what is missing in the account by then was deleted elsewhere, and what is new in it is fetched.
  const here = visibleTo((await readDiary()).entries, member);
  const there = await accountIndex(options);
  if (there === null) return leave(member);
  const { wanted } = await strike(member, there, options);
  // What is fetched is safe, also where no more can be sent.
  await pull(member, here, there, options);
  if (wanted !== false) return push(member, here, there, options);
  await keepDiary(false, options);
  await leave(member);
}

/** The account keeps no diary: entries of this device stay, as its own. */
async function leave(member: string): Promise<void> {
  const marked = (await readDiary()).entries.filter(
    ({ owner, inAccount }) => owner === member && inAccount !== undefined,
  );
  await changeEntries(marked.map((marks) => [marks, (entry) => ({ ...entry, inAccount: undefined })]));
  await changePlan(member, ({ wanted }) => ({
    keeping: false,
    wanted: wanted === false ? null : wanted,
    struck: [],
    emptied: false,
    trouble: null,
  }));
}

/** Deletes in the account what was deleted here. */
async function strike(
  member: string,
  there: Map<string, boolean>,
  options: RpcOptions,
): Promise<{ wanted: boolean | null }> {
  const { struck, emptied, keeping, wanted } = await readPlan(member);
  const goes = (emptied ? [...there.keys()] : struck).filter((id) => there.has(id));
  if (goes.length > 0) await strikeInAccount(goes, options);
  for (const id of goes) there.delete(id);
  if (struck.length > 0 || emptied || !keeping) {
    const done = new Set(struck);
    await changePlan(member, (plan) => ({
      keeping: true,
      struck: plan.struck.filter((id) => !done.has(id)),
      emptied: plan.emptied && !emptied,
    }));
  }
  return { wanted };
}

/** Marks entries as what the account has; one that was pressed meanwhile is still to be told. */
const markKept = (member: string, entries: readonly (readonly [DiaryEntry, pressed: boolean])[]): Promise<void> =>
  changeEntries(
    entries.map(([key, pressed]) => [
      key,
      (entry) => ({ ...entry, owner: member, inAccount: entry.pressed === pressed ? 'kept' : 'changed' }),
    ]),
  );

/** Brings here what the account has, and takes away what it has no more. */
async function pull(
  member: string,
  here: readonly DiaryEntry[],
  there: ReadonlyMap<string, boolean>,
  options: RpcOptions,
): Promise<void> {
  const changes: Change[] = [];
  for (const known of here) {
    const now = there.get(known.id);
    if (now === undefined && known.inAccount !== undefined)
      changes.push(...keysOf(known.id, member).map((key): Change => [key, () => null]));
    else if (now !== undefined && known.inAccount === 'kept' && now !== known.pressed)
      // Unless it was pressed here since.
      changes.push([known, (entry) => (entry.inAccount === 'kept' ? { ...entry, pressed: now } : entry)]);
  }
  await changeEntries(changes);
  // The answer to an earlier call was lost.
  const known = here.filter(({ id, inAccount }) => inAccount === undefined && there.has(id));
  await markKept(
    member,
    known.map((entry) => [entry, there.get(entry.id)!] as const),
  );
  const ids = new Set(here.map(({ id }) => id));
  const missing = [...there.keys()].filter((id) => !ids.has(id));
  for (let from = 0; from < missing.length; from += MOST_AT_ONCE) {
    const entries = await accountEntries(missing.slice(from, from + MOST_AT_ONCE), options);
    await addEntries(entries.map((entry) => ({ ...entry, owner: member, inAccount: 'kept' })));
  }
}

/** Brings to the account what is new or pressed here. */
async function push(
  member: string,
  here: readonly DiaryEntry[],
  there: ReadonlyMap<string, boolean>,
  options: RpcOptions,
): Promise<void> {
  const pressed = here.filter(({ id, inAccount }) => inAccount === 'changed' && there.has(id));
  for (const entry of pressed) {
    await pressInAccount(entry, options);
    await markKept(member, [[entry, entry.pressed]]);
  }
  const fresh = here.filter(({ id, inAccount }) => inAccount === undefined && !there.has(id));
  for (let from = 0; from < fresh.length; from += MOST_AT_ONCE) {
    const entries = fresh.slice(from, from + MOST_AT_ONCE);
    await keepEntries(entries, options);
    await markKept(
      member,
      entries.map((entry) => [entry, entry.pressed] as const),
    );
  }
}
