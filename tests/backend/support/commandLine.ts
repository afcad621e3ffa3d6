/** The command line of the server, run in this process. */
import { resolve } from 'node:path';
import { vi } from 'vitest';
import { main } from '#local/commandLine.ts';
import { keepDataOutOfTheLog } from '#local/log.ts';
import type { RunningServer, ServerOptions } from '#local/serverContract.ts';

// It changes the console once for a process: not while a test reads from it.
keepDataOutOfTheLog();

const END_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs the command line with a start function of the test; returns its output, its exit code if it ends, and its
 * handlers of signals.
 */
export async function runCommandLine(
  env: Record<string, string>,
  start: (options: ServerOptions) => Promise<RunningServer>,
) {
  for (const [name, value] of Object.entries({ VITE_SUPABASE_URL: '', ...env })) vi.stubEnv(name, value);
  const [out, errors]: [string[], string[]] = [[], []];
  let exit: unknown = null;
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => void out.push(String(line))),
    // After its end a process prints nothing.
    vi.spyOn(console, 'error').mockImplementation((line) => void (exit === null && errors.push(String(line)))),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      exit ??= code;
      throw new Error('the end of the process');
    }),
  ];
  const before = END_SIGNALS.map((signal) => process.listeners(signal));
  try {
    await main(start, resolve('.')).catch((error: unknown) => {
      if (exit === null) throw error;
    });
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
  const [atInterrupt, atTerminate] = END_SIGNALS.map((signal, i) => {
    const added = process.listeners(signal).filter((listener) => !before[i]!.includes(listener));
    for (const listener of added) process.removeListener(signal, listener);
    return added;
  });
  return { out, errors, exit, atInterrupt, atTerminate };
}
