import { describe, expect, it } from 'vitest';
import { END, file, header, melody, SCALE, strike, release, tempo, track } from '#tests/fixtures/midiBytes.ts';
import { readMidi } from '../midi/midiScore.ts';
import { levelAt, stepsOf } from './beat.ts';
import { beatOfScore } from './midiBeat.ts';

const imported = (...events: readonly (readonly number[])[]) =>
  beatOfScore(readMidi(file(header(), track(...events, END))));
/** A bar of bass drum, snare and hi-hat in half beats. */
const DRUM_BAR = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((step) => {
  const drum = step % 4 === 0 ? 36 : step % 4 === 2 ? 38 : 46;
  return [...strike(42, 0, 9), ...strike(drum, 0, 9), ...release(42, 240, 9), ...release(drum, 0, 9)];
});

describe('the beat from a score', () => {
  it('turns drums without other notes into notes, from the bass drum up', () => {
    const { beat, placed, left, drums } = imported(DRUM_BAR);
    expect({ placed, left, drums }).toEqual({ placed: 16, left: 0, drums: { strikes: 16, became: 'pads' } });
    expect(beat.notes).toEqual(['C3', 'D3', 'E3', 'G3']);
    const rows = beat.notes.map((note) => Array.from({ length: stepsOf(beat) }, (_, i) => levelAt(beat, note, i) > 0));
    // It repeats after half a bar, but a round is a whole one.
    expect(rows.map((row) => row.map(Number).join(''))).toEqual(['10001000', '00100010', '11111111', '01010101']);
  });

  it('gives the rows to the most frequent drums of many, and counts the rest', () => {
    const kit = Array.from({ length: 20 }, (_, i) => 35 + i);
    const often = kit.slice(0, 12).flatMap((drum) => [...strike(drum, 0, 9), ...release(drum, 1, 9)]);
    const { beat, placed, left } = imported(
      often,
      often,
      kit.flatMap((drum) => [...strike(drum, 0, 9), ...release(drum, 1, 9)]),
    );
    expect([beat.notes.length, placed, left]).toEqual([12, 36, 8]);
  });

  it('leaves drums out when there are other notes, and counts them', () => {
    const { beat, placed, left, drums } = imported(DRUM_BAR, melody(SCALE));
    expect([beat.notes.length, placed, left]).toEqual([8, 8, 0]);
    expect(drums).toEqual({ strikes: 16, became: 'left out' });
  });

  it('counts steps in beats, so that a change of tempo moves no note', () => {
    const { beat } = imported(melody([60, 62]), tempo(1_000_000), melody([64, 65]));
    expect(beat.bpm).toBe(120);
    expect(
      ['C4', 'D4', 'E4', 'F4'].map(
        (note) => levelAt(beat, note as 'C4', 2 * ['C4', 'D4', 'E4', 'F4'].indexOf(note)) > 0,
      ),
    ).toEqual([true, true, true, true]);
  });

  it('is an error without notes', () => {
    expect(() => imported()).toThrow(expect.objectContaining({ code: 'no_notes' }));
  });
});
