/** Given by the build of a page, which has no environment (vitest.config.ts). */
declare const ACCORD_PATIENCE: string | undefined;

/** The requested limit in milliseconds, or 30 s. */
export function waitTimeoutOf(asked: string | undefined): number {
  const ms = Number(asked);
  if (asked === undefined || asked === '') return 30_000;
  if (!Number.isInteger(ms) || ms <= 0)
    throw new Error(`ACCORD_PATIENCE_MS is a number of milliseconds, not ${asked}.`);
  return ms;
}

/**
 * Longest wait of a test for one thing, ms: the only limit of all suites; `ACCORD_PATIENCE_MS` sets it for a slow
 * machine. It costs nothing: a test that passes goes on as soon as the thing is there. Ends after a time are tested
 * with a clock that the test turns.
 */
export const WAIT_TIMEOUT_MS = waitTimeoutOf(
  typeof ACCORD_PATIENCE === 'undefined' ? process.env['ACCORD_PATIENCE_MS'] : ACCORD_PATIENCE,
);

/** Longest start of a program, ms: it compiles and migrates a database, and other programs start at the same time. */
export const START_MS = 3 * WAIT_TIMEOUT_MS;

/** Longest time of a whole test, ms: it may wait for several things. */
export const TEST_MS = 10 * WAIT_TIMEOUT_MS;
