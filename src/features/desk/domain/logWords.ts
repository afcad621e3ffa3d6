import { countOf, isKind, STATE_LABELS, type ItemState } from './kinds.ts';
import type { LogEntry } from './rows.ts';

/** Acts that can be taken back. */
const UNDOABLE = ['state', 'note', 'hide', 'restore', 'block', 'unblock'];

/** True when an entry can be taken back: once only. */
export const isUndoable = ({ act, undoneBy }: LogEntry): boolean => UNDOABLE.includes(act) && undoneBy === null;

/** Who has done it. */
export function actorOf({ actor, actorEmail }: LogEntry): string {
  if (actorEmail !== null) return actorEmail;
  return actor === null ? 'The service key' : 'An account that is gone';
}

/** What was done, as a sentence without its subject: "set 2 orders to Done". */
export function actWords({ act, kind, items, before, after }: LogEntry): string {
  const things = isKind(kind)
    ? countOf(kind, items.length)
    : `${items.length} ${items.length === 1 ? kind : `${kind}s`}`;
  switch (act) {
    case 'state':
      return `set ${things} to ${statesIn(after)}`;
    case 'note':
      return `wrote a note on ${things}`;
    case 'hide':
      return `hid ${things}`;
    case 'restore':
      return `gave back ${things}`;
    case 'clear':
      return `looked at ${things} and let ${items.length === 1 ? 'it' : 'them'} stand`;
    case 'block':
      return `blocked ${things}`;
    case 'unblock':
      return `ended the block of ${things}`;
    case 'shop':
      return `changed ${things} of the shop`;
    case 'add owner':
      return `made ${mailIn(after)} an owner`;
    case 'remove owner':
      return `took ${mailIn(before)} off the list of owners`;
    default:
      return `${act}: ${things}`;
  }
}

/** The names of the states that items have gone to: of an undo there may be several. */
function statesIn(after: Readonly<Record<string, unknown>>): string {
  const labels = [...new Set(Object.values(after))].map(
    (state) => STATE_LABELS[state as ItemState] ?? valueWords(state),
  );
  return labels.join(', ');
}

const mailIn = ({ email }: Readonly<Record<string, unknown>>): string =>
  typeof email === 'string' ? email : 'an account';

/** A value of the log in words. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && 'reason' in value && typeof value.reason === 'string') return value.reason;
  return JSON.stringify(value);
}
