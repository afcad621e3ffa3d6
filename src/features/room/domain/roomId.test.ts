import { describe, expect, it } from 'vitest';
import { createRoomId, isRoomId, roomPath, wallPath } from './roomId.ts';

describe('the id of a room', () => {
  it('is 128 bits as 22 characters that an address takes as they are', () => {
    const id = createRoomId((count) => new Uint8Array(count).fill(255));
    expect(id).toBe('_____________________w');
    expect(encodeURIComponent(id)).toBe(id);
    expect(isRoomId(id)).toBe(true);
    const made = Array.from({ length: 500 }, () =>
      createRoomId((count) => crypto.getRandomValues(new Uint8Array(count))),
    );
    expect(new Set(made).size).toBe(500);
    expect(made.every(isRoomId)).toBe(true);
    expect([roomPath(id), wallPath(id)]).toEqual([`/room/${id}`, `/room/${id}/wall`]);
  });

  it('is nothing else', () => {
    for (const other of [
      '',
      'short',
      'a'.repeat(21),
      'a'.repeat(23),
      `${'a'.repeat(21)}/`,
      `${'a'.repeat(21)}=`,
      5,
      null,
      undefined,
    ])
      expect(isRoomId(other)).toBe(false);
    expect(() => createRoomId(() => new Uint8Array(3))).toThrow(RangeError);
  });
});
