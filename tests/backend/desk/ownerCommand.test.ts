import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer } from '../../../supabase/local/server.ts';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import { migratedFolder } from '../support/folder.ts';
import { newMember, rpc, type Member } from '../support/testServer.ts';

/** `npm run owner`, as a process of its own, on a folder whose server runs and on the same one at rest. */

let folder: string;
let server: RunningServer;
let member: Member;

const start = () => startServer({ port: 0, dataDir: folder, mode: 'backend', env: { RATE_LIMIT_FACTOR: '1000' } });

beforeAll(async () => {
  folder = await migratedFolder('owner');
  server = await start();
  member = await newMember(server, 'Olga');
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command; returns its exit code and all that it printed. */
async function owner(words: readonly string[], env: Record<string, string> = { ACCORD_DATA: folder }) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'supabase/local/owner.ts', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'production', ...env },
  });
  const [[code], said, complained] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, said: `${said}${complained}`.trim() };
}
const access = async () => (await rpc(server, member.headers, 'desk_access')).body;

it('puts a member on the list while the server runs, and takes one off while it does not', async () => {
  expect(await owner(['list'])).toEqual({ code: 0, said: 'There are no owners yet.' });
  expect(await owner(['add', member.email])).toEqual({ code: 0, said: `${member.email} may open the desk now.` });
  expect(await access()).toBe('open');
  await server.close();
  expect(await owner(['list'])).toEqual({ code: 0, said: member.email });
  expect(await owner(['remove', member.email])).toEqual({ code: 0, said: `${member.email} is no owner any more.` });
  expect(await owner(['remove', member.email])).toEqual({ code: 0, said: `${member.email} was no owner.` });
  server = await start();
  expect(await access()).toBe('none');
});

it('says in words what it cannot do', async () => {
  const nobody = await owner(['add', 'nobody@example.com']);
  expect(nobody.code).toBe(1);
  expect(nobody.said).toContain('There is no account with the confirmed address nobody@example.com.');
  for (const words of [[], ['add'], ['list', 'x'], ['grant', member.email]])
    expect(await owner(words)).toMatchObject({ code: 1, said: expect.stringContaining('Please use: npm run owner') });
  const empty = mkdtempSync(join(tmpdir(), 'accord-none-'));
  expect(await owner(['list'], { ACCORD_DATA: empty })).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is no data'),
  });
  rmSync(empty, { recursive: true });
  expect(await owner(['list'], { VITE_SUPABASE_URL: 'https://x.supabase.co' })).toMatchObject({
    code: 1,
    said: expect.stringContaining("select add_owner('MAIL');"),
  });
});

it('asks a hosted project with its key', async () => {
  const env = { SUPABASE_URL: server.url, SUPABASE_SERVICE_ROLE_KEY: server.keys!.secret };
  expect(await owner(['add', member.email], env)).toMatchObject({ code: 0 });
  expect(await access()).toBe('open');
});
