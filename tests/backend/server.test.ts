import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  copyFileSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBackend } from '../../supabase/local/backend.ts';
import { keysIn } from '../../supabase/local/data/dataDir.ts';
import { startServer } from '../../supabase/local/server.ts';
import { migratedFolder } from './support/folder.ts';
import { ask, recordingForm, wav } from './support/testServer.ts';
import { START_MS } from '../patience.ts';
import { within } from '../within.ts';

/** The real command in a process group of its own, as a terminal starts it. */
interface Command {
  child: ChildProcess;
  out: () => string;
  errors: () => string;
  exit: () => Promise<number | null>;
  ready: () => Promise<string>;
}

const root = resolve('.');
const folder = mkdtempSync(join(tmpdir(), 'accord-server-'));
const dist = join(folder, 'dist');
/** Removed at the end. */
const folders: string[] = [folder];
const commands: Command[] = [];

/** What `npm start` runs; npm itself would end by the signal it was sent and hide the server's own exit code. */
function start(env: Record<string, string>): Command {
  const child = spawn(
    process.execPath,
    [...process.execArgv, '--import', 'tsx', 'supabase/local/server.ts', '--no-build'],
    {
      cwd: root,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ACCORD_DIST: dist, VITE_SUPABASE_URL: '', NODE_ENV: '', VITEST: '', ...env },
    },
  );
  let out = '';
  let errors = '';
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
  const isReady = new Promise<string>((done, fail) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const url = /Accord is ready: (\S+)/.exec(out)?.[1];
      if (url) done(url);
    });
    child.stderr!.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    void exited.then((code) => fail(new Error(`exit ${code}: ${out}${errors}`)));
  });
  isReady.catch(() => undefined);
  const said = () => `${out}${errors}`;
  const command: Command = {
    child,
    out: () => out,
    errors: () => errors,
    exit: () => within('the end of the command', exited, said),
    ready: () => within('a server that is ready', isReady, said, START_MS),
  };
  commands.push(command);
  return command;
}

/** Ctrl-C in a terminal reaches every process of the group. */
const ctrlC = (command: Command) => process.kill(-command.child.pid!, 'SIGINT');

function groupIsAlive(command: Command): boolean {
  try {
    process.kill(-command.child.pid!, 0);
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<string> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(String(port)));
    });
  });
}

/** Makes `data` as the version with the first migration alone left it, from nothing; returns how many migrations came later. */
async function makeEarlierData(data: string): Promise<number> {
  const project = join(folder, 'old-project');
  mkdirSync(join(project, 'supabase/migrations'), { recursive: true });
  for (const file of ['config.toml', 'seed.sql']) copyFileSync(join('supabase', file), join(project, 'supabase', file));
  const migrations = readdirSync('supabase/migrations').sort();
  copyFileSync(join('supabase/migrations', migrations[0]!), join(project, 'supabase/migrations', migrations[0]!));
  const script = `
    import { startBackend } from ${JSON.stringify(join(root, 'supabase/local/backend.ts'))};
    import { keysIn } from ${JSON.stringify(join(root, 'supabase/local/data/dataDir.ts'))};
    const dataDir = ${JSON.stringify(data)};
    const backend = await startBackend({ dataDir, keys: keysIn(dataDir), siteUrl: 'http://localhost:1' });
    await backend.close();
    process.exit(0);
  `;
  const old = spawn(
    process.execPath,
    [
      ...process.execArgv,
      '--import',
      join(root, 'node_modules/tsx/dist/loader.mjs'),
      '--input-type=module',
      '-e',
      script,
    ],
    { cwd: project, stdio: 'inherit' },
  );
  const ended = new Promise((done) => old.once('exit', done));
  expect(await within('the earlier data', ended, undefined, START_MS)).toBe(0);
  return migrations.length - 1;
}

/** Lines on stderr. */
const complaints = (command: Command) =>
  command
    .errors()
    .split('\n')
    .filter((line) => line.trim() !== '');

