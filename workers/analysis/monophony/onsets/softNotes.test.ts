import { describe, expect, it } from 'vitest';
import { note, spans, through, track } from '../../../../tests/fixtures/pitchTrack.ts';
import { hzOfMidi } from '../../values/pitch.ts';
import { steps } from '../../parameters.ts';
import { NOTE } from '../parameters.ts';
import { SOFT_NOTE } from './parameters.ts';
import { mergeWithoutOnset } from './softNotes.ts';

const HELD_STEPS = steps(SOFT_NOTE.plateau);

describe('a segment whose partials do not rise', () => {
  /**
   * The notes after a segment of this pitch and clarity that follows a note of MIDI 60 and a rest; it swings by
   * `swing`.
   */
  const detectNotes = (midi: number, { rest = 0, length = 30, swing = 0, clarity = 1 } = {}): number[][] => {
    const sound = track([60, 50], [null, rest], [midi, length]);
    for (let t = 50 + rest; t < sound.length; t++) {
      sound.hz[t] = hzOfMidi(midi + swing * Math.sin(t));
      sound.clarity[t] = clarity;
    }
    const soft = note(50 + rest, 50 + rest + length, midi, NOTE.minRise - 1);
    return spans(through([note(0, 50, 60), soft], sound, mergeWithoutOnset));
  };
  const MERGED_NOTE = [[0, 80, 60]];

  it('is a note if its pitch is held, even if it is softer than the sounding one', () => {
    expect(detectNotes(57)).toEqual([
      [0, 50, 60],
      [50, 80, 57],
    ]);
    expect(detectNotes(57, { rest: 20 })).toHaveLength(2);
  });

  it('continues the note before if its pitch is not held, or not clear', () => {
    expect(detectNotes(57, { swing: 0.5 })).toEqual(MERGED_NOTE);
    expect(detectNotes(57, { clarity: SOFT_NOTE.minClarity - 0.1 })).toEqual(MERGED_NOTE);
    expect(detectNotes(57, { length: HELD_STEPS - 1 })).toHaveLength(1);
  });

  it.each([60, 72, 48, 79, 84, 88])('is explained by a note of MIDI 60, at MIDI %i', (midi) => {
    expect(detectNotes(midi)).toEqual([[0, 80, 60]]);
    expect(detectNotes(midi, { rest: 20 }), 'after a rest it is reverberation').toEqual([[0, 50, 60]]);
  });

  it('is a note again long after that one, and always without a note before it', () => {
    expect(detectNotes(72, { rest: steps(SOFT_NOTE.remains) + 1 })).toHaveLength(2);
    expect(through([note(0, 50, 60, NOTE.minRise - 1)], track([60, 50]), mergeWithoutOnset)).toEqual([]);
  });
});
