/**
 * Ends this process when it takes too long over one input. The database is part of it: while a statement goes on for ever, no timer of
 * Node's comes, and no limit of a test.
 */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { PATIENCE_MS } from '../patience.ts';
import { within } from '../within.ts';

/** Bytes of an input that are told. */
const TOLD_BYTES = 4000;

/** Waits on a thread of its own for the next turn; looks at nothing but the number of turns. */
const THREAD = `
  const { workerData: { turns, told, ms } } = require('node:worker_threads');
  const { writeSync } = require('node:fs');
  for (;;) {
    const turn = Atomics.load(turns, 0);
    // Even: between two inputs, nothing is under way.
    if (Atomics.wait(turns, 0, turn, turn % 2 === 0 ? Infinity : ms) !== 'timed-out') continue;
    const what = Buffer.from(told.slice(0, Atomics.load(turns, 1))).toString();
    writeSync(2, '\\nFuzz: no end within ' + ms + ' ms, the process is ended: ' + what + '\\n');
    process.kill(process.pid, 'SIGKILL');
  }
`;

export interface Watchdog {
  /** Takes one input under watch. */
  watched<T>(input: () => string, take: () => T): T;
  /** Ends its thread. */
  close(): Promise<number>;
}

/** @param ms how long one input may take: longer than a call waits for its answer, which then fails with a name of its own */
export async function startWatchdog(ms = 2 * PATIENCE_MS): Promise<Watchdog> {
  const turns = new Int32Array(new SharedArrayBuffer(8));
  const told = Buffer.from(new SharedArrayBuffer(TOLD_BYTES));
  const worker = new Worker(THREAD, { eval: true, execArgv: [], workerData: { turns, told, ms } });
  // A thread that has failed watches nothing.
  worker.on('error', (error) => {
    writeSync(2, `\nFuzz: the watchdog has failed: ${error.message}\n`);
    process.exit(1);
  });
  // It cannot begin while this thread is busy.
  await within('the thread of the watchdog', once(worker, 'online'));
  worker.unref();
  const turn = (): void => {
    Atomics.add(turns, 0, 1);
    Atomics.notify(turns, 0);
  };
  return {
    watched(input, take) {
      Atomics.store(turns, 1, told.write(input()));
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
