/**
 * What the inputs of a long run cost. `npm test` bounds the work of a reader by counting it, the same on every machine; a long run
 * (`npm run fuzz`) measures CPU time and memory as well.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { startWatchdog } from './watchdog.ts';

/** From so many inputs on a run is a long one. */
export const LONG_RUNS = 1000;
/** CPU time that one input may take in a long run, ms. */
const CPU_MS = 1000;
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

/** CPU time of this process until now, all threads, ms. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Takes every input twice, each under watch, and expects that nothing of the second time stays in memory. A long run also expects that
 * each input takes less than a second of CPU time, and reports the slowest and the growth.
 * @param name what is read, for the report
 * @param runs number of inputs
 * @param read reads one input; throws when it fails
 * @param take gives every input to the function that it gets
 */
export async function expectNoBurden(
  name: string,
  runs: number,
  read: (bytes: Uint8Array<ArrayBuffer>) => void,
  take: (each: (bytes: Uint8Array<ArrayBuffer>) => void) => void,
): Promise<void> {
  let slowest = { ms: 0, bytes: new Uint8Array() };
  const measured = (bytes: Uint8Array<ArrayBuffer>): void => {
    const before = cpuMs();
    read(bytes);
    const ms = cpuMs() - before;
    if (ms > slowest.ms) slowest = { ms, bytes };
  };
  const taken = runs >= LONG_RUNS ? measured : read;
  const watchdog = await startWatchdog();
  const each = (bytes: Uint8Array<ArrayBuffer>): void =>
    watchdog.watched(
      () => `${name}: ${Buffer.from(bytes).toString('base64')}`,
      () => taken(bytes),
    );
  let growth: number;
  try {
    // Once before, so that what is kept for good is there.
    take(each);
    const before = memoryInUse();
    take(each);
    growth = memoryInUse() - before;
  } finally {
    await watchdog.close();
  }
  if (runs >= LONG_RUNS) {
    console.log(
      `Fuzz: ${name}: the slowest took ${slowest.ms.toFixed(1)} ms of CPU (${slowest.bytes.length} bytes), ` +
        `${(growth / 1024).toFixed(0)} kB more in use afterwards`,
    );
    expect(slowest.ms, `ms of CPU for ${Buffer.from(slowest.bytes).toString('base64')}`).toBeLessThan(CPU_MS);
  }
  expect(growth, 'bytes more in use').toBeLessThan(GROWTH_BYTES);
}
