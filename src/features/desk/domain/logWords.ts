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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an act has changed of an item, before and after, in words; of a product of the shop the fields that differ. */
export function changeWords(before: unknown, after: unknown): [before: string, after: string] {
  if (!isRecord(after) || !('on_sale' in after)) return [valueWords(before), valueWords(after)];
  const earlier = isRecord(before) ? before : {};
  const fields = Object.keys(after).filter(
    (field) => field !== 'id' && JSON.stringify(earlier[field]) !== JSON.stringify(after[field]),
  );
  const words = (row: Readonly<Record<string, unknown>>) =>
    fields.map((field) => `${field.replaceAll('_', ' ')}: ${valueWords(row[field])}`).join(', ');
  return [isRecord(before) ? words(earlier) : 'nothing', words(after)];
}

/** A value of the log in words. */
function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && 'reason' in value && typeof value.reason === 'string') return value.reason;
  return JSON.stringify(value);
}
