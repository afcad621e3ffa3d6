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
export const PATIENCE_MS = 30_000;

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
  const failed = status === 'failed' || (!done && elapsed >= PATIENCE_MS);
  return { percent, message, skippable: done && !over, next: failed ? 'fail' : done && over ? 'leave' : 'stay' };
}
