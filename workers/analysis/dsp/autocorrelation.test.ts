import { expect, it } from 'vitest';
import { analyze } from '../../../tests/fixtures/engine.ts';
import { createKernels } from './kernels/index.ts';
import { ReferenceKernels } from './kernels/reference.ts';
import type { Kernels } from './kernels/kernels.ts';
import { FRAME, HOP, SAMPLE_RATE } from '../parameters.ts';
import { emptyCandidates, PeriodicityFinder } from '../monophony/periodicity.ts';
import { PitchPath } from '../monophony/pitchPath.ts';

/** Largest deviation of a pure tone, cents. */
const MAX_BIAS_CENTS = 0.5;
const STEP_COUNT = 20;

/** The pure tones, Hz, whose median pitch deviates by more than `MAX_BIAS_CENTS`, with that deviation. */
function biased(tones: readonly number[], kernels: Kernels): [hz: number, cents: number][] {
  const finder = new PeriodicityFinder(kernels);
  const candidates = emptyCandidates();
  const samples = kernels.floats(FRAME + STEP_COUNT * HOP);
  const biasOf = (hz: number): number => {
    for (let i = 0; i < samples.length; i++) samples[i] = 0.5 * Math.sin((2 * Math.PI * hz * i) / SAMPLE_RATE);
    const path = new PitchPath();
    const heard = Array.from({ length: STEP_COUNT }, (_, step) => {
      finder.find(samples, FRAME / 2 + step * HOP, candidates);
      path.push(candidates, () => {});
      return 1200 * Math.log2(path.latest().hz / hz);
    });
    return heard.sort((a, b) => a - b)[STEP_COUNT / 2]!;
  };
  return tones
    .map((hz): [number, number] => [hz, biasOf(hz)])
    .filter(([, cents]) => !(Math.abs(cents) <= MAX_BIAS_CENTS));
}

it.each([
  ['in WebAssembly', createKernels()],
  ['in TypeScript', new ReferenceKernels()],
])('finds the pitch of pure tones from 40 to 2,000 Hz, with the kernels %s', (_, kernels) => {
  expect(biased([...Array.from({ length: 69 }, (__, i) => 40 * 2 ** (i / 12)), 2000], kernels)).toEqual([]);
  // The search at the full rate and the one at half the rate meet here.
  expect(
    biased(
      Array.from({ length: 101 }, (__, i) => 900 + 2 * i),
      kernels,
    ),
  ).toEqual([]);
});

it.each([82.4, 110, 1010, 1022])('names a note of %d Hz without a deviation', (hz) => {
  const rate = 44_100;
  const sine = Float32Array.from({ length: rate / 2 }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / rate));
  const { notes } = analyze(sine, rate);
  expect(notes).toHaveLength(1);
  const { midi, cents } = notes[0]!;
  expect(Math.abs(100 * (midi - 69) + cents - 1200 * Math.log2(hz / 440))).toBeLessThanOrEqual(MAX_BIAS_CENTS);
});
