import { describe, expect, it } from 'vitest';
import { pianoKeys } from '#features/instruments/domain/keyboard/keyboard.ts';
import { keyAt, keyPlaces } from './pianoGeometry.ts';

const keys = pianoKeys(4);
const at = (x: number, y: number): string | undefined => keyAt(keys, x, y, 800, 200)?.note;

describe('the geometry of the piano', () => {
  it('has eight white keys side by side and five black ones on their joints', () => {
    const places = keyPlaces(keys);
    expect(places.filter((_, i) => !keys[i]!.black).map(({ left }) => left * 8)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7].map((n) => expect.closeTo(n, 9)),
    );
    expect(places[1]!.left + places[1]!.width / 2).toBeCloseTo(1 / 8, 9);
  });

  it('finds black keys above and white keys everywhere else', () => {
    expect([at(100, 20), at(200, 20), at(300, 20), at(400, 20), at(690, 20)]).toEqual([
      'C#4',
      'D#4',
      'F4',
      'F#4',
      'B4',
    ]);
    expect([at(99, 190), at(101, 190), at(799, 190)]).toEqual(['C4', 'D4', 'C5']);
  });

  it('gives a black key of a phone a target of 44 px', () => {
    expect([keyAt(keys, 46 - 21, 20, 372, 200)?.note, keyAt(keys, 46 + 21, 20, 372, 200)?.note]).toEqual([
      'C#4',
      'C#4',
    ]);
  });

  it('keeps a glide that leaves the piano on its nearest key', () => {
    expect([at(-50, 300), at(5000, 300), keyAt(keys, 1, 1, 0, 0)]).toEqual(['C4', 'C5', null]);
  });
});
