import { describe, expect, it } from 'vitest';
import { END, file, header, melody, SCALE, strike, tempo, track } from '#tests/fixtures/midiBytes.ts';
import { readMidi } from '../midi/midiScore.ts';
import { fragranceOfTake, takeOfScore } from './takeFragrance.ts';

const takeOf = (...events: readonly (readonly number[])[]) =>
  takeOfScore(readMidi(file(header(), track(...events, END))));

describe('the take of a score', () => {
  it('has its notes, and makes a fragrance', () => {
    const take = takeOf(melody([60, 64, 67]), melody([36], 9));
    expect(take.notes.map(({ midi }) => midi)).toEqual([60, 64, 67]);
    expect(take.duration).toBe(1.5);
    const fragrance = fragranceOfTake(take, new Date(0));
    expect(fragrance.musicEssence).toEqual(['C4', 'E4', 'G4']);
    expect(fragrance.trace).toMatchObject({ duration: 1.5, notes: [{ note: 'C4' }, { note: 'E4' }, { note: 'G4' }] });
  });

  it('keeps the strongest notes when the first tempo comes late', () => {
    // The fourth note would last five times as long by the tempo that follows it.
    const take = takeOf(melody(SCALE.slice(0, 4)), tempo(2_500_000), strike(72), END);
    expect(take.notes[3]).toMatchObject({ midi: 65, onset: 1.5, offset: 2 });
  });

  it('distinguishes drums alone from an empty take', () => {
    expect(() => takeOf(melody([36, 38], 9))).toThrow(expect.objectContaining({ code: 'only_drums' }));
    expect(() => takeOf([])).toThrow(expect.objectContaining({ code: 'no_notes' }));
  });
});
