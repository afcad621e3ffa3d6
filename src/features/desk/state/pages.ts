import { ref } from 'valtio';
import { LatestTask } from '../../../core/lifetime/scope.ts';
import type { Cursor, DeskPage } from '../backend/desk.ts';
import { failureWords, isRefusal } from '../domain/failureWords.ts';
import { askAccess } from './access.ts';

/** What is on the screen of something that comes page by page, newest first. */
export interface Paged<Row> {
  items: Row[];
  /** Rows that could not be read. */
  skipped: number;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Why it failed. */
  trouble: string | null;
  /** There is another page. */
  more: boolean;
  /** The next page is loading. */
  extending: boolean;
}

export const nothing = <Status extends 'idle' | 'loading'>(status: Status) => ({
  items: [],
  skipped: 0,
  status,
  trouble: null,
  more: false,
  extending: false,
});

/** The pages of a view; `read` asks for the one after a cursor, the first after null. */
export function pagesOf<Row extends { id: string | number }>(
  view: Paged<Row>,
  read: (after: Cursor | null) => Promise<DeskPage<Row>>,
) {
  let next: Cursor | null = null;
  /** The newest question; answers to older ones are dropped. */
  const latest = new LatestTask();

  const show = (rows: readonly Row[]) => {
    view.items = rows.map((row) => ref(row));
  };
  /** Says why rows are not there; asks again who may see them where the database has refused. */
  const failed = (error: unknown) => {
    view.trouble = failureWords(error, 'reading');
    if (isRefusal(error)) void askAccess({ quietly: true });
  };
  const end = (cursor: Cursor | null) => {
    next = cursor;
    view.more = next !== null;
  };

  return {
    show,
    /** Loads the first page in place of what is shown. */
    async first(): Promise<void> {
      const signal = latest.begin();
      Object.assign(view, { status: 'loading', trouble: null, extending: false });
      try {
        const page = await read(null);
        if (signal.aborted) return;
        show(page.rows);
        end(page.next);
        Object.assign(view, { skipped: page.skipped, status: 'ready' });
      } catch (error) {
        if (signal.aborted) return;
        show([]);
        end(null);
        Object.assign(view, { skipped: 0, status: 'failed' });
        failed(error);
      }
    },
    /** Loads the next page. It begins where the last one ended, so new rows do not shift it. */
    async extend(): Promise<void> {
      if (view.extending || view.status !== 'ready' || next === null) return;
      const { signal } = latest;
      Object.assign(view, { extending: true, trouble: null });
      try {
        const page = await read(next);
        if (signal.aborted) return;
        const known = new Set(view.items.map(({ id }) => id));
        show([...view.items, ...page.rows.filter(({ id }) => !known.has(id))] as Row[]);
        end(page.next);
        view.skipped += page.skipped;
      } catch (error) {
        if (!signal.aborted) failed(error);
      } finally {
        if (!signal.aborted) view.extending = false;
      }
    },
    /** Reads rows once more with `again`, which says where they end now; what is shown stays where that fails. */
    async renew(again: (signal: AbortSignal) => Promise<DeskPage<Row>>): Promise<boolean> {
      const signal = latest.begin();
      view.extending = false;
      try {
        const page = await again(signal);
        if (signal.aborted) return false;
        show(page.rows);
        end(page.next);
        view.skipped = page.skipped;
        return true;
      } catch (error) {
        if (!signal.aborted) failed(error);
        return false;
      }
    },
    /** Forgets all of it. */
    clear(status: 'idle' | 'loading'): void {
      latest.abort();
      next = null;
      Object.assign(view, nothing(status));
    },
  };
}
