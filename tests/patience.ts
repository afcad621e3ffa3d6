/** How much longer than on a machine that has room tests wait for what should come at once: `npm test` sets it on a slow one. */
const FACTOR = Number(process.env['TEST_PATIENCE'] ?? 1);

/** A limit of a test, ms, as it is on this machine. */
export const patience = (milliseconds: number): number => FACTOR * milliseconds;
