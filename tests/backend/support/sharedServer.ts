/** One server for all test files of a process that need no separate limits, mails or data; it ends with the process. */
import { afterAll } from 'vitest';
import type { RunningServer } from '#local/serverContract.ts';
import { ON_REAL_POSTGRES, startTestServer } from './testServer.ts';

let shared: Promise<RunningServer> | null = null;

/** Call it while a file is collected. On the stand-in, where each file has a process, it ends with the file. */
export async function sharedServer(): Promise<RunningServer> {
  shared ??= startTestServer();
  const server = await shared;
  if (ON_REAL_POSTGRES) afterAll(() => server.close());
  return server;
}
