import { proxy } from 'valtio';
import { LatestTask } from '../../../core/lifetime/scope.ts';
import { busyWhile } from '../../../core/shell/busy.ts';
import { saveFile } from '../../../core/storage/saveFile.ts';
import { LARGEST_PAGE, listDesk, listLog, type Cursor, type DeskPage } from '../backend/desk.ts';
import { exportName, exportText, type ExportFormat } from '../domain/exported.ts';
import { failureWords, isRefusal } from '../domain/failureWords.ts';
import type { DeskItem, LogEntry } from '../domain/rows.ts';
import { askAccess, asMember } from './access.ts';
import { list } from './list.ts';
import { log } from './log.ts';

/** The file that is being made of a whole list. */
export const exporting = proxy<{
  status: 'idle' | 'reading' | 'done' | 'failed';
  /** Rows so far. */
  rows: number;
  /** What was saved, or why it was not. */
  said: string | null;
}>({ status: 'idle', rows: 0, said: null });
busyWhile(exporting, () => exporting.status === 'reading');

const latest = new LatestTask();

/** Saves all items of the list on the screen, with its search and its state, as a file. */
export async function exportList(format: ExportFormat, save = saveFile): Promise<void> {
  const { kind, search, state } = list.query;
  await run(kind, format, (after) => listDesk({ kind, search, state }, after, options()), save);
}

/** Saves the log on the screen as a file. */
export async function exportLog(format: ExportFormat, save = saveFile): Promise<void> {
  const { of } = log;
  await run('log', format, (after) => listLog(of, after, options()), save);
}

const options = () => ({ ...asMember(), pageSize: LARGEST_PAGE });

/** Ends it; no file is saved. */
export function cancelExport(): void {
  latest.abort();
  Object.assign(exporting, { status: 'idle', rows: 0, said: null });
}

async function run(
  what: Parameters<typeof exportText>[0],
  format: ExportFormat,
  pageAfter: (after: Cursor | null) => Promise<DeskPage<DeskItem | LogEntry>>,
  save: typeof saveFile,
): Promise<void> {
  const signal = latest.begin();
  Object.assign(exporting, { status: 'reading', rows: 0, said: null });
  try {
    const rows: (DeskItem | LogEntry)[] = [];
    let skipped = 0;
    let cursor: Cursor | null = null;
    do {
      const page = await pageAfter(cursor);
      if (signal.aborted) return;
      rows.push(...page.rows);
      skipped += page.skipped;
      cursor = page.next;
      exporting.rows = rows.length;
    } while (cursor !== null);
    const type = format === 'csv' ? 'text/csv;charset=utf-8' : 'application/json';
    save(new Blob([exportText(what, rows, format)], { type }), exportName(what, format, new Date()));
    const left = skipped === 0 ? '' : ` ${skipped} could not be read and ${skipped === 1 ? 'is' : 'are'} left out.`;
    Object.assign(exporting, {
      status: 'done',
      said: `${rows.length} ${rows.length === 1 ? 'row' : 'rows'} saved.${left}`,
    });
  } catch (error) {
    if (signal.aborted) return;
    if (isRefusal(error)) void askAccess({ quietly: true });
    Object.assign(exporting, {
      status: 'failed',
      said: `Not exported. ${failureWords(error, 'reading')}`,
    });
  }
}
