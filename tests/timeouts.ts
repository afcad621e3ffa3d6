/** Given by the build of a page, which has no environment (vitest.config.ts). */
declare const ACCORD_PATIENCE: string | undefined;

/** The limit in milliseconds that was asked for, or 30 s. */
export function patienceOf(asked: string | undefined): number {
  const ms = Number(asked);
  if (asked === undefined || asked === '') return 30_000;
  if (!Number.isInteger(ms) || ms <= 0)
    throw new Error(`ACCORD_PATIENCE_MS is a number of milliseconds, not ${asked}.`);
  return ms;
}

/**
 * How long a test waits for one thing, ms: the only limit of all suites; `ACCORD_PATIENCE_MS` sets it for a slow machine. It costs
 * nothing: a test that passes goes on as soon as the thing is there. What has to end after a time is proved with a clock that the test turns.
 */
export const PATIENCE_MS = patienceOf(
  typeof ACCORD_PATIENCE === 'undefined' ? process.env['ACCORD_PATIENCE_MS'] : ACCORD_PATIENCE,
);

/** How long a program may take to come up, ms: it compiles, migrates a database, and others do so beside it. */
export const START_MS = 3 * PATIENCE_MS;

/** How long a whole test may take, ms: several things, each waited for. */
export const TEST_MS = 10 * PATIENCE_MS;
