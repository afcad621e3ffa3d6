/**
 * How long a test waits for one thing, ms: the only waiting time of all suites. It is far longer than a slow machine takes, and costs nothing:
 * a test that passes goes on as soon as the thing is there. What has to end after a time is proved with a clock that the test turns.
 */
export const PATIENCE_MS = 120_000;

/** How long a whole test may take, ms: several things, each waited for. */
export const TEST_MS = 5 * PATIENCE_MS;
