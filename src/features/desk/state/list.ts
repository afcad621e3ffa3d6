import { proxy } from 'valtio';
import { DESK_PAGE, deskCounts, LARGEST_PAGE, listDesk, type Cursor, type DeskQuery } from '../backend/desk.ts';
import { KINDS, type ItemState, type Kind } from '../domain/kinds.ts';
import type { DeskItem } from '../domain/rows.ts';
import { asMember } from './access.ts';
import { nothing, pagesOf, type Paged } from './pages.ts';

/** The list on the screen, newest first. */
export const list = proxy<
  Paged<DeskItem> & { query: DeskQuery; /** Ids of the chosen items, in no order. */ chosen: string[] }
>({
  ...nothing('loading'),
  query: { kind: 'order', search: '', state: null },
  chosen: [],
});

const none = () => Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;

/** The number of new items of each list. `known` once they were asked for: tabs that grow later would move. */
export const counts = proxy<{ known: boolean; fresh: Record<Kind, number> }>({ known: false, fresh: none() });

const pages = pagesOf<DeskItem>(list, (after) => listDesk(list.query, after, asMember()));

/** Loads the first page of a list. What was chosen in another one is chosen no more. */
export async function loadList(query: DeskQuery): Promise<void> {
  if (query.kind !== list.query.kind) pages.show([]);
  Object.assign(list, { query, chosen: [] });
  if (counts.known) void loadCounts();
  await pages.first();
}

/** Loads the next page. */
export const extendList = (): Promise<void> => pages.extend();

/**
 * Reads the items on the screen once more, after a change that has moved or changed them. Those that left the list stay
 * away; what is chosen and still there stays chosen.
 */
export async function refreshList(): Promise<void> {
  if (list.status !== 'ready') return loadList(list.query);
  const wanted = Math.max(DESK_PAGE, list.items.length);
  const renewed = await pages.renew(async (signal) => {
    const rows: DeskItem[] = [];
    let skipped = 0;
    let next: Cursor | null = null;
    do {
      const pageSize = Math.min(LARGEST_PAGE, wanted - rows.length);
      const page = await listDesk(list.query, next, { ...asMember(), pageSize });
      rows.push(...page.rows);
      skipped += page.skipped;
      next = page.next;
    } while (!signal.aborted && next !== null && rows.length < wanted);
    return { rows, skipped, next };
  });
  if (!renewed) return;
  const there = new Set(list.items.map(({ id }) => id));
  list.chosen = list.chosen.filter((id) => there.has(id));
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
  pages.show(list.items.map((item) => (ids.includes(item.id) ? { ...item, ...change } : item)));
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
  pages.clear('loading');
  list.chosen = [];
  Object.assign(counts, { known: false, fresh: none() });
}
