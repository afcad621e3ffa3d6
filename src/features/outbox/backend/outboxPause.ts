import type { OutboxEntry } from '#core/recordings/database.ts';

/** No entry waits longer than this, ms: neither for a backend that asked for more nor because of a clock that was wrong. */
export const LONGEST_WAIT_MS = 86_400_000;

/**
 * Pause after the n-th failed try, ms: 5 s doubled each time, at most 10 minutes, up to a fifth more at random.
 */
export function pauseAfter(attempts: number, random: () => number): number {
  return Math.min(600_000, 5000 * 2 ** Math.max(0, attempts - 1)) * (1 + random() / 5);
}

/** An entry after a failed try: not before a pause, ms, is over, nor before the time that the backend asked for. */
export function withPause(entry: OutboxEntry, error: unknown, now: number, pause: number): OutboxEntry {
  const seconds = (error as { retryAfter?: number }).retryAfter;
  const asked = seconds !== undefined && seconds > 0 ? Math.min(LONGEST_WAIT_MS, seconds * 1000) : 0;
  return {
    ...entry,
    attempts: entry.attempts + 1,
    notBefore: now + Math.max(asked, pause),
    ...(asked > 0 ? { askedUntil: now + asked } : {}),
  };
}

/**
 * When an entry may be sent, ms since 1970: after its pause (`due`), and not before the time that the backend asked for
 * (`asked`). A time further ahead than the longest wait was written by a wrong clock, or by an earlier version: it is over.
 */
export function waitOf({ notBefore, askedUntil = 0 }: OutboxEntry, now: number): { due: number; asked: number } {
  const bounded = (time: number) => (time - now > LONGEST_WAIT_MS ? 0 : time);
  return { due: bounded(notBefore), asked: bounded(askedUntil) };
}
