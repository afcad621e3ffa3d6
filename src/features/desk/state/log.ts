import { proxy } from 'valtio';
import { listLog } from '../backend/desk.ts';
import type { Kind } from '../domain/kinds.ts';
import type { LogEntry } from '../domain/rows.ts';
import { asMember } from './access.ts';
import { nothing, pagesOf, type Paged } from './pages.ts';

/** One item whose history is shown. */
export interface OneItem {
  kind: Kind;
  id: string;
  title: string;
}

/** The log on the screen, newest first; `of` is the item that it is about, null for all of it. */
export const log = proxy<Paged<LogEntry> & { of: OneItem | null }>({ ...nothing('idle'), of: null });

const pages = pagesOf<LogEntry>(log, (after) => listLog(log.of, after, asMember()));

/** Loads the newest entries, of one item or of all. */
export async function loadLog(of: OneItem | null): Promise<void> {
  if (of?.id !== log.of?.id) pages.show([]);
  log.of = of;
  await pages.first();
}

/** Loads older entries. */
export const extendLog = (): Promise<void> => pages.extend();

/** Reads the log again after an act, where it is on the screen. */
export function refreshLog(): void {
  if (log.status !== 'idle') void loadLog(log.of);
}

/** The log is not on the screen any more. */
export function leaveLog(): void {
  pages.clear('idle');
  log.of = null;
}
