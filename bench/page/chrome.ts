import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Chrome that Lighthouse and we talk to at the same time. */
export interface Chrome {
  /** Port of its DevTools protocol. */
  port: number;
  close(): Promise<void>;
}

/** How long it may take to open its DevTools, ms. */
const START_MS = 30_000;

/** Starts Chrome with an empty profile. @throws Error when it does not come up */
export async function startChrome(executable: string): Promise<Chrome> {
  const profile = mkdtempSync(join(tmpdir(), 'accord-chrome-'));
  const child: ChildProcess = spawn(
    executable,
    [
      '--headless=new',
      '--no-sandbox',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--no-first-run',
      '--disable-extensions',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--mute-audio',
      'about:blank',
    ],
    // In a new process group: the executable may be a script that starts Chrome, and both have to end.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const port = await new Promise<number>((done, fail) => {
    let output = '';
    child.stderr!.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(output)?.[1];
      if (address !== undefined) done(Number(address));
    });
    child.once('exit', () => fail(new Error(`${executable} ended: ${output.slice(-500)}`)));
    child.once('error', fail);
    // Without this timeout a browser that prints nothing would hang the run.
    setTimeout(
      () => fail(new Error(`${executable} opened no DevTools in ${START_MS} ms: ${output.slice(-500)}`)),
      START_MS,
    ).unref();
  }).catch((error: unknown) => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  });
  return {
    port,
    async close() {
      if (child.exitCode === null) {
        const gone = once(child, 'exit');
        // Its profile is thrown away: nothing has to end in order.
        process.kill(-child.pid!, 'SIGKILL');
        await gone;
      }
      child.stderr!.destroy();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
