import { describe, expect, it } from 'vitest';
import { analyze } from '../../../tests/fixtures/engine.ts';
import { addVowel, highPass, render, type Tone } from '../../../tests/fixtures/synthesis.ts';
import { BIN_HZ } from '../dsp/spectrum.ts';
import { hzOfMidi } from '../values/pitch.ts';
import { isCutVoice } from './cutVoice.ts';

const SAMPLE_RATE = 16_000;
const SOUND_S = 3.6;
const TUNE_INTERVALS = [0, 2, 4, 7];

/** Tones of the tune from `base`, MIDI, each with the given intervals above it. */
const tones = (base: number, chord: readonly number[] = [0]): Tone[] =>
  TUNE_INTERVALS.flatMap((step, i) =>
    chord.map((interval) => ({ midi: base + step + interval, onset: 0.2 + 0.8 * i, offset: 0.9 + 0.8 * i })),
  );

/** Notes, MIDI, of a sound through a high pass. */
const heardThrough = (sound: Float32Array, hz: number, decibels: number): number[] =>
  analyze(
    highPass(sound, SAMPLE_RATE, hz, decibels).map((sample) => 0.2 * sample),
    SAMPLE_RATE,
  ).notes.map(({ midi }) => midi);

describe('one voice through a high pass', () => {
  it.each([
    ['baritone', 43, 200, 48],
    ['baritone', 43, 250, 24],
    ['baritone', 43, 300, 36],
    ['tenor', 48, 200, 36],
    ['tenor', 48, 250, 48],
    ['tenor', 48, 300, 48],
    ['tenor', 50, 300, 48],
    ['alto', 55, 250, 24],
    ['alto', 55, 300, 48],
  ] as const)('has its four notes: %s from MIDI %i, %i Hz, %i dB per octave', (_, base, hz, decibels) => {
    const sound = new Float32Array(SAMPLE_RATE * SOUND_S);
    for (const { midi, onset, offset } of tones(base))
      addVowel(sound, SAMPLE_RATE, hzOfMidi(midi), onset, offset - onset);
    expect(heardThrough(sound, hz, decibels)).toEqual(TUNE_INTERVALS.map((step) => base + step));
  });
});

it.each([
  ['major', [0, 4, 7]],
  ['seventh', [0, 4, 7, 10]],
] as const)('is not found in chords through the same high pass, which have several notes at once: %s', (_, chord) => {
  const sound = render('saw', tones(48, chord), SOUND_S, SAMPLE_RATE);
  expect(heardThrough(sound, 300, 48).length).toBeGreaterThan(2 * TUNE_INTERVALS.length);
});

it('needs six partials: the last ones of its range are not enough', () => {
  const BIN_COUNT = 5;
  const partialsFrom = (first: number): Float32Array =>
    Float32Array.from({ length: 40 * BIN_COUNT }, (_, bin) =>
      bin % BIN_COUNT === 0 && bin >= first * BIN_COUNT ? 1 : 0,
    );
  expect(isCutVoice(BIN_COUNT * BIN_HZ, partialsFrom(19))).toBe(true);
  expect(isCutVoice(BIN_COUNT * BIN_HZ, partialsFrom(20))).toBe(false);
});
