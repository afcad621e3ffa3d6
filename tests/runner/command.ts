import { spawn, type ChildProcess } from 'node:child_process';

/** Takes what a command prints. */
export type Print = (text: string) => void;

/** Each command leads a process group and ends with it: the shell between npx and its command passes no signal on. */
const GROUPS = process.platform !== 'win32';
const children = new Set<ChildProcess>();
let brokenOff: NodeJS.Signals | null = null;

/** The signal that broke the run off, or null. */
export const brokenOffBy = (): NodeJS.Signals | null => brokenOff;

/** Ends every running command when the run is broken off. */
export function endWithSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      brokenOff = signal;
      for (const { pid } of children) if (pid !== undefined) process.kill(GROUPS ? -pid : pid, signal);
    });
}

/**
 * A pipe gets plain text; a terminal may have colours. Playwright checks that itself, and warns of NO_COLOR in each worker.
 */
const plain = (command: string | undefined): Record<string, string> =>
  process.stdout.isTTY || command === 'playwright' ? {} : { NO_COLOR: '1', TERM: 'dumb' };

export interface CommandOptions {
  env?: Record<string, string>;
  /** Where it runs; here by default. */
  cwd?: string;
  /** It hangs when it takes longer, ms, and is ended. */
  limitMs?: number;
}

/** Runs a command of the installed packages. @returns whether it succeeded */
export async function runCommand(
  print: Print,
  args: readonly string[],
  { env = {}, cwd, limitMs }: CommandOptions = {},
): Promise<boolean> {
  const child = spawn('npx', args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: GROUPS,
    env: { ...process.env, ...plain(args[0]), ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  children.add(child);
  const end = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined) process.kill(GROUPS ? -child.pid : child.pid, signal);
  };
  const limit = limitMs === undefined ? undefined : setTimeout(() => end('SIGTERM'), limitMs);
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', print);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      print(`${error.message}\n`);
      resolve(false);
    });
    child.on('close', (code) => {
      clearTimeout(limit);
      children.delete(child);
      resolve(code === 0);
    });
  });
}
