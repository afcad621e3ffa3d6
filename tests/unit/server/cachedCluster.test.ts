import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cachedCluster } from '#local/data/freshDatabase.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'accord-kept-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a cached cluster', () => {
  let made: string[];
  beforeEach(() => {
    made = [];
  });
  const maker = (content: string) => async () => {
    made.push(content);
    // Lets other requests come meanwhile.
    await new Promise((done) => setImmediate(done));
    return new Blob([content]);
  };
  const keep = async (parts: string[], content: string) =>
    (await cachedCluster('migrated', parts, maker(content), folder)).text();
  const files = () => readdirSync(folder).map((name) => name.replace(/[0-9a-f]{32}/, 'HASH'));

  it('is made once, also for simultaneous requests', async () => {
    expect(await Promise.all([1, 2, 3, 4].map((n) => keep(['one.sql', 'create table a ();'], `cluster ${n}`)))).toEqual(
      Array(4).fill(made.join()),
    );
    expect(await keep(['one.sql', 'create table a ();'], 'another')).toBe(made.join());
    expect(made).toHaveLength(1);
    expect(files()).toEqual(['migrated-HASH.tar']);
  });

  it.each([
    ['changes', ['one.sql', 'create table b ();']],
    ['has another name', ['two.sql', 'create table a ();']],
    ['comes to it', ['one.sql', 'create table a ();', 'two.sql', '']],
    ['is divided otherwise', ['one.sqlcreate', ' table a ();']],
  ])('is made again when a migration %s, and replaces the old one', async (_what, parts) => {
    await keep(['one.sql', 'create table a ();'], 'before');
    expect(await keep(parts, 'after')).toBe('after');
    expect(files()).toEqual(['migrated-HASH.tar']);
  });

  it('is not cached when making it fails, and is made at the next request', async () => {
    const rejectSql = () => Promise.reject(new Error('syntax error in one.sql'));
    await expect(cachedCluster('migrated', ['one.sql'], rejectSql, folder)).rejects.toThrow('syntax error');
    expect(files()).toEqual([]);
    expect(await keep(['one.sql'], 'well')).toBe('well');
  });

  it.each([
    ['is empty', () => Buffer.alloc(0)],
    ['has lost its end', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['has lost its bytes', (bytes: Buffer) => Buffer.alloc(bytes.length)],
    ['holds another byte', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from('!')])],
  ])('is made again when its file %s', async (_what, damage) => {
    const parts = ['one.sql', 'create table a ();'];
    await keep(parts, 'well');
    const [name] = readdirSync(folder);
    const file = join(folder, name!);
    // Another folder's is read in between, because this process caches the last one.
    await cachedCluster('migrated', parts, maker('elsewhere'), join(folder, 'other'));
    writeFileSync(file, damage(readFileSync(file)));
    expect(await keep(parts, 'well again')).toBe('well again');
    expect((await cachedCluster('migrated', parts, maker('elsewhere'), join(folder, 'other'))).size).toBe(9);
    expect(await keep(parts, 'a third')).toBe('well again');
  });

  it('leaves the clusters of another kind alone', async () => {
    writeFileSync(join(folder, 'empty-0.tar'), 'empty');
    await keep(['one.sql'], 'well');
    expect(files()).toEqual(['empty-0.tar', 'migrated-HASH.tar']);
  });
});
