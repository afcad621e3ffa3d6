import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { startServer } from '#local/server.ts';
import type { RunningServer } from '#local/serverContract.ts';
import { DATABASE_FLAGS } from '#tests/databaseFlags.ts';

import { Gate } from './gate.ts';

/**
 * A server in this very process, so that its database can be counted, and the gate in front of it, which can be shut.
 */
export interface ServedApp {
  server: RunningServer;
  gate: Gate;
  /** Address of the app for the browser. */
  url: string;
}

// Playwright's own processes, in which the servers are, take no options of Node.
for (const flag of DATABASE_FLAGS) setFlagsFromString(flag);

/** Serves the build to `run`, and ends when that does. */
export async function serveApp(run: (app: ServedApp) => Promise<void>): Promise<void> {
  // The embedded backend reads its configuration from the folder it runs in.
  process.chdir(resolve(import.meta.dirname, '../../..'));
  const server = await startServer({
    port: 0,
    dataDir: null,
    mode: 'start',
    build: false,
    dist: resolve('dist'),
    env: { RATE_LIMIT_FACTOR: '1000' },
  });
  const gate = new Gate(Number(new URL(server.url).port));
  const url = await gate.open();
  await run({ server, gate, url });
  await gate.close();
  await server.close();
}
