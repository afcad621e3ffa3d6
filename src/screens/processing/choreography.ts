/**
 * The seven seconds of the processing screen, as a function of time: progress, words, and when to leave.
 * It never lies (docs/decisions.md, 8): it waits at 98 % until the analysis is really done.
 */

export const MESSAGES = [
  'Analyzing audio frequencies...',
  'Identifying dominant music notes...',
  'Mapping to fragrance compounds...',
  'Creating your custom scent profile...',
  'Finalizing fragrance composition...',
] as const;

export const TOTAL_MS = 7000;
export const MESSAGE_MS = 1250;
export const TICK_MS = 150;
export const TICK_PERCENT = 2;
/** Where it waits while the analysis is not done, percent. */
export const WAITING_PERCENT = 98;
/** After this an analysis that has not answered counts as failed, ms. */
export const ANALYSIS_TIMEOUT_MS = 30_000;

/** The first note flies in with the second message at the earliest, the last one before the fourth is over, ms. */
export const NOTES_FROM_MS = 1250;
export const NOTES_UNTIL_MS = 4900;
/** The accents come last, ms. */
export const ACCENTS_FROM_MS = 5000;
export const ACCENTS_UNTIL_MS = 6000;
/** When the result came late: from note to note at least, ms. */
export const MIN_STEP_MS = 150;

export type AnalysisStatus = 'idle' | 'analyzing' | 'done' | 'failed' | 'silent';

export interface Moment {
  /** 0 to 100. */
  percent: number;
  message: (typeof MESSAGES)[number];
  /** The result is there before the seven seconds are over: the visitor may go on at once. */
  skippable: boolean;
  /** `leave` for the results, `fail` for the error panel. */
  next: 'stay' | 'leave' | 'fail';
}

/** What the screen shows `elapsed` ms after it appeared. */
export function momentAt(elapsed: number, status: AnalysisStatus): Moment {
  const done = status === 'done';
  const ticks = Math.max(0, Math.floor(elapsed / TICK_MS));
  const percent = Math.min(ticks * TICK_PERCENT, done ? 100 : WAITING_PERCENT);
  const message = MESSAGES[Math.min(MESSAGES.length - 1, Math.max(0, Math.floor(elapsed / MESSAGE_MS)))]!;
  const over = elapsed >= TOTAL_MS;
  const failed = status === 'failed' || (!done && elapsed >= ANALYSIS_TIMEOUT_MS);
  return { percent, message, skippable: done && !over, next: failed ? 'fail' : done && over ? 'leave' : 'stay' };
}

/**
 * How many notes are confirmed `elapsed` ms after the screen appeared: first those of the essence, in its order, then the
 * accents. None before the analysis is done, which was at `doneAt` (ms; null as long as it is not).
 */
export function confirmedAt(elapsed: number, doneAt: number | null, notes: number, accents: number): number {
  if (doneAt === null) return 0;
  const planned = (place: number): number =>
    place < notes
      ? NOTES_FROM_MS + (place * (NOTES_UNTIL_MS - NOTES_FROM_MS)) / notes
      : ACCENTS_FROM_MS + ((place - notes) * (ACCENTS_UNTIL_MS - ACCENTS_FROM_MS)) / accents;
  let count = 0;
  while (count < notes + accents && elapsed >= Math.max(planned(count), doneAt + count * MIN_STEP_MS)) count++;
  return count;
}
