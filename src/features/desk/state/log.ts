import { proxy, ref } from 'valtio';
import { LatestTask } from '../../../core/lifetime/scope.ts';
import { listLog, type Cursor } from '../backend/desk.ts';
import { failureWords, isRefusal } from '../domain/failureWords.ts';
import type { Kind } from '../domain/kinds.ts';
import type { LogEntry } from '../domain/rows.ts';
import { askAccess, asMember } from './access.ts';

/** One item whose history is shown. */
export interface OneItem {
  kind: Kind;
  id: string;
  title: string;
}

/** The log on the screen, newest first. */
export const log = proxy<{
  entries: LogEntry[];
  /** The item that it is about; null for all of it. */
  of: OneItem | null;
  skipped: number;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  trouble: string | null;
  more: boolean;
  extending: boolean;
}>({ entries: [], of: null, skipped: 0, status: 'idle', trouble: null, more: false, extending: false });

let next: Cursor | null = null;
const latest = new LatestTask();

const show = (entries: readonly LogEntry[]) => {
  log.entries = entries.map((entry) => ref(entry));
};

function failed(error: unknown): void {
  log.trouble = failureWords(error, 'reading');
  if (isRefusal(error)) void askAccess({ quietly: true });
}

/** Loads the newest entries, of one item or of all. */
export async function loadLog(of: OneItem | null): Promise<void> {
  const signal = latest.begin();
  if (of?.id !== log.of?.id) show([]);
  Object.assign(log, { of, status: 'loading', trouble: null, extending: false });
  try {
    const page = await listLog(of, null, asMember());
    if (signal.aborted) return;
    next = page.next;
    show(page.rows);
    Object.assign(log, { skipped: page.skipped, status: 'ready', more: next !== null });
  } catch (error) {
    if (signal.aborted) return;
    next = null;
    show([]);
    Object.assign(log, { status: 'failed', more: false });
    failed(error);
  }
}

/** Loads older entries. */
export async function extendLog(): Promise<void> {
  if (log.extending || log.status !== 'ready' || next === null) return;
  const { signal } = latest;
  Object.assign(log, { extending: true, trouble: null });
  try {
    const page = await listLog(log.of, next, asMember());
    if (signal.aborted) return;
    next = page.next;
    show([...log.entries, ...page.rows]);
    log.skipped += page.skipped;
    log.more = next !== null;
  } catch (error) {
    if (!signal.aborted) failed(error);
  } finally {
    if (!signal.aborted) log.extending = false;
  }
}

/** Reads the log again after an act, where it is on the screen. */
export function refreshLog(): void {
  if (log.status !== 'idle') void loadLog(log.of);
}

/** The log is not on the screen any more. */
export function leaveLog(): void {
  latest.abort();
  show([]);
  Object.assign(log, { of: null, skipped: 0, status: 'idle', trouble: null, more: false, extending: false });
}
