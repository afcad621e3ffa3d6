import * as z from 'zod/mini';
import { audioPathOf, playbackUrlOf } from '../../../core/recordings/audioPath.ts';
import { BackendError } from '../../../core/backend/errors.ts';
import { callFunction } from '../../../core/backend/functions.ts';
import { callRows, callRpc, type RpcOptions } from '../../../core/backend/rpc.ts';
import { date, table, type Table } from '../../../core/backend/table.ts';
import { KINDS, type ItemState, type Kind } from '../domain/kinds.ts';
import { DATE_FIELDS, logSchema, ROW_SCHEMAS, type DeskItem, type LogEntry } from '../domain/rows.ts';

/*
 * The functions of the desk (docs/desk.md). The database refuses everybody who is no owner; nothing here decides that.
 */

export type Access = 'open' | 'factor' | 'none';

/** What the member may do at the desk. @throws BackendError */
export async function deskAccess(options: RpcOptions = {}): Promise<Access> {
  const answer = await callRpc('desk_access', {}, options);
  // Whatever else it answers opens nothing.
  return answer === 'open' || answer === 'factor' ? answer : 'none';
}

/** Reads dates as ISO dates, whatever the form in which the database writes them. */
function withDates(kind: Kind): Table<Record<string, unknown>> {
  const { shape } = ROW_SCHEMAS[kind] as z.ZodMiniObject;
  const dates = DATE_FIELDS.filter((field) => field in shape).map((field) => [
    field,
    field === 'at' ? date : z.nullable(date),
  ]);
  return table(`desk_${kind}s`, z.object({ ...shape, ...Object.fromEntries(dates) }));
}

const TABLES = Object.fromEntries(KINDS.map((kind) => [kind, withDates(kind)])) as Record<
  Kind,
  ReturnType<typeof withDates>
>;
const LOG = table('desk_log', z.object({ ...logSchema.shape, at: date }));

/** Part of a list, as it is asked for. */
export interface DeskQuery {
  kind: Kind;
  /** Words; each is found by its beginning. */
  search: string;
  state: ItemState | null;
}

/** Where a list goes on; opaque. */
export type Cursor = Readonly<Record<string, unknown>>;

/** A page of a list. `skipped` rows could not be read; without `next` it is the last page. */
export interface DeskPage<Row> {
  rows: Row[];
  skipped: number;
  next: Cursor | null;
}

/** Rows of a page on the screen. */
export const DESK_PAGE = 25;
/** The longest page that the database gives, and the most items that one change takes. */
export const LARGEST_PAGE = 200;

/** One bad row must not take the list with it: it is left out and counted. */
function readEach<Row>(rows: readonly unknown[], read: (row: unknown) => Row): { rows: Row[]; skipped: number } {
  const found: Row[] = [];
  for (const row of rows) {
    try {
      found.push(read(row));
    } catch {
      continue;
    }
  }
  return { rows: found, skipped: rows.length - found.length };
}

/** The last row of a page that says where it stands: the next page begins there. */
function cursorOf(rows: readonly unknown[], pageSize: number, read: (row: never) => Cursor | null): Cursor | null {
  if (rows.length < pageSize) return null;
  for (const row of rows.toReversed()) {
    const cursor = typeof row === 'object' && row !== null ? read(row as never) : null;
    if (cursor !== null) return cursor;
  }
  return null;
}

function itemFrom(kind: Kind, row: unknown): DeskItem {
  const item = { kind, ...TABLES[kind].fromRow(row) } as unknown as DeskItem;
  // Only recordings in our storage are played: another address would tell a stranger who listens.
  if ('audioUrl' in item && item.audioUrl !== null)
    item.audioUrl = audioPathOf(item.audioUrl) === null ? null : playbackUrlOf(item.audioUrl);
  return item;
}

