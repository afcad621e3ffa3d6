import type { OutboxEntry } from '#core/recordings/database.ts';

/**
 * Pause after the n-th failed try, ms: 5 s doubled each time, at most 10 minutes, up to a fifth more at random.
 */
export function pauseAfter(attempts: number, random: () => number): number {
  return Math.min(600_000, 5000 * 2 ** Math.max(0, attempts - 1)) * (1 + random() / 5);
}

/** An entry after a failed try: not before a pause, ms, is over, nor before the time that the backend asked for. */
export function postponed(entry: OutboxEntry, error: unknown, now: number, pause: number): OutboxEntry {
  const asked = ((error as { retryAfter?: number }).retryAfter ?? 0) * 1000;
  return {
    ...entry,
    attempts: entry.attempts + 1,
    notBefore: now + Math.max(asked, pause),
    ...(asked > 0 ? { askedUntil: now + asked } : {}),
  };
}
