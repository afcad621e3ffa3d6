/**
 * Ends this process when one input takes too long. The embedded database runs on its thread, so an endless statement
 * blocks Node's timers and the time limit of the test.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { PATIENCE_MS } from '../patience.ts';
import { within } from '../within.ts';

/** Bytes of an input that the message shows, at most. */
const INPUT_BYTES = 4000;

/** Runs on a worker thread, because the main thread may be blocked; kills the process when the turn does not change. */
const THREAD = `
  const { workerData: { turns, inputBytes, ms } } = require('node:worker_threads');
  const { writeSync } = require('node:fs');
  for (;;) {
    const turn = Atomics.load(turns, 0);
    // The count is even between two inputs.
    if (Atomics.wait(turns, 0, turn, turn % 2 === 0 ? Infinity : ms) !== 'timed-out') continue;
    const what = Buffer.from(inputBytes.slice(0, Atomics.load(turns, 1))).toString();
    writeSync(2, '\\nFuzz: no end within ' + ms + ' ms, the process is ended: ' + what + '\\n');
    process.kill(process.pid, 'SIGKILL');
  }
`;

export interface Watchdog {
  /** Takes one input under watch. */
  watched<T>(input: () => string, take: () => T): T;
  /** Ends the worker thread. */
  close(): Promise<number>;
}

/** @param ms how long one input may take: longer than the patience of one call, whose error is clearer */
export async function startWatchdog(ms = 2 * PATIENCE_MS): Promise<Watchdog> {
  const turns = new Int32Array(new SharedArrayBuffer(8));
  const inputBytes = Buffer.from(new SharedArrayBuffer(INPUT_BYTES));
  const worker = new Worker(THREAD, { eval: true, execArgv: [], workerData: { turns, inputBytes, ms } });
  // A thread that has failed watches nothing.
  worker.on('error', (error) => {
    writeSync(2, `\nFuzz: the watchdog has failed: ${error.message}\n`);
    process.exit(1);
  });
  // A worker cannot start while this thread is busy.
  await within('the thread of the watchdog', once(worker, 'online'));
  worker.unref();
  const turn = (): void => {
    Atomics.add(turns, 0, 1);
    Atomics.notify(turns, 0);
  };
  return {
    watched(input, take) {
      Atomics.store(turns, 1, inputBytes.write(input()));
      turn();
      let isLater = false;
      try {
        const taken = take();
        if (taken instanceof Promise) {
          isLater = true;
          return taken.finally(turn) as typeof taken;
        }
        return taken;
      } finally {
        if (!isLater) turn();
      }
    },
    close: () => worker.terminate(),
  };
}