/** A page of a list, newest first. @throws BackendError */
export async function listDesk(
  { kind, search, state }: DeskQuery,
  after: Cursor | null,
  { pageSize = DESK_PAGE, ...options }: RpcOptions & { pageSize?: number } = {},
): Promise<DeskPage<DeskItem>> {
  const args = { search: search.trim(), of_state: state, before_at: null, before_id: null, ...after };
  const rows = await callRows(`desk_${kind}s`, { ...args, page_size: pageSize }, options);
  return {
    ...readEach(rows, (row) => itemFrom(kind, row)),
    // The database's own time, which has microseconds.
    next: cursorOf(rows, pageSize, ({ at, id }: { at?: unknown; id?: unknown }) =>
      typeof at === 'string' && typeof id === 'string' ? { before_at: at, before_id: id } : null,
    ),
  };
}

/** A page of the log, newest first; `of` names one item. @throws BackendError */
export async function listLog(
  of: { kind: Kind; id: string } | null,
  after: Cursor | null,
  { pageSize = DESK_PAGE, ...options }: RpcOptions & { pageSize?: number } = {},
): Promise<DeskPage<LogEntry>> {
  const args = { of_kind: of?.kind ?? null, of_item: of?.id ?? null, before_id: null, ...after, page_size: pageSize };
  const rows = await callRows('desk_log', args, options);
  return {
    ...readEach(rows, (row) => LOG.fromRow(row) as LogEntry),
    next: cursorOf(rows, pageSize, ({ id }: { id?: unknown }) => (typeof id === 'number' ? { before_id: id } : null)),
  };
}

const countRow = z.object({ kind: z.enum(KINDS), new_items: z.int().check(z.gte(0)) });

/** The number of new items of each list. @throws BackendError */
export async function deskCounts(options: RpcOptions = {}): Promise<Record<Kind, number>> {
  const rows = await callRows('desk_counts', {}, options);
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  for (const { kind, new_items } of readEach(rows, (row) => z.parse(countRow, row)).rows) counts[kind] = new_items;
  return counts;
}

/** What a change has done. */
export interface Change {
  /** Its entry in the log; null when nothing changed. */
  log: number | null;
  changed: number;
  /** Of an undo: what was changed since and stays. */
  skipped: number;
}

const changeAnswer = z.nullable(z.object({ log: z.nullable(z.int()), changed: z.int(), skipped: z.optional(z.int()) }));

async function change(name: string, args: object, options: RpcOptions): Promise<Change> {
  const read = z.safeParse(changeAnswer, await callRpc(name, args, options));
  if (!read.success) throw new BackendError('server', `${name} gave no answer that can be read.`);
  // A null: there is no such item any more.
  return { log: read.data?.log ?? null, changed: read.data?.changed ?? 0, skipped: read.data?.skipped ?? 0 };
}

/** Sets the state of up to 200 items. @throws BackendError */
export const setItemStates = (kind: Kind, ids: readonly string[], state: ItemState, options: RpcOptions = {}) =>
  change('desk_set_state', { kind, ids, state }, options);
/** Writes a note. @throws BackendError */
export const setItemNote = (kind: Kind, id: string, note: string, options: RpcOptions = {}) =>
  change('desk_set_note', { kind, id, note }, options);
/** Hides up to 200 fragrances or shares; their makers read the reason. @throws BackendError */
export const hideSubjects = (subject: string, ids: readonly string[], reason: string, options: RpcOptions = {}) =>
  change('desk_hide', { subject, ids, reason }, options);
/** Gives up to 200 fragrances or shares back, and lays reports about them aside. @throws BackendError */
export const restoreSubjects = (subject: string, ids: readonly string[], options: RpcOptions = {}) =>
  change('desk_restore', { subject, ids }, options);
/** Blocks a member, who reads the reason. @throws BackendError */
export const blockMember = (member: string, reason: string, options: RpcOptions = {}) =>
  change('desk_block', { member, reason }, options);
/** Ends a block. @throws BackendError */
export const unblockMember = (member: string, options: RpcOptions = {}) => change('desk_unblock', { member }, options);
/** Takes back what an entry of the log has done. @throws BackendError */
export const undoEntry = (log: number, options: RpcOptions = {}) => change('desk_undo', { log }, options);

/**
 * Has the files of recordings that are not public any more moved or removed at once. Where it cannot be asked, the
 * nightly clean-up does it.
 */
export async function settleRecordings(options: RpcOptions = {}): Promise<void> {
  await callFunction('settle-recordings', {}, options).catch(() => undefined);
}
