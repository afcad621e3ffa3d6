import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PGlite } from '@supabase/lite/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '#local/server.ts';
import { freePort } from '#tests/hosted/postgres/processes.ts';
import { START_MS } from '#tests/timeouts.ts';
import { withTimeout } from '#tests/withTimeout.ts';
import { runCommandLine } from './support/commandLine.ts';
import { migratedFolder } from './support/folder.ts';
import { fetchJson, recordingForm, wav } from './support/testServer.ts';

/** The real command in a new process group, as a terminal starts it. */
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

/** The command of `npm start`; npm itself would end by the signal it was sent and hide the server's own exit code. */
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
  const output = () => `${out}${errors}`;
  const command: Command = {
    child,
    out: () => out,
    errors: () => errors,
    // It comes up before it can end.
    exit: () => withTimeout('the end of the command', exited, output, START_MS),
    ready: () => withTimeout('a server that is ready', isReady, output, START_MS),
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

/** Makes data of another version: the list of migrations is changed, without a server. */
async function makeOtherData(change: string): Promise<string> {
  const data = await migratedFolder('server');
  folders.push(data);
  const database = new PGlite(join(data, 'db'));
  await database.exec(change);
  await database.close();
  return data;
}

beforeAll(() => {
  mkdirSync(dist);
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><html><head><title>Accord</title></head><body></body></html>',
  );
});

afterAll(() => {
  for (const command of commands) if (groupIsAlive(command)) process.kill(-command.child.pid!, 'SIGKILL');
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

describe('npm start', () => {
  it('updates its data, refuses a second start in one line, stops without a trace, and has its data again', async () => {
    // The last migration, which changes nothing, has yet to be applied.
    const data = await makeOtherData("delete from supabase_migrations.schema_migrations where name = 'platform'");
    const port = String(await freePort());
    const first = start({ PORT: port, ACCORD_DATA: data });
    const url = await first.ready();
    expect(url).toBe(`http://localhost:${port}`);
    expect(first.out()).toContain('Applied 1 migration(s).');
    const html = await (await fetch(`${url}/`)).text();
    const keys = JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8')) as { publishable: string; secret: string };
    expect(html).toContain(keys.publishable);
    expect(html).not.toContain(keys.secret);
    expect(statSync(join(data, 'keys.json')).mode & 0o077).toBe(0);

    expect(await runCommandLine({ PORT: '0', ACCORD_DATA: data }, startServer)).toMatchObject({
      errors: [expect.stringContaining('in use by another server')],
      exit: 1,
    });

    // Data stored now has to be there after a restart.
    const bytes = wav({ seconds: 1 });
    const stored = await fetchJson(`${url}/functions/v1/upload-audio`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${keys.publishable}` },
      body: recordingForm(bytes),
    });
    expect(stored.body).toMatchObject({ success: true });
    const auth = (path: string, body: object) =>
      fetchJson(`${url}/auth/v1/${path}`, {
        method: 'POST',
        headers: { apikey: keys.publishable, 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse', ...body }),
      });
    expect((await auth('signup', { data: { liquidName: '<img src=x onerror=alert(1)>' } })).status).toBe(200);
    const mails = await fetchJson<{ to: string }[]>(`${url}/mailbox.json`);
    expect(mails.body).toMatchObject([{ to: 'ada@example.com' }]);
    expect(await (await fetch(`${url}/mailbox`)).text()).toContain(`${url}/confirm-email?token_hash=`);

    ctrlC(first);
    expect(await first.exit()).toBe(0);
    // Processes of the command may still be ending.
    await expect.poll(() => groupIsAlive(first)).toBe(false);
    expect(existsSync(join(data, 'server.pid'))).toBe(false);

    const logged: string[] = [];
    const log = (line: string) => void logged.push(line);
    const again = await startServer({ port: Number(port), dataDir: data, mode: 'start', build: false, dist, log });
    expect(logged.join()).not.toContain('Applied');
    expect(JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8'))).toEqual(keys);
    const kept = await fetch(String(stored.body['audioUrl']));
    expect(Buffer.from(await kept.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
    expect((await auth('token?grant_type=password', {})).body).toMatchObject({ error_code: 'email_not_confirmed' });
    // The rights of the migrations are restored, too.
    const deleted = await fetchJson(`${url}/rest/v1/fragrance_shares?share_id=not.is.null`, {
      method: 'DELETE',
      headers: { apikey: keys.publishable },
    });
    expect({ status: deleted.status, code: deleted.body['code'] }).toEqual({ status: 401, code: '42501' });
    await again.close();
    expect(existsSync(join(data, 'server.pid'))).toBe(false);
  });

  it('leaves damaged data unchanged, and reports them in one line @slow', async () => {
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
      const command = start({ PORT: '0', ACCORD_DATA: data });
      expect(await command.exit()).toBe(1);
      expect(command.errors()).toBe(
        `The database in ${join(data, 'db')} is damaged and cannot be opened. Nothing was deleted: put a copy of it from before back in its place, or move the folder away to start with an empty one.\n`,
      );
      expect(readFileSync(file).equals(damage)).toBe(true);
      writeFileSync(file, whole);
    }
    await (await startServer({ port: 0, dataDir: data, mode: 'backend' })).close();
  });

  it('reports in one line that the data are of another version, and changes nothing', async () => {
    const data = await makeOtherData(
      "update supabase_migrations.schema_migrations set version = '20260101000000' where name = 'callers'",
    );
    await expect(startServer({ port: 0, dataDir: data, mode: 'backend' })).rejects.toThrow(
      `The data in ${data} was made by another version of Accord, from before 0.1.0 or newer than this one. Nothing was changed: set ACCORD_DATA to another folder.`,
    );
    expect(readdirSync(join(data, 'db'))).not.toEqual([]);
  });
});
