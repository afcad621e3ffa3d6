/** Runs an edge function in real Deno, as a hosted project does, in front of any backend, and with no other network. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { RunningServer } from '#local/serverContract.ts';
import { WAIT_TIMEOUT_MS, START_MS } from '#tests/timeouts.ts';
import { until, withTimeout } from '#tests/withTimeout.ts';
import { freePort } from '#tests/hosted/postgres/processes.ts';

export interface DenoFunction {
  url: string;
  close(): Promise<void>;
}

/** The program; `npm ci --prefix tests/hosted` installs it. */
export const DENO_PROGRAM = resolve('tests/hosted/node_modules/.bin/deno');

/**
 * Starts `supabase/functions/{name}/index.ts` with exactly the variables a hosted function has, and with access to this
 * machine alone. Fails when the function requests anything else from the network, or, without `npm`, a package.
 */
export async function serveInDeno(
  name: string,
  server: Pick<RunningServer, 'url' | 'keys'>,
  extra: Record<string, string> = {},
  { npm = false } = {},
): Promise<DenoFunction> {
  const port = await freePort();
  const child = spawn(
    DENO_PROGRAM,
    [
      'run',
      '--quiet',
      '--no-lock',
      // Installed packages are used; they read the host's name, which needs --allow-sys.
      ...(npm ? ['--node-modules-dir=manual', '--allow-sys'] : ['--no-config', '--no-npm']),
      '--no-remote',
      '--no-prompt',
      '--allow-env',
      '--allow-net=127.0.0.1,localhost',
      `supabase/functions/${name}/index.ts`,
    ],
    {
      // A separate process group, to end all: the command is a script, and the program it starts would outlive it.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NO_COLOR: '1',
        DENO_NO_UPDATE_CHECK: '1',
        DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
        SUPABASE_URL: server.url,
        SUPABASE_ANON_KEY: server.keys!.publishable,
        SUPABASE_SERVICE_ROLE_KEY: server.keys!.secret,
        ...extra,
      },
    },
  );
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const url = `http://127.0.0.1:${port}/`;
  await until(
    `${name} answers in Deno`,
    async () => {
      if (child.exitCode !== null) throw new Error(`Deno ended: ${output}`);
      return fetch(url, { method: 'OPTIONS', signal: AbortSignal.timeout(WAIT_TIMEOUT_MS) }).then(
        (response) => `status ${response.status}`,
        () => `no answer; it said: ${output}`,
      );
    },
    (seen) => seen === 'status 204',
    START_MS,
  );
  return {
    url,
    async close() {
      process.kill(-child.pid!, 'SIGTERM');
      await withTimeout(`${name} ends in Deno`, exited, () => output);
    },
  };
}
