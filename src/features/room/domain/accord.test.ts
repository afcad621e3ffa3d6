import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../core/values/random.ts';
import { noteCodeOf } from '../../../core/pitch/pitch.ts';
import { drawFragrance, nameFragrance } from '../../fragrance/domain/index.ts';
import { roomAccord, sharedWords } from './accord.ts';
import type { RoomFace } from './roomFace.ts';

const random = seededRandom('a room full of voices');

function someFace(): RoomFace {
  const count = 1 + Math.floor(random() * 7);
  const essence = [...new Set(Array.from({ length: count }, () => noteCodeOf(48 + Math.floor(random() * 30))))];
  return {
    essence,
    intensity: random(),
    complexity: random(),
    persistence: random(),
    trace: null,
    accents:
      random() < 0.5
        ? [{ note: noteCodeOf(84 + Math.floor(random() * 12)), of: essence[0]!, partial: 3, level: -12 * random() }]
        : null,
    axes:
      random() < 0.7
        ? { brightness: random(), breath: random(), roughness: random(), strike: random(), tremor: random() }
        : null,
    proportions:
      random() < 0.5 ? essence.map((note, i) => ({ note, parts: i === 0 ? 101 - essence.length : 1 })) : null,
  };
}
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
const plain = (essence: RoomFace['essence']): RoomFace => ({
  essence,
  intensity: 0.5,
  complexity: 0.5,
  persistence: 0.5,
  trace: null,
  accents: null,
  axes: null,
  proportions: null,
});

describe('the accord of a room', () => {
  it('is nothing without a face, and has the notes of a single one', () => {
    expect(roomAccord([])).toBeNull();
    const one = roomAccord([plain(['A4', 'E4', 'C5'])])!;
    expect(one.name).toBe(nameFragrance(['A4', 'E4', 'C5']));
    expect(one.notes.map(({ note }) => note).sort()).toEqual(['A4', 'C5', 'E4']);
    expect(sharedWords(one)).toBeNull();
  });

  it('is the same for the same set of faces in any order, for a few hundred', () => {
    for (const count of [2, 3, 16, 100, 400]) {
      const faces = Array.from({ length: count }, someFace);
      const accord = roomAccord(faces)!;
      for (let round = 0; round < 5; round++) expect(roomAccord(shuffled(faces))).toEqual(accord);
      expect(accord.notes.length).toBeLessThanOrEqual(8);
      expect(accord.voices).toBe(count);
      expect(accord.drawable.proportions!.reduce((sum, { parts }) => sum + parts, 0)).toBe(100);
      expect(drawFragrance(accord.drawable).shapes.length).toBeGreaterThan(5);
    }
  });

  it('puts the notes that most voices share first, and counts each voice once', () => {
    const accord = roomAccord([plain(['A4', 'E4', 'A4']), plain(['A4', 'C5']), plain(['A4', 'E4'])])!;
    expect(accord.notes).toEqual([
      { note: 'A4', voices: 3 },
      { note: 'E4', voices: 2 },
      { note: 'C5', voices: 1 },
    ]);
    expect(accord.drawable.musicEssence).toEqual(['A4', 'E4', 'C5']);
    expect(sharedWords(accord)).toBe('Of 3 voices: A4 in all, E4 in 2.');
  });

  it('weighs a note that voices held long more than one that they touched', () => {
    const held = {
      ...plain(['G4', 'D4']),
      proportions: [
        { note: 'G4', parts: 90 },
        { note: 'D4', parts: 10 },
      ],
    } as RoomFace;
    const accord = roomAccord([held, { ...held }])!;
    expect(accord.drawable.musicEssence).toEqual(['G4', 'D4']);
    // At least one part each, the other 98 by weight.
    expect(accord.drawable.proportions!.map(({ parts }) => parts)).toEqual([89, 11]);
  });

  it('has the accents that most voices have, of its own notes only', () => {
    const with_ = (note: 'E6' | 'C6', level: number, of: 'A4' | 'D3' = 'A4'): RoomFace => ({
      ...plain(['A4']),
      accents: [{ note, of, partial: 3, level }],
    });
    const accord = roomAccord([with_('E6', -9), with_('E6', -3), with_('C6', -1), with_('C6', 0, 'D3')])!;
    expect(accord.drawable.accents).toEqual([
      { note: 'E6', of: 'A4', partial: 3, level: -3 },
      { note: 'C6', of: 'A4', partial: 3, level: -1 },
    ]);
    expect(accord.name).toBe(nameFragrance(['A4'], accord.drawable.accents));
  });
});
