import { describe, expect, it } from 'vitest';
import { seededRandom } from '#core/values/random.ts';
import { createShareId, isShareId, shareIdIn } from './shareId.ts';

describe('share ids', () => {
  it('are 8 letters and digits, every one of the 62 equally likely', () => {
    const random = seededRandom('bytes');
    const bytes = (count: number): Uint8Array => Uint8Array.from({ length: count }, () => Math.floor(random() * 256));
    const counts = new Map<string, number>();
    for (let i = 0; i < 20_000; i++) {
      const id = createShareId(bytes);
      expect(isShareId(id)).toBe(true);
      for (const letter of id) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    const expected = 160_000 / 62;
    const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
    // 100.9 is the 0.1 % point for 61 degrees of freedom; `byte % 62` without rejection scores about 1,400.
    expect(chiSquare).toBeLessThan(100.9);
  });

  it('discard biased bytes, and do not hang on a source that returns nothing else', () => {
    const bytes = Uint8Array.from([255, 248, 0, 61, 247, 62, 1, 2, 3, 4, 5]);
    expect(createShareId(() => bytes)).toBe('A99ABCDE');
    expect(() => createShareId((count) => new Uint8Array(count).fill(255))).toThrow(RangeError);
    expect(() => createShareId(() => new Uint8Array(0))).toThrow(RangeError);
  });

  it.each(['', 'abcdefg', 'abcdefghi', 'abc-efgh', 'abcdefg\n', 'äbcdefgh', '../../ab', null, 12345678])(
    'refuse %j',
    (value) => {
      expect(isShareId(value)).toBe(false);
    },
  );
});

it('are found in links that chats have changed', () => {
  const pieces = [
    '.',
    ',',
    ')',
    '%20',
    '%20and',
    '%E2%80%8B',
    '\u200B',
    '&feature=share',
    '%26feature',
    '%',
    '%ff',
    '"',
    '\u2026',
  ];
  expect(pieces.map((behind) => shareIdIn(`Ab3dEf7h${behind}`))).toEqual(pieces.map(() => 'Ab3dEf7h'));
  expect(['%E2%80%8BAb3dEf7h', '(Ab3dEf7h)'].map(shareIdIn)).toEqual(['Ab3dEf7h', 'Ab3dEf7h']);
  expect(['', 'Ab3dEf7', 'Ab3dEf7hi', 'Ab3d.Ef7h', '...'].map(shareIdIn)).toEqual([null, null, null, null, null]);
});
