import { describe, expect, it } from 'vitest';
import { hzOfMidi } from '../../values/pitch.ts';
import { seededRandom } from '../../../../src/core/values/random.ts';
import { render, withNoise, type Tone, type Voice } from '../../../../tests/fixtures/synthesis.ts';
import { analyze } from '../../../../tests/fixtures/engine.ts';
import { through } from '../../../../tests/fixtures/pitchTrack.ts';
import { PitchTrack } from '../pitchTrack.ts';
import { REPEAT_FEATURE_COUNT, repeatCandidates } from './repeatFeatures.ts';
import { classifyRepeat } from './repeatClassifier.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import { isWavering } from './heldTone.ts';
import { certainRepeats, rateRepeats, joinFalseRepeat, splitAtRepeats } from './repeats.ts';

const SAMPLE_RATE = 44_100;

/** Notes, joined and split by the repeats in a track. */
function corrected(notes: readonly NoteSegment[], sound: PitchTrack): NoteSegment[] {
  const ratedRepeats = rateRepeats(sound);
  const repeats = certainRepeats(ratedRepeats);
  return through(
    notes,
    sound,
    (found, note) => joinFalseRepeat(found, note, sound, ratedRepeats),
    (found, note) => splitAtRepeats(found, note, sound, repeats),
  );
}

/** Onsets, s, of the notes in a sound of one instrument. */
const onsetsOf = (voice: Voice, tones: readonly Tone[], seconds: number): number[] =>
  analyze(
    withNoise(render(voice, tones, seconds, SAMPLE_RATE), 'pink', 40, seededRandom('room')),
    SAMPLE_RATE,
  ).notes.map(({ onset }) => onset);

/** A repeated tone with gaps of this length, s. */
const repeatedTones = (midi: number, gap: number, count = 6): Tone[] =>
  Array.from({ length: count }, (_, i) => ({ midi, onset: 0.3 + 0.5 * i, offset: 0.8 + 0.5 * i - gap, loudness: 0.8 }));

/** A track of one pitch with the level `shape`, dB; its rise is that of the level over 40 ms. */
function heldTrack(midi: number, length: number, shape: (step: number) => number): PitchTrack {
  const track = new PitchTrack();
  for (let t = 0; t < length; t++) {
    const level = 10 ** (shape(t) / 20);
    track.pushPower(level ** 2 / 10);
    track.pushPitch(hzOfMidi(midi), 1, shape(t + 2) - shape(t - 2), level);
  }
  return track;
}

describe('a repeated note', () => {
  it.each([
    ['flute', 62, 0.02],
    ['reed', 74, 0.02],
    ['sung', 62, 0.01],
  ] as const)('is found while the one before still sounds (%s)', (voice, midi, gap) => {
    const tones = repeatedTones(midi, gap);
    const onsets = onsetsOf(voice, tones, 3.6);
    expect(onsets).toHaveLength(tones.length);
    for (const [i, { onset }] of tones.entries()) expect(Math.abs(onsets[i]! - onset)).toBeLessThan(0.05);
  });

  it.each(['flute', 'sung', 'reed'] as const)('is not found in a held one (%s)', (voice) => {
    for (const vibrato of [0, 30, 60])
      expect(onsetsOf(voice, [{ midi: 64, onset: 0.3, offset: 3.3, vibrato }], 3.6)).toHaveLength(1);
  });
});

describe('a candidate for a repeat', () => {
  it('is a rise of level at a steady pitch, with its features', () => {
    const dip = heldTrack(60, 120, (t) => (t >= 56 && t < 60 ? -12 : 0));
    const found = repeatCandidates(dip);
    expect(found.map(({ step }) => Math.abs(step - 60) <= 2)).toEqual([true]);
    expect(found[0]!.features).toHaveLength(REPEAT_FEATURE_COUNT);
    expect(found[0]!.features.every(Number.isFinite)).toBe(true);
    expect(repeatCandidates(heldTrack(60, 120, () => 0))).toEqual([]);
  });

  it('has a certainty within limits for any features', () => {
    for (const value of [-40, 0, 40]) {
      const features = new Float64Array(REPEAT_FEATURE_COUNT).fill(value);
      expect(classifyRepeat(features)).toBeGreaterThanOrEqual(0);
      expect(classifyRepeat(features)).toBeLessThanOrEqual(1);
    }
  });

  it('joins two notes of a pitch without a beginning between them, and no others', () => {
    const tremolo = heldTrack(60, 120, (t) => 1.5 * Math.sin((2 * Math.PI * t) / 18));
    const countNotes = (second: number, gap = 0): number =>
      corrected(
        [
          { first: 0, end: 54 - gap, midi: 60, rise: 10 },
          { first: 54, end: 120, midi: second, rise: 10 },
        ],
        tremolo,
      ).length;
    expect(countNotes(60)).toBe(1);
    expect(countNotes(63)).toBe(2);
    expect(countNotes(60, 4)).toBe(2);
  });

  it('splits a note only if both parts are long enough', () => {
    const dip = heldTrack(60, 120, (t) => (t >= 56 && t < 60 ? -12 : 0));
    const parts = (first: number, end: number): number => corrected([{ first, end, midi: 60, rise: 10 }], dip).length;
    expect(parts(58, 120)).toBe(1);
    expect(parts(0, 62)).toBe(1);
  });
});

describe('a tone held for more than a second', () => {
  /** A level that changes by 0.6 dB in a step, dips by 6 dB before step 160, and is `louder` dB louder after it. */
  const wavering = (louder: number) => (t: number) =>
    0.3 * (-1) ** t - Math.max(0, 6 - Math.abs(t - 155)) + (t > 160 ? louder : 0);
  const isOne = (shape: (step: number) => number, first = 10): boolean =>
    isWavering(first, 160, heldTrack(67, 240, shape));

  it('is not repeated where its level dips as it wavers', () => {
    expect(isOne(wavering(0))).toBe(true);
    expect(isOne(wavering(-4))).toBe(true);
  });

  it('is repeated where it becomes louder, rises faster than it wavers, or is no long tone', () => {
    expect(isOne(wavering(2))).toBe(false);
    expect(isOne((t) => (t >= 154 && t < 159 ? -12 : 0))).toBe(false);
    expect(isOne(wavering(0), 60)).toBe(false);
  });

  it('is one note: the certain repeats in it do not split it', () => {
    const track = heldTrack(67, 240, wavering(0));
    const repeat = { step: 160, certainty: 0.9, first: 158, rise: 6 };
    const count = (first: number): number => {
      const notes: NoteSegment[] = [];
      splitAtRepeats(notes, { first, end: 240, midi: 67, rise: 10 }, track, [repeat]);
      return notes.length;
    };
    expect(count(10)).toBe(1);
    expect(count(60)).toBe(2);
  });
});
