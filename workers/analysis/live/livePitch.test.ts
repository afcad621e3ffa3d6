import { expect, it } from 'vitest';
import { hzOfMidi, midiOfHz } from '../values/pitch.ts';
import { render, type Voice } from '../../../tests/fixtures/synthesis.ts';
import { createKernels } from '../dsp/kernels/index.ts';
import type { Floats } from '../dsp/kernels/kernels.ts';
import { SAMPLE_RATE } from '../parameters.ts';
import { LivePitch } from './livePitch.ts';

const GATE_POWER = 1e-6;

/** The estimate after this much of a sound, s. */
function estimateAt(samples: Float32Array, seconds: number): { midi: number | null; clarity: number } {
  const kernels = createKernels();
  const copy: Floats = kernels.floats(samples.length);
  copy.set(samples);
  const pitch = new LivePitch(kernels);
  pitch.measure(copy, Math.round(seconds * SAMPLE_RATE), GATE_POWER);
  return { midi: pitch.hz > 0 ? midiOfHz(pitch.hz) : null, clarity: pitch.clarity };
}

const tone = (voice: Voice, midi: number) => render(voice, [{ midi, onset: 0.2, offset: 0.8 }], 0.9, SAMPLE_RATE);

it.each([
  ['flute', 52],
  ['flute', 81],
  ['sung', 45],
  ['sung', 64],
  ['pluck', 60],
  ['pluck', 93],
] as const)('finds the pitch of a %s at %d', (voice, midi) => {
  const { midi: named, clarity } = estimateAt(tone(voice, midi), 0.4);
  expect(Math.abs(named! - midi)).toBeLessThan(0.4);
  expect(clarity).toBeGreaterThan(0.8);
});

it('finds the pitch of a tone 30 ms after its beginning', () => {
  expect(Math.abs(estimateAt(tone('pluck', 69), 0.23).midi! - 69)).toBeLessThan(0.4);
});

it('finds no pitch in silence, in noise, and below its range', () => {
  expect(estimateAt(tone('flute', 69), 0.19).midi).toBeNull();
  let seed = 1;
  const noise = Float32Array.from(
    { length: SAMPLE_RATE / 2 },
    () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647 - 0.5,
  );
  for (let at = 0.1; at < 0.5; at += 0.02) expect(estimateAt(noise, at).midi).toBeNull();
  const deep = Float32Array.from({ length: SAMPLE_RATE / 2 }, (_, i) => (((i * hzOfMidi(31)) / SAMPLE_RATE) % 1) - 0.5);
  expect(estimateAt(deep, 0.4).midi).toBeNull();
});
