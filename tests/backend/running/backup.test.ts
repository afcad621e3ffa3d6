import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeArchive } from '../../../supabase/local/backup/archive.ts';
import { backup, restore } from '../../../supabase/local/backup/commands.ts';
import { startServer } from '../../../supabase/local/server.ts';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import { migratedFolder } from '../support/folder.ts';
import { ask, newMember, newSecret, orderOf, rpc, upload, visitor, wav, type Member } from '../support/testServer.ts';

/** `npm run backup` and `npm run restore`, on a folder whose server runs and on one at rest. */

const quiet = () => undefined;
const archives = mkdtempSync(join(tmpdir(), 'accord-backups-'));
const inArchives = (name: string) => join(archives, name);
let folder: string;
let server: RunningServer;
let member: Member;
let whole: string;
const sound = wav({ hz: 523 });
let audioPath: string;
const order = orderOf({ email: 'kept@example.com', name: 'Kept' }, newSecret());

const start = (dataDir: string) =>
  startServer({ port: 0, dataDir, mode: 'backend', env: { RATE_LIMIT_FACTOR: '1000' } });
const fresh = () => join(mkdtempSync(inArchives('fresh-')), 'data');

beforeAll(async () => {
  folder = await migratedFolder('backup');
  server = await start(folder);
  member = await newMember(server, 'Mira');
  await rpc(server, visitor(server), 'place_preorder', order);
  audioPath = String((await upload(server, sound, member.headers)).body['audioPath']);
  whole = inArchives('whole.tar.gz');
  await backup(folder, whole, false, quiet);
});
afterAll(async () => {
  await server?.close();
  for (const used of [folder, archives].filter(Boolean)) rmSync(used, { recursive: true, force: true });
});

