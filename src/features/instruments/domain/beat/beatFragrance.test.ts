import { describe, expect, it } from 'vitest';
import { INITIAL_BEAT, type Beat } from './beat.ts';
import { withBpm, withLevel, withNoteToggled } from './beatChanges.ts';
import { NOTE_CODES } from '#analysis/values/pitch.ts';
import { readFragrance } from '#features/fragrance/domain/schema/fragrance.ts';
import { fragranceOfBeat } from './beatFragrance.ts';

const NOW = new Date('2026-01-02T03:04:05Z');
const paintBeat = (...pads: [note: (typeof NOTE_CODES)[number], column: number, level: number][]): Beat =>
  pads.reduce((beat, [note, column, level]) => withLevel(beat, note, column, level), INITIAL_BEAT);

describe('the fragrance of a beat', () => {
  it('weighs its notes by the number and strength of their hits', () => {
    const loud = paintBeat(['C4', 0, 2], ['C4', 4, 2], ['E4', 2, 8], ['G4', 3, 1]);
    const { musicEssence, proportions } = fragranceOfBeat(loud, NOW)!;
    expect(musicEssence).toEqual(['E4', 'C4', 'G4']);
    expect(proportions!.map(({ hits, loudness }) => [hits, loudness])).toEqual([
      [1, 1],
      [2, 0.25],
      [1, 0.125],
    ]);
    expect(proportions![0]!.parts).toBeGreaterThan(proportions![1]!.parts);
  });

  it('has the rhythm of one round: its flower has petals and its sound has notes at the pads', () => {
    const { trace } = fragranceOfBeat(withBpm(paintBeat(['C4', 0, 8], ['E4', 2, 4], ['C4', 7, 8]), 120), NOW)!;
    expect(trace!.notes.map(({ note, onset, velocity }) => [note, onset, velocity])).toEqual([
      ['C4', 0, 1],
      ['E4', 0.5, 0.5],
      ['C4', 1.75, 1],
    ]);
    expect(trace!.duration).toBe(2.25);
    expect(trace!.peaks.some((peak) => peak > 0)).toBe(true);
  });

  it('has no rhythm from chosen notes alone, and does not exist without notes', () => {
    expect(fragranceOfBeat(INITIAL_BEAT, NOW)).toMatchObject({ musicEssence: INITIAL_BEAT.notes });
    expect(fragranceOfBeat(INITIAL_BEAT, NOW)!.trace).toBeUndefined();
    expect(fragranceOfBeat({ ...INITIAL_BEAT, notes: [] }, NOW)).toBeNull();
  });

  it('is valid for any number of chosen notes', () => {
    const all = NOTE_CODES.reduce((beat, note) => withNoteToggled(beat, note), {
      ...INITIAL_BEAT,
      notes: [] as readonly never[],
    } as Beat);
    const fragrance = fragranceOfBeat(withLevel(all, 'B8', 0, 8), NOW)!;
    expect(fragrance.musicEssence).toHaveLength(32);
    expect(fragrance.musicEssence[0]).toBe('B8');
    expect(readFragrance(JSON.parse(JSON.stringify(fragrance)))).toEqual(fragrance);
  });
});
