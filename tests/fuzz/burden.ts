import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { today } from '../turn.ts';

/** How many inputs there are, from which seed, and what those of a long run (`npm run fuzz`) leave in memory. */

export const RUNS = Number(process.env['FUZZ_RUNS'] ?? 20);
/** Files are read in no time. */
export const FILE_RUNS = Number(process.env['FUZZ_RUNS'] ?? 30);
export const SEED = Number(process.env['FUZZ_SEED'] ?? today() % 2 ** 31);
console.log(`Fuzz: ${RUNS} inputs each, FUZZ_SEED=${SEED}`);

/** From so many inputs on a run is a long one. */
export const LONG_RUNS = 1000;
/** Bytes that may be more in use afterwards: a leak of one file a run would be far more. */
const GROWTH_BYTES = 8 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use after a collection. */
export function memoryInUse(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/**
 * Reads every input. A long run reads them twice, and expects that nothing of the second time stays in memory.
 * @param runs number of inputs
 * @param take gives every input to its reader, which throws when it fails
 */
export function expectNoBurden(runs: number, take: () => void): void {
  take();
  if (runs < LONG_RUNS) return;
  const before = memoryInUse();
  take();
  expect(memoryInUse() - before, 'bytes more in use').toBeLessThan(GROWTH_BYTES);
}
