import { expect, it } from 'vitest';
import { hzOfMidi } from '../values/pitch.ts';
import { seededRandom } from '../../../src/core/values/random.ts';
import { note } from '../../../tests/fixtures/pitchTrack.ts';
import type { NoteSegment } from './noteDecoder.ts';
import { PitchTrack } from './pitchTrack.ts';
import { repeatCandidates } from './repeats/repeatFeatures.ts';
import { MAX_LOOKAHEAD_STEPS, StageMemory, type Stage } from './stageMemory.ts';

const random = seededRandom('stage memory');

/** Notes that touch each other. */
const notes = Array.from({ length: 40 }, (_, i) => note(30 * i, 30 * (i + 1), 60 + Math.floor(4 * random())));

/**
 * Joins notes of one pitch, names each by its immediate successor, and counts the decided steps within reach after it.
 */
const stage: Stage = (found, { first, end, midi }, next, track) => {
  const last = found.at(-1);
  const known = Math.min(MAX_LOOKAHEAD_STEPS, track.length - end);
  if (last?.midi === midi) Object.assign(last, { end, rise: last.rise + known });
  else found.push({ first, end, midi, rise: known + (next === undefined ? 1000 : next.midi) });
};

it('finds the same as without a memory, while the sound goes on', () => {
  const track = new PitchTrack();
  const memory = new StageMemory(stage);
  let known = 0;
  for (const [i, last] of notes.entries()) {
    for (const part of [10, 25, 30]) {
      track.length = last.first + part;
      // The decoder takes the last note and an early one for others, at first.
      const isLate = part === 30;
      const given = notes.slice(0, i + 1).map((one, k): NoteSegment => {
        if (k === i) return { ...one, end: track.length, midi: isLate ? one.midi : 72 };
        return k === i - 8 && !isLate ? { ...one, midi: 74 } : one;
      });
      expect(memory.run(given, track, known)).toEqual(new StageMemory(stage).run(given, track, 0));
      known = track.length;
    }
  }
});

it('reaches as far as the features of a repeat', () => {
  const track = new PitchTrack();
  for (let t = 0; t < 600; t++) {
    const level = 1 + random();
    track.pushPower(level);
    track.pushPitch(hzOfMidi(60 + random() / 4), random(), 4 * random(), level);
  }
  const all = repeatCandidates(track);
  expect(all.length).toBeGreaterThan(20);
  for (const length of [200, 300, 400]) {
    track.length = length;
    const before = ({ step }: { step: number }): boolean => step < length - MAX_LOOKAHEAD_STEPS;
    expect(repeatCandidates(track).filter(before)).toEqual(all.filter(before));
  }
});
