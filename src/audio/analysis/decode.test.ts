import { describe, expect, it } from 'vitest';
import { decodingRate, MAX_SECONDS } from './decode.ts';

describe('the rate at which a sound is decoded', () => {
  it('keeps two channels within half an hour of one at 48 kHz', () => {
    expect(decodingRate(6)).toBe(48_000);
    expect(decodingRate(15 * 60)).toBe(48_000);
    expect(decodingRate(15 * 60 + 1)).toBe(24_000);
    for (const seconds of [1, 900, 901, MAX_SECONDS])
      expect(decodingRate(seconds) * seconds * 2).toBeLessThanOrEqual(MAX_SECONDS * 48_000);
  });
});
