import { describe, expect, it } from 'vitest';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { flowerNotes, timedDrawing } from './flowerNotes.ts';

const heardNote = (note: 'A4' | 'C#5' | 'E5', onset: number) => ({
  note,
  cents: 0,
  onset,
  offset: onset + 1,
  velocity: 0.7,
});

describe('the notes of a flower', () => {
  it('are those of the sound, each once, by time, even if accents colour their petals', () => {
    const fragrance = fragranceFromEssence({
      essence: ['C#5', 'A4', 'E5'],
      source: 'spectral',
      now: new Date(0),
      trace: { duration: 6, peaks: [], notes: [heardNote('A4', 0.5), heardNote('C#5', 2), heardNote('E5', 4)] },
      blend: { accents: [{ note: 'E6', of: 'A4', partial: 3, level: -9 }] },
    });
    const { moments } = timedDrawing(fragrance);
    expect(flowerNotes(moments, fragrance)).toEqual([
      { note: 'A4', from: 0.5, to: 1.5 },
      { note: 'C#5', from: 2, to: 3 },
      { note: 'E5', from: 4, to: 5 },
    ]);
  });

  it('are those of the fragrance when there is no recording', () => {
    const fragrance = fragranceFromEssence({ essence: ['C4', 'G4'], source: 'keys', now: new Date(0) });
    const notes = flowerNotes(timedDrawing(fragrance).moments, fragrance);
    expect(notes.map(({ note }) => note).sort()).toEqual(['C4', 'G4']);
    for (const { from } of notes) expect(from).toBe(Infinity);
  });
});
