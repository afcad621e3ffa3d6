import { proxy } from 'valtio';
import { onWindow } from '#core/lifetime/pageEvents.ts';
import { textOf, readEach } from '#core/schema/fieldSchemas.ts';
import { localStore } from '#core/storage/localStore.ts';
import { sendReport } from '../backend/reports.ts';
import { type Report, type ReportSubject, reportFailure } from '../domain/refusals.ts';

/** Reports of this device: it offers no second report of the same thing. */

/** Local key of the list. */
export const REPORTED_KEY = 'accord:reported';
/** Maximum number of entries; the oldest are dropped first. */
const MAX_ENTRIES = 500;

const entryOf = (subject: ReportSubject, id: string): string => `${subject}:${id}`;
const read = (): string[] => readEach(localStore.read(REPORTED_KEY), textOf(100, 1));

export const reports = proxy<{ list: string[] }>({ list: read() });

// Another tab has reported something.
onWindow('storage', ({ key }) => {
  if (key === REPORTED_KEY || key === null) reports.list = read();
});

/** True when this device has reported it. */
export function isReported(subject: ReportSubject, id: string, list: readonly string[] = reports.list): boolean {
  return list.includes(entryOf(subject, id));
}

/** Sends a report. Resolves with null when it is stored, else with the words of the failure. */
export async function report(subject: ReportSubject, id: string, report: Report): Promise<string | null> {
  try {
    await sendReport(subject, id, report);
  } catch (error) {
    return reportFailure(error);
  }
  const entry = entryOf(subject, id);
  const stored = read();
  const before = stored.length > 0 ? stored : [...reports.list];
  reports.list = [...before.filter((other) => other !== entry), entry].slice(-MAX_ENTRIES);
  localStore.keep(REPORTED_KEY, reports.list);
  return null;
}

/** Deletes this device's list of reports, after the reports were taken back. */
export function deleteReportList(): void {
  reports.list = [];
  localStore.remove(REPORTED_KEY);
}
