import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { serveMethods } from '#shared/http.ts';
import { ServiceError } from '#shared/service.ts';
import {
  databaseHasRoom,
  DISK_FULL,
  fullDiskAnswer,
  isDiskFull,
  requireRoom,
  watchDisk,
} from '#local/data/fullDisk.ts';

const folder = mkdtempSync(join(tmpdir(), 'accord-full-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** More than any disk has. */
const MAX_BYTES = 2 ** 60;
const refusal = (code: string) =>
  Object.assign(new Error('could not extend file "base/5/16777": No space left on device'), { code });

describe('a full disk', () => {
  it('is distinguished from other failures', () => {
    for (const code of ['ENOSPC', 'EDQUOT', '53100']) expect(isDiskFull(refusal(code))).toBe(true);
    for (const other of [refusal('ENOENT'), refusal('53200'), null, 'ENOSPC', {}])
      expect(isDiskFull(other)).toBe(false);
  });

  it('leaves space for the database', async () => {
    await requireRoom(folder, 0);
    expect([await databaseHasRoom(folder), await databaseHasRoom(folder, async () => 1000)]).toEqual([true, false]);
    await expect(requireRoom(folder, MAX_BYTES)).rejects.toMatchObject({
      status: 507,
      message: DISK_FULL,
      code: 'ENOSPC',
    });
  });

  it('is detected in statements and in other watched work, once', async () => {
    let answer: () => Promise<unknown> = async () => ({ rows: [1] });
    const driver = { query: (_text: string) => answer(), exec: (_text: string) => answer() };
    const disk = watchDisk();
    disk.watch(driver);
    expect(await driver.query('select 1')).toEqual({ rows: [1] });
    expect(disk.wasFull()).toBe(false);
    for (const fail of [
      () => driver.query('insert'),
      () => driver.exec('insert'),
      () => disk.over(Promise.reject(refusal('ENOSPC'))),
    ]) {
      answer = () => Promise.reject(refusal('53100'));
      await expect(fail()).rejects.toThrow('No space left');
      expect([disk.wasFull(), disk.wasFull()]).toEqual([true, false]);
    }
    answer = () => Promise.reject(refusal('23505'));
    await expect(driver.query('insert')).rejects.toThrow('could not');
    expect(disk.wasFull()).toBe(false);
  });

  it('does not prevent reading recordings: the time of the last access is not written', async () => {
    const driver = { query: () => Promise.reject(refusal('53100')), exec: () => Promise.reject(refusal('53100')) };
    watchDisk().watch(driver);
    expect(
      await (driver.query as (text: string) => Promise<unknown>)(
        'update "storage"."objects" set "last_accessed_at" = $1 where "id" = $2',
      ),
    ).toMatchObject({ affectedRows: 1 });
  });

  it.each([
    ['/auth/v1/signup', { code: 507, error_code: 'disk_full', msg: DISK_FULL }],
    ['/rest/v1/rpc/place_preorder', { code: '53100', message: DISK_FULL, details: null, hint: null }],
    ['/storage/v1/object/audio/x.wav', { statusCode: '507', error: 'disk_full', message: DISK_FULL }],
  ])('is reported in the form of %s', async (path, body) => {
    const answer = fullDiskAnswer(path);
    expect([answer.status, await answer.json()]).toEqual([507, body]);
  });

  it.each([
    ['storage', new ServiceError(507, 'disk_full', DISK_FULL)],
    ['the database', new ServiceError(500, '53100', 'could not extend file')],
  ])('is reported by functions that get it from %s', async (_who, error) => {
    const answer = await serveMethods(['POST'], () => Promise.reject(error))(
      new Request('http://localhost/', { method: 'POST' }),
    );
    expect([answer.status, await answer.json()]).toEqual([
      507,
      { success: false, error: DISK_FULL, code: 'disk_full' },
    ]);
  });
});
