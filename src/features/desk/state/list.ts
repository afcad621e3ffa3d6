import { proxy, ref } from 'valtio';
import { LatestTask } from '../../../core/lifetime/scope.ts';
import { DESK_PAGE, deskCounts, LARGEST_PAGE, listDesk, type Cursor, type DeskQuery } from '../backend/desk.ts';
import { failureWords, isRefusal } from '../domain/failureWords.ts';
import { KINDS, type ItemState, type Kind } from '../domain/kinds.ts';
import type { DeskItem } from '../domain/rows.ts';
import { askAccess, asMember } from './access.ts';

/** The list on the screen, newest first. */
export const list = proxy<{
  query: DeskQuery;
  items: DeskItem[];
  /** Rows that could not be read. */
  skipped: number;
  status: 'loading' | 'ready' | 'failed';
  /** Why it failed. */
  trouble: string | null;
  /** There is another page. */
  more: boolean;
  /** The next page is loading. */
  extending: boolean;
  /** Ids of the chosen items, in no order. */
  chosen: string[];
}>({
  query: { kind: 'order', search: '', state: null },
  items: [],
  skipped: 0,
  status: 'loading',
  trouble: null,
  more: false,
  extending: false,
  chosen: [],
});

const none = () => Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;

/** The number of new items of each list. `known` once they were asked for: tabs that grow later would move. */
export const counts = proxy<{ known: boolean; fresh: Record<Kind, number> }>({ known: false, fresh: none() });

let next: Cursor | null = null;
/** The newest list; answers to older ones are dropped. */
const latest = new LatestTask();

const show = (items: readonly DeskItem[]) => {
  list.items = items.map((item) => ref(item));
};

/** Says why a list is not there; asks again who may see it where the database has refused. */
function failed(error: unknown): void {
  list.trouble = failureWords(error, 'reading');
  if (isRefusal(error)) void askAccess({ quietly: true });
}

/** Loads the first page of a list. What was chosen in another one is chosen no more. */
export async function loadList(query: DeskQuery): Promise<void> {
  const signal = latest.begin();
  if (query.kind !== list.query.kind) show([]);
  Object.assign(list, { query, status: 'loading', trouble: null, extending: false, chosen: [] });
  if (counts.known) void loadCounts();
  try {
    const page = await listDesk(query, null, asMember());
    if (signal.aborted) return;
    next = page.next;
    show(page.rows);
    Object.assign(list, { skipped: page.skipped, status: 'ready', more: next !== null });
  } catch (error) {
    if (signal.aborted) return;
    next = null;
    show([]);
    Object.assign(list, { skipped: 0, status: 'failed', more: false });
    failed(error);
  }
}

/** Loads the next page. It begins where the last one ended, so new items do not shift it. */
export async function extendList(): Promise<void> {
  if (list.extending || list.status !== 'ready' || next === null) return;
  const { signal } = latest;
  Object.assign(list, { extending: true, trouble: null });
  try {
    const page = await listDesk(list.query, next, asMember());
    if (signal.aborted) return;
    next = page.next;
    const known = new Set(list.items.map(({ id }) => id));
    show([...list.items, ...page.rows.filter(({ id }) => !known.has(id))]);
    list.skipped += page.skipped;
    list.more = next !== null;
  } catch (error) {
    if (!signal.aborted) failed(error);
  } finally {
    if (!signal.aborted) list.extending = false;
  }
}

/**
 * Reads the items on the screen once more, after a change that has moved or changed them. Those that left the list stay
 * away; what is chosen and still there stays chosen.
 */
export async function refreshList(): Promise<void> {
  if (list.status !== 'ready') return loadList(list.query);
  const signal = latest.begin();
  list.extending = false;
  const wanted = Math.max(DESK_PAGE, list.items.length);
  try {
    const items: DeskItem[] = [];
    let skipped = 0;
    let cursor: Cursor | null = null;
    do {
      const pageSize = Math.min(LARGEST_PAGE, wanted - items.length);
      const page = await listDesk(list.query, cursor, { ...asMember(), pageSize });
      if (signal.aborted) return;
      items.push(...page.rows);
      skipped += page.skipped;
      cursor = page.next;
    } while (cursor !== null && items.length < wanted);
    next = cursor;
    show(items);
    const there = new Set(items.map(({ id }) => id));
    Object.assign(list, { skipped, more: next !== null, chosen: list.chosen.filter((id) => there.has(id)) });
  } catch (error) {
    if (!signal.aborted) failed(error);
  }
}

/** Counts the new items. The old numbers stay where that fails. */
export async function loadCounts(): Promise<void> {
  try {
    counts.fresh = await deskCounts(asMember());
  } catch {
    // The list beside them tells what is wrong.
  }
  counts.known = true;
}

/** Changes items in place: they stay where they are until the list is loaded anew. */
export function changeItems(
  kind: Kind,
  ids: readonly string[],
  change: Partial<{ state: ItemState; note: string }>,
): void {
  if (list.query.kind !== kind) return;
  show(list.items.map((item) => (ids.includes(item.id) ? { ...item, ...change } : item)));
}

/** Chooses an item, or not. */
export function choose(id: string, chosen: boolean): void {
  list.chosen = [...list.chosen.filter((other) => other !== id), ...(chosen ? [id] : [])];
}

/** Chooses all items on the screen, or none. */
export function chooseAll(chosen: boolean): void {
  list.chosen = chosen ? list.items.map(({ id }) => id) : [];
}

/** The chosen items. */
export const chosenItems = (): DeskItem[] => list.items.filter(({ id }) => list.chosen.includes(id)) as DeskItem[];

/** Forgets what was shown: somebody else may sign in. */
export function forgetList(): void {
  latest.abort();
  next = null;
  show([]);
  Object.assign(list, { status: 'loading', skipped: 0, trouble: null, more: false, extending: false, chosen: [] });
  Object.assign(counts, { known: false, fresh: none() });
}
