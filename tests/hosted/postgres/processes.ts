/** Programs that end with the process that started them, however it ends. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { withTimeout } from '../../withTimeout.ts';
import type { User } from './binaries.ts';

export interface Program {
  /** Its output so far, the last 20,000 characters. */
  output(): string;
  /** True when it has ended without a signal from us. */
  ended(): boolean;
  close(): Promise<void>;
}

/**
 * Starts a program under a shell that waits for its own input to end, which it does when this process closes it or is
 * gone; the program then gets `signal`. `after` runs last, as a command of the shell.
 */
export function startProgram(
  command: string,
  args: readonly string[],
  {
    user,
    env = {},
    cwd = '/',
    signal = 'TERM',
    after = ':',
  }: {
    user?: User | null;
    env?: Record<string, string>;
    cwd?: string;
    signal?: 'TERM' | 'INT';
    after?: string;
  } = {},
): Program {
  // The program gets no input. The shell waits on its input, and stops waiting when the program ends first.
  const script = `"$@" 3<&- </dev/null & program=$!
{ cat <&3 >/dev/null; kill -${signal} $program 2>/dev/null; } & listener=$!
wait $program; while kill -0 $program 2>/dev/null; do wait $program; done
kill $listener 2>/dev/null; ${after}`;
  const child = spawn('sh', ['-c', `exec 3<&0; ${script}`, 'sh', command, ...args], {
    cwd,
    // A separate process group: Ctrl-C reaches the program once, by the end of its input.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LANG: 'C', ...env },
    ...user,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-20_000)));
  child.stdin.on('error', () => undefined);
  let over = false;
  const closed = new Promise<void>((done) => {
    child.once('error', (error) => {
      output += error.message;
      over = true;
      done();
    });
    child.once('close', () => {
      over = true;
      done();
    });
  });
  return {
    output: () => output,
    ended: () => over,
    close: async () => {
      child.stdin.end();
      await withTimeout(`the end of ${command}`, closed, () => output);
    },
  };
}

/** Waits until `ready` holds. @throws Error with the program's output when it ends before, or after `seconds`. */
export async function untilReady(program: Program, ready: () => Promise<boolean>, seconds = 60): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    if (program.ended()) throw new Error(`It ended before it was ready:\n${program.output()}`);
    if (await ready()) return;
    if (Date.now() > deadline) throw new Error(`It was not ready after ${seconds} s:\n${program.output()}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** A free port of this machine. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
