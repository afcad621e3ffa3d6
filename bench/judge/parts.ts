import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Processes that hear; as many on every machine, so that the order of the sounds, and with it the weights, is the same. */
const PARTS = 2;
/** Tells a process its number. */
const PART = 'ACCORD_PART';

/**
 * Has `hear` called with 0 to `count` - 1, each in one of the processes, which run the `script` that calls this; it returns in the
 * first one only. @param hear gets the number of a sound and a folder for its files
 */
export async function heardInParts<T>(
  script: string,
  count: number,
  hear: (sound: number, folder: string) => T,
): Promise<T[]> {
  const part = process.env[PART];
  if (part !== undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'accord-judge-'));
    try {
      const heard: T[] = [];
      for (let i = Number(part); i < count; i += PARTS) heard.push(hear(i, folder));
      process.send!(heard, () => process.exit());
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return new Promise(() => undefined);
  }
  const parts = Array.from({ length: PARTS }, (_, number) => {
    const child = fork(script, process.argv.slice(2), {
      env: { ...process.env, [PART]: String(number) },
      execArgv: ['--import', 'tsx'],
      serialization: 'advanced',
    });
    return new Promise<T[]>((resolve, reject) => {
      child.once('message', (message) => resolve(message as T[]));
      child.once('exit', (code) => reject(new Error(`A part has ended with ${code}.`)));
    });
  });
  return (await Promise.all(parts)).flat();
}
