import { pluralize } from '#core/values/words.ts';

/**
 * Whole seconds of a length or place, rounded down; a compressed sound ends some hundredths before the second that it
 * was.
 */
function wholeSeconds(seconds: number): number {
  return Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds + 0.05)) : 0;
}

/** Seconds as `m:ss`, as a clock shows them; `0:00` for invalid values. */
export function formatTime(seconds: number): string {
  const total = wholeSeconds(seconds);
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
}

/** A length in a sentence: `under a second`, `1 second`, `11 seconds`, `1:05`. */
export function lengthInWords(seconds: number): string {
  const total = wholeSeconds(seconds);
  if (total === 0) return 'under a second';
  return total < 60 ? pluralize(total, 'second') : formatTime(seconds);
}
