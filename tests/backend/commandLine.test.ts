import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { main } from '../../supabase/local/commandLine.ts';
import { keepDataOutOfTheLog } from '../../supabase/local/log.ts';
import { startServer } from '../../supabase/local/server.ts';
import type { RunningServer, ServerOptions } from '../../supabase/local/serverContract.ts';

// It changes the console once for a process: not while a test listens to it.
keepDataOutOfTheLog();
const folder = mkdtempSync(join(tmpdir(), 'accord-command-'));
const signals = ['SIGINT', 'SIGTERM'] as const;
const listeners = signals.map((signal) => [signal, process.listeners(signal)] as const);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const [signal, before] of listeners)
    for (const listener of process.listeners(signal))
      if (!before.includes(listener)) process.removeListener(signal, listener);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command line in this process with a start of the test's own; what it prints, and its exit code if it ends. */
async function run(env: Record<string, string>, start: (options: ServerOptions) => Promise<RunningServer>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const [out, errors]: [string[], string[]] = [[], []];
  vi.spyOn(console, 'log').mockImplementation((line) => void out.push(String(line)));
  vi.spyOn(console, 'error').mockImplementation((line) => void errors.push(String(line)));
  let exit: unknown = null;
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    exit = code;
    throw new Error('the end of the process');
  });
  await main(start, resolve('.')).catch((error: unknown) => {
    if (exit === null) throw error;
  });
  return { out, errors, exit };
}

it('leaves the embedded backend off when a hosted project is configured, and says so', async () => {
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html><head></head><body><div id="root"></div></body></html>',
  );
  const data = join(folder, 'unused');
  const env = { PORT: '0', ACCORD_DATA: data, ACCORD_DIST: folder, VITE_SUPABASE_URL: 'https://project.supabase.co' };
  let server: RunningServer | null = null;
  const said: string[] = [];
  const { exit } = await run(env, async (options) => {
    expect(options).toMatchObject({ port: 0, dataDir: data, mode: 'start', mailbox: true });
    const say = (line: string) => void said.push(line);
    return (server = await startServer({ ...options, build: false, say }));
  });
  expect(exit).toBeNull();
  expect(said.join()).toContain('Using the hosted backend at https://project.supabase.co');
  const { url, close } = server!;
  expect(await (await fetch(`${url}/`)).text()).not.toContain('accord-backend');
  expect(await (await fetch(`${url}/mailbox`)).text()).toContain('<div id="root">');
  expect(() => rmSync(data)).toThrow(/ENOENT/);
  await close();
});

it('says what is wrong with a port that is none', async () => {
  const start = vi.fn<() => Promise<RunningServer>>();
  expect(await run({ PORT: 'many' }, start)).toMatchObject({
    errors: ['PORT must be a number from 0 to 65535, not "many".'],
    exit: 1,
  });
  expect(start).not.toHaveBeenCalled();
});

it('says in one line that the port is taken, and names another one', async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as AddressInfo;
  const env = { PORT: String(port), ACCORD_DATA: join(folder, 'other'), VITE_SUPABASE_URL: '' };
  expect(await run(env, startServer)).toMatchObject({
    errors: [`Port ${port} is taken. Stop what runs there, or choose another one: PORT=${port + 1} npm start`],
    exit: 1,
  });
  other.close();
});