beforeAll(() => {
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><html><head><title>Accord</title></head><body><div id="root"></div></body></html>',
  );
  writeFileSync(join(dist, 'assets/app-1a2b3c.js'), `console.log(${JSON.stringify('note '.repeat(1000))});`);
  writeFileSync(join(dist, 'assets/app-1a2b3c.css'), 'body{}');
  writeFileSync(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'secret.txt'), 'not for the web');
});

afterAll(() => {
  for (const command of commands) if (groupIsAlive(command)) process.kill(-command.child.pid!, 'SIGKILL');
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

describe('npm start', () => {
  it('brings data of an earlier version up to date, serves app and backend, refuses a second start, keeps its data, and stops without a trace', async () => {
    const data = join(folder, 'data');
    const pending = await makeEarlierData(data);
    const port = await freePort();
    const first = start({ PORT: port, ACCORD_DATA: data });
    const url = await first.ready();
    expect(url).toBe(`http://localhost:${port}`);
    expect(first.out()).toContain(`Applied ${pending} migration(s).`);

    // The page, isolated from other origins, with the key of this backend in it.
    const page = await fetch(`${url}/`);
    const html = await page.text();
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(page.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    expect(page.headers.get('cross-origin-resource-policy')).toBeTruthy();
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const keys = JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8')) as { publishable: string; secret: string };
    expect(html).toContain(keys.publishable);
    expect(html).not.toContain(keys.secret);
    expect(statSync(join(data, 'keys.json')).mode & 0o077).toBe(0);

    const script = await fetch(`${url}/assets/app-1a2b3c.js`, { headers: { 'Accept-Encoding': 'gzip, deflate, br' } });
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-encoding')).toBe('br');
    expect(await script.text()).toContain('note note');
    const again = await fetch(`${url}/assets/app-1a2b3c.js`, {
      headers: { 'Accept-Encoding': 'br', 'If-None-Match': script.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
    expect(again.headers.get('cross-origin-resource-policy')).toBeTruthy();

    expect((await fetch(`${url}/store/preorder/namibian-breeze`, { headers: { Accept: 'text/html' } })).status).toBe(
      200,
    );
    expect((await fetch(`${url}/playlist/a.b%2F%3F%25`, { headers: { Accept: 'text/html' } })).status).toBe(200);
    expect((await fetch(`${url}/assets/gone.js`)).status).toBe(404);
    for (const path of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/%2e%2e/secret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/.accord/keys.json',
    ]) {
      expect(await (await fetch(`${url}${path}`)).text()).not.toMatch(/not for the web|sb_secret/);
    }

    // One port, one server; one folder, one server. Each refusal is one line.
    const samePort = start({ PORT: port, ACCORD_DATA: join(folder, 'other') });
    const sameData = start({ PORT: await freePort(), ACCORD_DATA: data });
    expect(await samePort.exit()).toBe(1);
    expect(complaints(samePort)).toEqual([
      `Port ${port} is taken. Stop what runs there, or choose another one: PORT=${Number(port) + 1} npm start`,
    ]);
    expect(await sameData.exit()).toBe(1);
    expect(complaints(sameData)).toHaveLength(1);
    expect(complaints(sameData)[0]).toContain('in use by another server');

    // What is stored now has to be there after a restart.
    const bytes = wav({ seconds: 1 });
    const stored = await ask(`${url}/functions/v1/upload-audio`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${keys.publishable}` },
      body: recordingForm(bytes),
    });
    expect(stored.body).toMatchObject({ success: true });
    const signUp = await ask(`${url}/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: keys.publishable, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        email: 'ada@example.com',
        password: 'correct horse',
        data: { liquidName: '<img src=x onerror=alert(1)>' },
      }),
    });
    expect(signUp.status).toBe(200);
    const mails = await ask<{ to: string; subject: string; text: string }[]>(`${url}/mailbox.json`);
    expect(mails.body).toHaveLength(1);
    expect(mails.body[0]).toMatchObject({ to: 'ada@example.com' });
    const mailbox = await (await fetch(`${url}/mailbox`)).text();
    expect(mailbox).toContain('ada@example.com');
    expect(mailbox).toContain(`${url}/confirm-email?token_hash=`);
    expect((await fetch(`http://127.0.0.1:${port}/mailbox`)).status).toBe(200);

    ctrlC(first);
    expect(await first.exit()).toBe(0);
    // What the command started may still be ending.
    await expect.poll(() => groupIsAlive(first)).toBe(false);
    expect(existsSync(join(data, 'server.pid'))).toBe(false);

    const second = start({ PORT: port, ACCORD_DATA: data });
    await second.ready();
    expect(second.out()).not.toContain('Applied');
    expect(JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8'))).toEqual(keys);
    const kept = await fetch(String(stored.body['audioUrl']));
    expect(Buffer.from(await kept.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
    const taken = await ask(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: keys.publishable, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse' }),
    });
    expect(taken.body).toMatchObject({ error_code: 'email_not_confirmed' });
    // So are the rights that the migrations gave.
    const deleted = await ask(`${url}/rest/v1/fragrance_shares?share_id=not.is.null`, {
      method: 'DELETE',
      headers: { apikey: keys.publishable },
    });
    expect({ status: deleted.status, code: deleted.body['code'] }).toEqual({ status: 401, code: '42501' });
    process.kill(second.child.pid!, 'SIGTERM');
    await second.exit();
    await expect.poll(() => groupIsAlive(second)).toBe(false);
    expect(existsSync(join(data, 'server.pid'))).toBe(false);
  });

  it('leaves data that are damaged as they are, and says so in a line', async () => {
    const data = await migratedFolder('damaged');
    folders.push(data);
    const log = join(
      'pg_wal',
      readdirSync(join(data, 'db/pg_wal')).find((name) => /^[0-9A-F]{24}$/.test(name))!,
    );
    for (const name of [log, 'global/pg_control']) {
      const file = join(data, 'db', name);
      const whole = readFileSync(file);
      const damage = Buffer.alloc(whole.length, 0xa5);
      writeFileSync(file, damage);
      const command = start({ PORT: await freePort(), ACCORD_DATA: data });
      expect(await command.exit()).toBe(1);
      expect(complaints(command)).toEqual([
        `The database in ${join(data, 'db')} is damaged and cannot be opened. Nothing was deleted: put a copy of it from before back in its place, or move the folder away to start with an empty one.`,
      ]);
      expect(readFileSync(file).equals(damage)).toBe(true);
      writeFileSync(file, whole);
    }
    await (await startServer({ port: 0, dataDir: data, mode: 'backend' })).close();
  });

  it('says in a line that data of another version are none of its own', async () => {
    const data = await migratedFolder('other');
    folders.push(data);
    const backend = await startBackend({ dataDir: data, keys: keysIn(data), siteUrl: 'http://localhost' });
    await backend.sql("update supabase_migrations.schema_migrations set name = 'desk' where name = 'callers'");
    await backend.close();
    await expect(startServer({ port: 0, dataDir: data, mode: 'backend' })).rejects.toThrow(
      `The data in ${data} was made by another version of Accord, from before 0.1.0 or newer than this one.`,
    );
  });

  it('leaves the embedded backend off when a hosted project is configured, and says so', async () => {
    const hosted = start({
      PORT: await freePort(),
      ACCORD_DATA: join(folder, 'unused'),
      VITE_SUPABASE_URL: 'https://project.supabase.co',
    });
    const url = await hosted.ready();
    expect(hosted.out()).toContain('Using the hosted backend at https://project.supabase.co');
    expect(await (await fetch(`${url}/`)).text()).not.toContain('accord-backend');
    expect((await fetch(`${url}/mailbox`)).headers.get('content-type')).toContain('text/html');
    expect(await (await fetch(`${url}/mailbox`)).text()).toContain('<div id="root">');
    expect(existsSync(join(folder, 'unused'))).toBe(false);
    ctrlC(hosted);
    expect(await hosted.exit()).toBe(0);
  });

  it('says what is wrong with a port that is none', async () => {
    const wrong = start({ PORT: 'many', ACCORD_DATA: join(folder, 'unused') });
    expect(await wrong.exit()).toBe(1);
    expect(complaints(wrong)).toEqual(['PORT must be a number from 0 to 65535, not "many".']);
  });
});