/** Looks for everything that was given before the backup, with the keys that were made then. */
async function hasEverything(dataDir: string): Promise<void> {
  const restored = await start(dataDir);
  try {
    expect(restored.keys).toEqual(server.keys);
    const session = await ask<{ user: { id: string } }>(`${restored.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: restored.keys!.publishable, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: member.email, password: member.password }),
    });
    expect([session.status, session.body.user.id]).toEqual([200, member.id]);
    expect(
      await restored.backend!.sql('select id, name, email from public.preorders where id = $1', [order.preorder.id]),
    ).toEqual([{ id: order.preorder.id, name: 'Kept', email: 'kept@example.com' }]);
    const played = await fetch(`${restored.url}/storage/v1/object/public/audio/${audioPath.replace(/^audio\//, '')}`);
    expect(Buffer.from(await played.arrayBuffer()).equals(Buffer.from(sound))).toBe(true);
  } finally {
    await restored.close();
  }
}

describe('a backup', () => {
  it('of a running server is restored to the same members, orders and recordings', async () => {
    const target = fresh();
    await restore(target, whole, false, quiet);
    await hasEverything(target);
    expect(statSync(whole).mode & 0o077).toBe(0);
    expect(existsSync(join(folder, 'snapshot'))).toBe(false);
  });

  it('made while people upload holds the file of every recording that it has a row of', async () => {
    const people = { giving: true };
    let given = 0;
    const busy = [1, 2, 3].map(async (n) => {
      for (let i = 0; people.giving; i++) {
        expect((await upload(server, wav({ hz: 200 + 7 * n + i }), visitor(server), newSecret())).status).toBe(200);
        given++;
      }
    });
    const file = inArchives('busy.tar.gz');
    for (let round = 0; round < 2; round++) await backup(folder, file, true, quiet);
    people.giving = false;
    await Promise.all(busy);
    expect(given).toBeGreaterThan(3);

    const target = fresh();
    await restore(target, file, false, quiet);
    const objects = readdirSync(join(target, 'objects'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map((entry) => join(entry.parentPath, entry.name));
    const keys = objects.map((about) => (JSON.parse(readFileSync(about, 'utf8')) as { key: string }).key).sort();
    const restored = await start(target);
    const rows = await restored.backend!.sql<{ key: string }>(
      `select bucket_id || '/' || name as key from storage.objects order by 1`,
    );
    await restored.close();
    expect(keys).toEqual(rows.map(({ key }) => key).sort());
    for (const about of objects)
      expect(statSync(about.replace(/\.json$/, '')).size).toBe(
        (JSON.parse(readFileSync(about, 'utf8')) as { size: number }).size,
      );
  });

  it('of a server at rest has the same keys and recordings, and leaves no mark', async () => {
    const rest = fresh();
    await restore(rest, whole, false, quiet);
    const file = inArchives('rest.tar.gz');
    const { files } = await backup(rest, file, false, quiet);
    expect(files).toBeGreaterThan(500);
    const target = fresh();
    await restore(target, file, false, quiet);
    const namesIn = (folder: string) => (readdirSync(folder, { recursive: true }) as string[]).sort();
    expect(namesIn(target)).toEqual(namesIn(rest));
  });

  it('replaces no file unless it is told to, and needs data', async () => {
    await expect(backup(folder, whole, false, quiet)).rejects.toThrow('exists already');
    await expect(backup(fresh(), inArchives('none.tar.gz'), false, quiet)).rejects.toThrow('There is no data in');
    expect(existsSync(inArchives('none.tar.gz'))).toBe(false);
  });

  it('is made for nobody without the key', async () => {
    for (const [method, authorization] of [
      ['POST', ''],
      ['POST', `Bearer ${server.keys!.publishable}`],
      ['GET', `Bearer ${server.keys!.secret}`],
    ] as const)
      expect((await fetch(`${server.url}/snapshot`, { method, headers: { authorization } })).status).toBe(404);
    expect(existsSync(join(folder, 'snapshot'))).toBe(false);
  });
});

/**
 * A gzip file with one bit flipped in its middle. In a run of zeros many a flip unpacks to the same bytes and damages nothing: takes the
 * first that does.
 */
function flippedIn(bytes: Buffer): Buffer {
  const unpacked = gunzipSync(bytes);
  for (let at = bytes.length >> 1; at < bytes.length; at++) {
    const flipped = Buffer.from(bytes);
    flipped[at]! ^= 0x40;
    try {
      if (gunzipSync(flipped).equals(unpacked)) continue;
    } catch {
      // No gzip file any more.
    }
    return flipped;
  }
  throw new Error('No flip damages this file.');
}

describe('a restore', () => {
  it('refuses a damaged archive in words, and touches nothing', async () => {
    const bytes = readFileSync(whole);
    const damaged: [name: string, bytes: Buffer | null, words: RegExp][] = [
      ['half', bytes.subarray(0, bytes.length >> 1), /ends too early/],
      ['empty', Buffer.alloc(0), /ends too early|no backup of Accord/],
      ['text', Buffer.from('This is a letter.'), /no backup of Accord/],
      ['missing', null, /no such file/],
    ];
    damaged.push(['flipped', flippedIn(bytes), /damaged|too early|no backup of Accord holds/]);
    const target = fresh();
    for (const [name, content, words] of damaged) {
      const file = inArchives(`${name}.tar.gz`);
      if (content !== null) writeFileSync(file, content);
      await expect(restore(target, file, true, quiet)).rejects.toThrow(words);
      expect(existsSync(target)).toBe(false);
    }
  });

  it('refuses an archive in which a file was exchanged, and one of a newer version', async () => {
    const exchanged = gunzipSync(readFileSync(whole));
    exchanged.write('sb_secret_ours', exchanged.indexOf('sb_secret_'));
    writeFileSync(inArchives('exchanged.tar.gz'), gzipSync(exchanged));
    const target = fresh();
    await expect(restore(target, inArchives('exchanged.tar.gz'), false, quiet)).rejects.toThrow(
      'It is damaged: keys.json was changed.',
    );
    const newer = inArchives('newer.tar.gz');
    await writeArchive(join(folder, 'objects'), newer, ['99990101000000_later.sql']);
    await expect(restore(target, newer, false, quiet)).rejects.toThrow(/newer version.*Nothing was changed/);
    expect(existsSync(target)).toBe(false);
  });

  it('needs a folder that no server uses, and moves data aside only when it is told to', async () => {
    await expect(restore(folder, whole, true, quiet)).rejects.toThrow('in use by another server');
    const target = fresh();
    await restore(target, whole, false, quiet);
    const keys = readFileSync(join(target, 'keys.json'), 'utf8');
    writeFileSync(join(target, 'keys.json'), keys.replace('sb_secret_', 'sb_secret_other'));
    await expect(restore(target, whole, false, quiet)).rejects.toThrow(/There is data in.*Nothing was changed/);
    const said: string[] = [];
    await restore(target, whole, true, (line) => said.push(line));
    expect(readFileSync(join(target, 'keys.json'), 'utf8')).toBe(keys);
    const aside = readdirSync(target).find((name) => name.startsWith('before-restore-'))!;
    expect(readFileSync(join(target, aside, 'keys.json'), 'utf8')).toContain('sb_secret_other');
    expect(said.join('\n')).toContain(aside);
  });
});
