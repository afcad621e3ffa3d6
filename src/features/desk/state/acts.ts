import { proxy } from 'valtio';
import {
  blockMember,
  hideSubjects,
  LARGEST_PAGE,
  restoreSubjects,
  setItemStates,
  settleRecordings,
  unblockMember,
  undoEntry,
  type Change,
} from '../backend/desk.ts';
import { failureWords, isRefusal } from '../domain/failureWords.ts';
import { countOf, STATE_LABELS, type ItemState, type Kind } from '../domain/kinds.ts';
import type { Subject } from '../domain/moderation.ts';
import { askAccess, asMember } from './access.ts';
import { changeItems, loadCounts, refreshList } from './list.ts';
import { refreshLog } from './log.ts';

/** What was done last, and whether it can be taken back. */
export const acts = proxy<{
  /** A sentence; null when nothing was done yet. */
  said: string | null;
  /** Entries of the log that the button takes back, in the order in which they were made. */
  logs: number[];
  /** The button takes an undo back. */
  again: boolean;
  /** Why the last act failed. */
  trouble: string | null;
  busy: boolean;
}>({ said: null, logs: [], again: false, trouble: null, busy: false });

interface Done {
  logs: number[];
  changed: number;
  skipped: number;
}

/**
 * Makes calls one after the other. What was done before one fails stays done, and can be taken back; the failure is told
 * beside it.
 */
async function doAll(
  calls: readonly (() => Promise<Change>)[],
  { say, again = false }: { say: (done: Done) => string; again?: boolean },
): Promise<boolean> {
  if (acts.busy) return false;
  Object.assign(acts, { busy: true, trouble: null });
  const done: Done = { logs: [], changed: 0, skipped: 0 };
  let failure: unknown = null;
  try {
    for (const call of calls) {
      const { log, changed, skipped } = await call();
      if (log !== null) done.logs.push(log);
      done.changed += changed;
      done.skipped += skipped;
    }
  } catch (error) {
    failure = error;
    if (isRefusal(error)) void askAccess({ quietly: true });
  }
  acts.busy = false;
  if (failure === null || done.changed > 0) Object.assign(acts, { said: say(done), logs: done.logs, again });
  if (failure !== null)
    acts.trouble =
      done.changed > 0 ? `Only a part was done. ${failureWords(failure, 'reading')}` : failureWords(failure);
  if (done.changed > 0) void loadCounts();
  refreshLog();
  return failure === null;
}

/** Calls for items by as many as the database takes at once. */
function inParts<Id>(ids: readonly Id[], call: (part: Id[]) => Promise<Change>): (() => Promise<Change>)[] {
  return Array.from({ length: Math.ceil(ids.length / LARGEST_PAGE) }, (_, i) => () => {
    return call(ids.slice(i * LARGEST_PAGE, (i + 1) * LARGEST_PAGE));
  });
}

const NOTHING = 'Nothing to change: it is so already.';

/** Sets the state of items; they stay where they are in the list. */
export async function setStates(kind: Kind, ids: readonly string[], state: ItemState): Promise<void> {
  const calls = inParts(ids, async (part) => {
    const change = await setItemStates(kind, part, state, asMember());
    changeItems(kind, part, { state });
    return change;
  });
  await doAll(calls, {
    say: ({ changed }) => (changed === 0 ? NOTHING : `${countOf(kind, changed)}: ${STATE_LABELS[state]}.`),
  });
}

/** Reads the list after something was hidden: a recording that is not heard any more may have another address. */
async function settle(): Promise<void> {
  await settleRecordings(asMember());
  await refreshList();
}

/** Groups things by what they are. */
const bySubject = (things: readonly Subject[], call: (subject: string, ids: string[]) => Promise<Change>) =>
  (['fragrance', 'share', 'room'] as const).flatMap((subject) => {
    const ids = [...new Set(things.filter((thing) => thing.subject === subject).map(({ id }) => id))];
    return inParts(ids, (part) => call(subject, part));
  });

/** Hides public things for a reason that their makers read. Resolves with true when all of it was done. */
export async function hide(things: readonly Subject[], reason: string): Promise<boolean> {
  const calls = bySubject(things, (subject, ids) => hideSubjects(subject, ids, reason, asMember()));
  const ok = await doAll(calls, { say: ({ changed }) => (changed === 0 ? NOTHING : `${changed} hidden.`) });
  await settle();
  return ok;
}

/** Gives things back to the public, and lays aside the reports about them. */
export async function restore(things: readonly Subject[]): Promise<void> {
  const calls = bySubject(things, (subject, ids) => restoreSubjects(subject, ids, asMember()));
  await doAll(calls, {
    say: ({ changed }) =>
      changed === 0 ? 'Looked at. Nothing was hidden; reports hide it no more.' : `${changed} public again.`,
  });
  await refreshList();
}

/** Blocks members for a reason that they read. Resolves with true when all of it was done. */
export async function block(members: readonly string[], reason: string): Promise<boolean> {
  const calls = members.map((member) => () => blockMember(member, reason, asMember()));
  const ok = await doAll(calls, {
    say: ({ changed }) => (changed === 0 ? NOTHING : `${countOf('member', changed)} blocked.`),
  });
  await settle();
  return ok;
}

/** Ends the blocks of members. */
export async function unblock(members: readonly string[]): Promise<void> {
  const calls = members.map((member) => () => unblockMember(member, asMember()));
  await doAll(calls, {
    say: ({ changed }) => (changed === 0 ? NOTHING : `The block of ${countOf('member', changed)} has ended.`),
  });
  await refreshList();
}

/** Takes back what entries of the log have done, the last one first. That can be taken back in its turn. */
export async function undo(logs: readonly number[], { again = true }: { again?: boolean } = {}): Promise<void> {
  const calls = logs.toReversed().map((log) => () => undoEntry(log, asMember()));
  await doAll(calls, {
    again,
    say: ({ changed, skipped }) =>
      [
        changed === 0 ? 'Nothing to take back.' : again ? 'Taken back.' : 'Done again.',
        skipped === 0 ? '' : `${skipped} had changed since and ${skipped === 1 ? 'stays' : 'stay'} so.`,
      ]
        .join(' ')
        .trim(),
  });
  await settle();
}

/** Says that a note was saved, with its undo. */
export function noteSaved(log: number | null): void {
  if (log === null) return;
  Object.assign(acts, { said: 'Note saved.', logs: [log], again: false, trouble: null });
  refreshLog();
}

/** Forgets what was done. */
export function forgetActs(): void {
  Object.assign(acts, { said: null, logs: [], again: false, trouble: null });
}
