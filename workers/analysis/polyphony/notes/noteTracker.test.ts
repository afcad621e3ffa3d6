import { describe, expect, it } from 'vitest';
import { PARAMETERS } from '../parameters.ts';
import { PARTIALS_PER_PITCH } from '../pitchActivations.ts';
import type { PolyphonicNote } from './noteCandidate.ts';
import { NoteTracker } from './noteTracker.ts';

const { rate, note: P, spectrum, template } = PARAMETERS;
const HOP_S = spectrum.hop / rate;
const PITCH_COUNT = template.highest - template.lowest + 1;
/** Index of the sounding pitch, and the first step of its rise. */
const PITCH_INDEX = 39;
const FIRST_STEP = 20;

/**
 * Notes of one pitch; its activation rises evenly from 0 to 1 in this many steps, with common onsets at these times,
 * s.
 */
function heard(risingSteps: number, onsets: readonly number[]): PolyphonicNote[] {
  const pitches = new Float64Array(PITCH_COUNT);
  const magnitude = new Float32Array(8).fill(0.1);
  const tracker = new NoteTracker(
    {
      activation: pitches,
      magnitude,
      partialBands: new Int32Array(PITCH_COUNT * PARTIALS_PER_PITCH).fill(-1),
    },
    { power: () => 1, deviation: () => Number.NaN },
  );
  const notes: PolyphonicNote[] = [];
  for (const onset of onsets) tracker.onset(onset, new Float64Array(PITCH_COUNT));
  for (let step = 0; step < 90; step++) {
    pitches[PITCH_INDEX] = step < 60 ? Math.max(0, Math.min(1, (step - FIRST_STEP) / risingSteps)) : 0;
    tracker.push(pitches, 1 + pitches[PITCH_INDEX]!, magnitude, (note) => notes.push(note));
  }
  tracker.finish((note) => notes.push(note));
  return notes;
}

describe('the onset of a note', () => {
  it('is the common onset near its rise', () => {
    const onset = FIRST_STEP * HOP_S + 0.01;
    expect(heard(3, [onset]).map((note) => note.onset)).toEqual([onset]);
  });

  it('is early in its rise without a common onset, as its attack is soft', () => {
    const [note, ...more] = heard(4, []);
    expect(more).toEqual([]);
    const entry = (FIRST_STEP + 4 * P.entry) * HOP_S;
    expect(note!.onset).toBeCloseTo(entry - P.softLead, 3);
    expect(heard(4, [entry + 2 * P.snap])[0]!.onset, 'nor near').toBeCloseTo(entry - P.softLead, 3);
  });
});
