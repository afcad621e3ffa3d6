import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { buildApp, buildError } from '#local/app.ts';
import { startServer } from '#local/server.ts';
import type { RunningServer } from '#local/serverContract.ts';
import { runCommandLine } from './support/commandLine.ts';

const folder = mkdtempSync(join(tmpdir(), 'accord-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('npm start leaves the embedded backend off with a hosted project, logs it, and ends the same way by either signal', async () => {
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html><head></head><body><div id="root"></div></body></html>',
  );
  const data = join(folder, 'unused');
  const env = { PORT: '0', ACCORD_DATA: data, ACCORD_DIST: folder, VITE_SUPABASE_URL: 'https://project.supabase.co' };
  let server: RunningServer | null = null;
  const logged: string[] = [];
  const { exit, atInterrupt, atTerminate } = await runCommandLine(env, async (options) => {
    expect(options).toMatchObject({ port: 0, dataDir: data, mode: 'start', mailbox: true });
    const log = (line: string) => void logged.push(line);
    return (server = await startServer({ ...options, build: false, log }));
  });
  expect(exit).toBeNull();
  expect(logged.join()).toContain('Using the hosted backend at https://project.supabase.co');
  const { url, close } = server!;
  expect(await (await fetch(`${url}/`)).text()).not.toContain('accord-backend');
  expect(await (await fetch(`${url}/mailbox`)).text()).toContain('<div id="root">');
  expect(() => rmSync(data)).toThrow(/ENOENT/);
  await close();
  // Ctrl-C and the end of a session come to the same.
  expect(atInterrupt).toHaveLength(1);
  expect(atTerminate).toEqual(atInterrupt);
});

it('npm start reports an invalid port', async () => {
  const start = vi.fn<() => Promise<RunningServer>>();
  expect(await runCommandLine({ PORT: 'many' }, start)).toMatchObject({
    errors: ['PORT must be a number from 0 to 65535, not "many".'],
    exit: 1,
  });
  expect(start).not.toHaveBeenCalled();
});

it.each([
  [
    'a HOST that other machines could reach',
    { HOST: '0.0.0.0' },
    /^HOST is "0\.0\.0\.0", but this server serves its own machine alone\. /,
  ],
  [
    'a data folder that cannot be made',
    { ACCORD_DATA: '/sys/accord/data' },
    /^The data in \/sys\/accord\/data cannot be used: /,
  ],
  [
    'a data folder where the system makes none',
    { ACCORD_DATA: '/proc/accord/data' },
    /^The data in \/proc\/accord\/data cannot be used: /,
  ],
  ['a data folder below a file', { ACCORD_DATA: join(folder, 'file/data') }, /a file is in the way/],
  [
    'legal pages that are not there',
    { ACCORD_LEGAL: join(folder, 'no-legal') },
    /^ACCORD_LEGAL is .*, which is no folder/,
  ],
  [
    'a build that is not there',
    { VITE_SUPABASE_URL: 'https://project.supabase.co', ACCORD_DIST: join(folder, 'no-build') },
    /^There is no build in .*no-build/,
  ],
])('npm start ends with one sentence about %s', async (_what, env, sentence) => {
  writeFileSync(join(folder, 'file'), '');
  const given = { PORT: '0', ACCORD_DATA: join(folder, 'fresh'), ...env };
  // Without a build of the app: the start fails before that, or after it.
  const { errors, exit } = await runCommandLine(given, (options) => startServer({ ...options, build: false }));
  expect([exit, errors.length]).toEqual([1, 1]);
  expect(errors[0]).toMatch(sentence);
  expect(errors[0]).not.toMatch(/\n|\bat .*:\d+/);
});

it.each([
  [
    'error during build:\nEACCES: permission denied, mkdir dist\n    at x:1:1',
    /cannot be written \(EACCES: .*--no-build/,
  ],
  ['Failed to write file: Read-only file system (os error 30)', /cannot be written \(Failed/],
  [
    '\nBuild failed with 1 error:\n\n[x] Unexpected token\n',
    /^The app could not be built:\nBuild failed with 1 error:\n\n\[x\] Unexpected token$/,
  ],
])('npm start prints the reasons for a failed build (%#)', (reasons, sentence) => {
  expect(buildError(reasons, '/app/dist').message).toMatch(sentence);
});

it('npm start builds in a separate process: a failure has its reasons, a warning keeps its lines', async () => {
  const project = mkdtempSync(join(folder, 'project-'));
  const dist = join(project, 'dist');
  const write = (script: string): void => writeFileSync(join(project, 'main.js'), script);
  writeFileSync(join(project, 'index.html'), '<!doctype html><script type="module" src="/main.js"></script>');
  write("import './nowhere.js';");
  await expect(buildApp(project, dist)).rejects.toThrow(/^The app could not be built:[^]*nowhere\.js/);
  write("globalThis.made = eval('1');");
  const warnings: string[] = [];
  await buildApp(project, dist, (text) => void warnings.push(text));
  expect(warnings.join('')).toMatch(/eval[^]*\n/);
  expect(warnings.join('')).not.toContain('\\u{');
  expect(readFileSync(join(dist, 'index.html'), 'utf8')).toContain('/assets/');
});

it('npm start reports in one line that the port is taken, and suggests another one', async () => {
  const other = createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as AddressInfo;
  const env = { PORT: String(port), ACCORD_DATA: join(folder, 'other') };
  expect(await runCommandLine(env, startServer)).toMatchObject({
    errors: [`Port ${port} is taken. Stop what runs there, or choose another one: PORT=${port + 1} npm start`],
    exit: 1,
  });
  other.close();
});
