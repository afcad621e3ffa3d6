import { describe, expect, it } from 'vitest';
import { HalfBand } from './half-band.ts';

const RATE = 24_000;

function halve(sound: Float32Array, block: number): number[] {
  const filter = new HalfBand();
  const out: number[] = [];
  for (let at = 0; at < sound.length; at += block) filter.push(sound.subarray(at, at + block), (halved) => out.push(...halved));
  return out;
}

const sine = (hz: number) => Float32Array.from({ length: 6000 }, (_, i) => Math.sin((2 * Math.PI * hz * i) / RATE));

describe('halving the rate', () => {
  it.each([100, 1000, 4000, 5100])('keeps %i Hz in place and level', (hz) => {
    const out = halve(sine(hz), 1000);
    const errors = out.slice(100, 2900).map((x, i) => Math.abs(x - Math.sin((2 * Math.PI * hz * 2 * (i + 100)) / RATE)));
    expect(Math.max(...errors)).toBeLessThan(0.002);
  });

  it.each([6900, 9000, 11_900])('takes away %i Hz, which would fold', (hz) => {
    const out = halve(sine(hz), 1000).slice(100, 2900);
    expect(Math.max(...out.map(Math.abs))).toBeLessThan(0.002);
  });

  it('gives the same samples for any block size', () => {
    const whole = halve(sine(777), 6000);
    expect(halve(sine(777), 1)).toEqual(whole);
    expect(halve(sine(777), 333)).toEqual(whole);
  });
});
