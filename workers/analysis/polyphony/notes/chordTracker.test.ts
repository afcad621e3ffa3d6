import { describe, expect, it } from 'vitest';
import { PARAMETERS } from '../parameters.ts';
import { WATCHED_PARTIALS } from '../pitchActivations.ts';
import { ChordTracker, type ChordNote } from './chordTracker.ts';

const { rate, onset: ONSET, note: NOTE, spectrum, template } = PARAMETERS;
const HOP = spectrum.hop / rate;
const PITCHES = template.highest - template.lowest + 1;
const PITCH = 39;
/** Steps at which the pitch rises and falls. */
const BEGIN = 20;
const END = 60;

/** Candidates of one pitch that rises within `risingSteps`, with peaks of the flux at some times, s. */
function candidates(
  risingSteps: number,
  peaks: readonly { time: number; excess: number }[],
  accepts = true,
): ChordNote[] {
  const activation = new Float64Array(PITCHES);
  const magnitude = new Float32Array(8).fill(0.1);
  const tracker = new ChordTracker(
    { activation, magnitude, partialBands: new Int32Array(PITCHES * WATCHED_PARTIALS).fill(-1) },
    (_time, _pitch, out) => void out.fill(0),
    { power: () => 1, deviation: () => Number.NaN },
    () => accepts,
  );
  const notes: ChordNote[] = [];
  for (const { time, excess } of peaks) tracker.onset(time, excess);
  for (let step = 0; step < 90; step++) {
    activation[PITCH] = step < END ? Math.max(0, Math.min(1, (step - BEGIN) / risingSteps)) : 0;
    tracker.push(activation, 1 + activation[PITCH]!, magnitude, (note) => notes.push(note));
  }
  tracker.finish((note) => notes.push(note));
  return notes;
}

describe('the candidates of the classifier of chords', () => {
  it('begin at a clear peak of the flux, and end at their release', () => {
    const time = BEGIN * HOP + 0.01;
    const notes = candidates(3, [{ time, excess: ONSET.delta }]);
    expect(notes.map(({ midi, onset }) => [midi, onset])).toEqual([[template.lowest + PITCH, time]]);
    expect(notes[0]!.offset).toBeCloseTo(END * HOP - NOTE.blur, 1);
    expect(notes[0]!.probability).toBeGreaterThan(0);
    expect(notes[0]!.evidence.every(Number.isFinite)).toBe(true);
  });

  it('begin early in a rise without a peak of the flux', () => {
    const [note, ...more] = candidates(4, []);
    expect(more).toEqual([]);
    expect(Math.abs(note!.onset - BEGIN * HOP)).toBeLessThan(0.05);
  });

  it('begin at both places if the peak is faint, so that the network chooses', () => {
    expect(candidates(4, [{ time: BEGIN * HOP, excess: ONSET.faint }])).toHaveLength(2);
  });

  it('are dropped if the network rejects them', () => {
    expect(candidates(3, [{ time: BEGIN * HOP, excess: ONSET.delta }], false)).toEqual([]);
  });
});
