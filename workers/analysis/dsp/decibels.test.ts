import { expect, it } from 'vitest';
import { fastDecibels } from './decibels.ts';

it('computes decibels to 0.002 dB over the whole range', () => {
  for (let exponent = -36; exponent < 38; exponent += 0.0137) {
    expect(Math.abs(fastDecibels(10 ** exponent) - 20 * exponent)).toBeLessThan(0.0001);
  }
});
