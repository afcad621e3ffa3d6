import { describe, expect, it } from 'vitest';
import { Downmix } from './downmix.ts';

const QUANTUM_FRAMES = 128;
const tone = (quantum: number, gain = 1) =>
  Float32Array.from({ length: QUANTUM_FRAMES }, (_, i) => gain * Math.sin((quantum * QUANTUM_FRAMES + i) * 0.05));

/** Mixes many quanta to one sound. */
function mixAll(quanta: number, channelsOf: (quantum: number) => Float32Array[]): Float32Array {
  const downmix = new Downmix();
  const all = new Float32Array(quanta * QUANTUM_FRAMES);
  const out = new Float32Array(4096);
  for (let q = 0; q < quanta; q++) {
    downmix.mix(channelsOf(q), out, QUANTUM_FRAMES);
    all.set(out.subarray(0, QUANTUM_FRAMES), q * QUANTUM_FRAMES);
  }
  return all;
}

const rms = (samples: Float32Array) => Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);

describe('the mono mix of a live input', () => {
  it('is the channel itself if there is one', () => {
    expect(mixAll(3, (q) => [tone(q)])).toEqual(mixAll(3, (q) => [tone(q), tone(q)]));
  });

  it('is the mean of two', () => {
    const mixed = mixAll(1, () => [
      new Float32Array(QUANTUM_FRAMES).fill(0.5),
      new Float32Array(QUANTUM_FRAMES).fill(0.1),
    ]);
    for (const sample of mixed) expect(sample).toBeCloseTo(0.3, 6);
  });

  it('is the loudest channel if the two cancel each other', () => {
    const mixed = mixAll(200, (q) => [tone(q), tone(q, -0.99)]);
    expect(rms(mixed)).toBeGreaterThan(0.65);
    expect(mixed.subarray(100 * QUANTUM_FRAMES, 101 * QUANTUM_FRAMES)).toEqual(tone(100));
  });

  it('stays the mean if one channel is dead', () => {
    expect(rms(mixAll(200, (q) => [tone(q), new Float32Array(QUANTUM_FRAMES)]))).toBeCloseTo(
      rms(mixAll(200, (q) => [tone(q, 0.5)])),
      6,
    );
  });

  it('is silence without channels, also after sound', () => {
    const downmix = new Downmix();
    const out = new Float32Array(QUANTUM_FRAMES).fill(1);
    downmix.mix([], out, QUANTUM_FRAMES);
    expect(out.every((sample) => sample === 0)).toBe(true);
  });
});
