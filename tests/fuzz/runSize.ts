import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { today } from '#tests/eventLoop.ts';

/** Number of inputs, their seed, and the memory that a long run (`npm run fuzz`) measures. */

export const RUN_COUNT = Number(process.env['FUZZ_RUNS'] ?? 20);
export const SEED = Number(process.env['FUZZ_SEED'] ?? today() % 2 ** 31);
console.log(`Fuzz: ${RUN_COUNT} inputs each, FUZZ_SEED=${SEED}`);
/** From so many inputs on a run is a long one. */
export const IS_LONG = RUN_COUNT >= 1000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use after a collection. */
export function memoryInUse(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
