import { describe, expect, it } from 'vitest';
import { PARAMETERS } from '../parameters.ts';
import { PARTIALS_PER_PITCH } from '../pitchActivations.ts';
import { ChordTracker, type ChordNote } from './chordTracker.ts';

const { rate, onset: ONSET, note: NOTE, spectrum, template } = PARAMETERS;
const HOP_S = spectrum.hop / rate;
const PITCH_COUNT = template.highest - template.lowest + 1;
const PITCH_INDEX = 39;
/** Steps at which the pitch rises and falls. */
const FIRST_STEP = 20;
const LAST_STEP = 60;

/** Candidates of one pitch that rises within `risingSteps`, with peaks of the flux at some times, s. */
function candidates(
  risingSteps: number,
  peaks: readonly { time: number; prominence: number }[],
  accepts = true,
): ChordNote[] {
  const activation = new Float64Array(PITCH_COUNT);
  const magnitude = new Float32Array(8).fill(0.1);
  const tracker = new ChordTracker(
    { activation, magnitude, partialBands: new Int32Array(PITCH_COUNT * PARTIALS_PER_PITCH).fill(-1) },
    (_time, _pitch, out) => void out.fill(0),
    { power: () => 1, deviation: () => Number.NaN },
    () => accepts,
  );
  const notes: ChordNote[] = [];
  for (const { time, prominence } of peaks) tracker.onset(time, prominence);
  for (let step = 0; step < 90; step++) {
    activation[PITCH_INDEX] = step < LAST_STEP ? Math.max(0, Math.min(1, (step - FIRST_STEP) / risingSteps)) : 0;
    tracker.push(activation, 1 + activation[PITCH_INDEX]!, magnitude, (note) => notes.push(note));
  }
  tracker.finish((note) => notes.push(note));
  return notes;
}

describe('the candidates of the classifier of chords', () => {
  it('begin at a clear peak of the flux, and end at their release', () => {
    const time = FIRST_STEP * HOP_S + 0.01;
    const notes = candidates(3, [{ time, prominence: ONSET.delta }]);
    expect(notes.map(({ midi, onset }) => [midi, onset])).toEqual([[template.lowest + PITCH_INDEX, time]]);
    expect(notes[0]!.offset).toBeCloseTo(LAST_STEP * HOP_S - NOTE.blur, 1);
    expect(notes[0]!.probability).toBeGreaterThan(0);
    expect(notes[0]!.features.every(Number.isFinite)).toBe(true);
  });

  it('begin early in a rise without a peak of the flux', () => {
    const [note, ...more] = candidates(4, []);
    expect(more).toEqual([]);
    expect(Math.abs(note!.onset - FIRST_STEP * HOP_S)).toBeLessThan(0.05);
  });

  it('begin at both places if the peak is faint, so that the network chooses', () => {
    expect(candidates(4, [{ time: FIRST_STEP * HOP_S, prominence: ONSET.faint }])).toHaveLength(2);
  });

  it('are dropped if the network rejects them', () => {
    expect(candidates(3, [{ time: FIRST_STEP * HOP_S, prominence: ONSET.delta }], false)).toEqual([]);
  });
});
