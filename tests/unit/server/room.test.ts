import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { roomIn, takesBack } from '../../../supabase/local/data/room.ts';

const MIB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'accord-room-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const reserve = join(folder, 'reserve');

describe('room on the disk', () => {
  it('is kept for what is taken back, and for nothing else', async () => {
    /** MiB that are free beside the reserve, which the room has to be told by its file. */
    let others = 500;
    const free = async () => (others + (existsSync(reserve) ? -32 : 0)) * MIB;
    const room = roomIn(folder, free);
    expect(await room.forChanges()).toBe(true);
    expect(statSync(reserve).size).toBe(32 * MIB);

    // Somebody fills the disk.
    others = 32;
    expect(await room.forChanges()).toBe(false);
    expect(existsSync(reserve)).toBe(true);
    expect(await room.forTakingBack()).toBe(true);
    expect(existsSync(reserve)).toBe(false);
    // What became free by that is for nobody else.
    expect(await room.forChanges()).toBe(false);
    others = 60;
    expect(await room.forChanges()).toBe(false);
    others = 20;
    expect(await room.forTakingBack()).toBe(true);
    // The database itself would not get on.
    others = 10;
    expect(await room.forTakingBack()).toBe(false);
    others = 70;
    expect(await room.forChanges()).toBe(true);
    expect(existsSync(reserve)).toBe(false);
    others = 500;
    expect(await room.forChanges()).toBe(true);
    expect(existsSync(reserve)).toBe(true);
  });

  it('is endless where the file system does not tell', async () => {
    const room = roomIn(folder, async () => Infinity);
    expect(await room.forChanges()).toBe(true);
    expect(await room.forTakingBack()).toBe(true);
  });
});

describe('what takes something back', () => {
  const asks = (method: string, path: string, body?: unknown) =>
    takesBack(
      new Request(`http://localhost${path}`, { method }),
      body === undefined ? null : Buffer.from(JSON.stringify(body)),
    );

  it.each([
    ['DELETE', '/storage/v1/object/audio', { prefixes: ['x'] }],
    ['DELETE', '/rest/v1/fragrance_profiles?id=eq.1', undefined],
    ['PATCH', '/rest/v1/fragrance_profiles?id=eq.1', { is_public: false }],
    ['POST', '/rest/v1/rpc/withdraw_share', {}],
    ['POST', '/rest/v1/rpc/share_to_withdraw', {}],
    ['POST', '/rest/v1/rpc/settle_recording', {}],
    ['POST', '/rest/v1/rpc/recordings_settled', {}],
    ['POST', '/rest/v1/rpc/forget_device', {}],
    ['POST', '/rest/v1/rpc/delete_account', {}],
    ['POST', '/storage/v1/object/copy', {}],
    ['POST', '/auth/v1/token?grant_type=password', {}],
    ['POST', '/rest/v1/rpc/count_call', { caller_key: 'withdraw-share:x' }],
    ['POST', '/rest/v1/rpc/count_call', { caller_key: 'settle-recordings:x' }],
    ['POST', '/rest/v1/rpc/count_calls', { caller_keys: ['delete-account:x'] }],
  ] as const)('%s %s does', (method, path, body) => expect(asks(method, path, body)).toBe(true));

  it.each([
    ['POST', '/rest/v1/fragrance_profiles', {}],
    ['PATCH', '/rest/v1/fragrance_profiles?id=eq.1', { is_public: true }],
    ['PATCH', '/rest/v1/fragrance_profiles?id=eq.1', { is_public: false, name: 'x' }],
    ['PATCH', '/rest/v1/profiles?id=eq.1', { is_public: false }],
    ['POST', '/rest/v1/rpc/create_share', {}],
    ['POST', '/rest/v1/rpc/count_call', { caller_key: 'upload-audio:x' }],
    ['POST', '/rest/v1/rpc/count_call', { caller_key: 'x'.repeat(5000), y: 'withdraw-share:' }],
    ['POST', '/storage/v1/object/audio/x.wav', {}],
    ['POST', '/auth/v1/signup', {}],
    ['PUT', '/auth/v1/user', {}],
  ] as const)('%s %s does not', (method, path, body) => expect(asks(method, path, body)).toBe(false));
});
