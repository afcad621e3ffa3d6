import { expect, it } from 'vitest';
import { hzOfMidi } from '../../../src/core/pitch/pitch.ts';
import { seededRandom } from '../../../src/core/values/random.ts';
import { render, withNoise, type Tone, type Voice } from '../../../tests/fixtures/synthesis.ts';
import { BIN_HZ, SPECTRUM_BINS } from '../dsp/spectrum.ts';
import { createAnalyzer } from '../index.ts';
import { LiveNotes, type LiveStep } from './liveNotes.ts';

/** A spectrum with partials of these pitches, six of each. */
function spectrumOf(...pitches: readonly number[]): LiveStep['amplitude'] {
  const amplitude = new Float32Array(SPECTRUM_BINS + 1);
  for (const midi of pitches) for (let n = 1; n <= 6; n++) amplitude[Math.round((n * hzOfMidi(midi)) / BIN_HZ)] = 1 / n;
  return amplitude as LiveStep['amplitude'];
}

type Run = readonly [
  midi: number | null,
  steps: number,
  clarity?: number,
  rises?: readonly number[],
  amplitude?: LiveStep['amplitude'],
];

/** MIDI numbers of the notes shown for runs of steps; `rises` are those at the beginning of a run. */
function shown(...runs: readonly Run[]): number[] {
  const live = new LiveNotes();
  for (const [midi, steps, clarity = 0.95, rises = [], amplitude = spectrumOf(midi ?? 60)] of runs)
    for (let i = 0; i < steps; i++)
      live.push({ midi, clarity, velocity: 0.5, rise: rises[i] ?? 0, ahead: 0, amplitude, again: 0 });
  return live.notes().map((note) => note.midi);
}

const STRUCK = [3, 9, 14, 10, 4];

it('shows one note for a held tone, however it was struck', () => {
  expect(shown([60, 60, 0.95, STRUCK])).toEqual([60]);
});

it('shows a note that is struck again while it sounds', () => {
  expect(shown([60, 30, 0.95, STRUCK], [60, 30, 0.95, STRUCK], [60, 30, 0.95, STRUCK])).toEqual([60, 60, 60]);
});

it('shows one note for a vibrato, though its partials come and go with it, and counts it once', () => {
  const live = new LiveNotes();
  for (let t = 0; t < 100; t++) {
    const swing = Math.sin((2 * Math.PI * t) / 18) * Math.min(1, t / 20);
    const midi = 60 + 0.7 * swing;
    const rise = t < 20 ? 0 : 10 * Math.abs(Math.cos((2 * Math.PI * t) / 18));
    live.push({ midi, clarity: 0.95, velocity: 0.5, rise, ahead: 0, amplitude: spectrumOf(midi), again: 0 });
  }
  expect(live.notes().map(({ midi }) => midi)).toEqual([60]);
  expect(live.begun).toBe(1);
});

it('shows no pitch that only passes between two notes', () => {
  expect(shown([60, 30], [62, 3], [64, 30])).toEqual([60, 64]);
});

it('waits longer for an unclear pitch', () => {
  expect(shown([60, 3])).toEqual([60]);
  expect(shown([60, 3, 0.7])).toEqual([]);
  expect(shown([60, 7, 0.7])).toEqual([60]);
});

it('delays the common subharmonic of two overlapping notes', () => {
  const overlap = spectrumOf(60, 67);
  expect(shown([60, 30], [48, 9, 0.95, [], overlap], [67, 30])).toEqual([60, 67]);
  // A lasting pitch is no overlap: a bass through a telephone has no fundamental either.
  expect(shown([60, 30], [48, 30, 0.95, [], overlap])).toEqual([60, 48]);
  expect(shown([60, 30], [48, 9])).toEqual([60, 48]);
});

it('begins a note where the network finds a repeat, and ends the one before there', () => {
  const live = new LiveNotes();
  const step = { midi: 60, clarity: 0.95, velocity: 0.5, rise: 0, ahead: 0, amplitude: spectrumOf(60) };
  for (let t = 0; t < 60; t++) live.push({ ...step, again: t === 5 || t === 40 ? 10 : 0 });
  const [first, second, ...others] = live.notes();
  expect(others).toEqual([]);
  expect(second!.onset).toBeCloseTo(0.31, 6);
  expect(first!.offset).toBeCloseTo(0.31, 6);
  expect(second!.offset).toBeCloseTo(0.6, 6);
});

/** Onsets of the notes shown at the end of a sound that comes in pieces of 30 ms, s. */
function liveOnsets(voice: Voice, tones: readonly Tone[], seconds: number): number[] {
  const rate = 44_100;
  const sound = withNoise(render(voice, tones, seconds, rate), 'pink', 40, seededRandom('room'));
  const analyzer = createAnalyzer(rate);
  analyzer.live();
  for (let at = 0; at < sound.length; at += 1323) analyzer.push(sound.subarray(at, at + 1323));
  return analyzer.live().notes.map(({ onset }) => onset);
}

it.each(['flute', 'reed', 'sung'] as const)('shows soft repeats of a %s, and one note where it is held', (voice) => {
  const tones = Array.from({ length: 6 }, (_, i) => ({
    midi: 62,
    onset: 0.3 + 0.5 * i,
    offset: 0.78 + 0.5 * i,
    loudness: 0.8,
  }));
  const onsets = liveOnsets(voice, tones, 3.6);
  expect(onsets).toHaveLength(tones.length);
  for (const [i, { onset }] of tones.entries()) expect(Math.abs(onsets[i]! - onset)).toBeLessThan(0.1);
  expect(liveOnsets(voice, [{ midi: 64, onset: 0.3, offset: 3.3 }], 3.6)).toHaveLength(1);
});

it('shows a note while its first periods are still coming in, once', () => {
  const rate = 44_100;
  const sound = render('flute', [{ midi: 69, onset: 0.5, offset: 1.5 }], 1.6, rate);
  const analyzer = createAnalyzer(rate);
  analyzer.live();
  let shownAt = Infinity;
  const heard: number[] = [];
  for (let at = 0; at < sound.length; at += 441) {
    analyzer.push(sound.subarray(at, at + 441));
    const { notes, pitch, time } = analyzer.live();
    if (notes.length > 0) shownAt = Math.min(shownAt, time);
    if (pitch !== null) heard.push(pitch.midi);
  }
  expect(shownAt - 0.5).toBeLessThan(0.07);
  expect(Math.max(...heard.map((midi) => Math.abs(midi - 69)))).toBeLessThan(0.3);
  const [note, ...others] = analyzer.live().notes;
  expect(others).toEqual([]);
  expect(Math.abs(note!.onset - 0.5)).toBeLessThan(0.05);
});
