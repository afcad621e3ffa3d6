import { describe, expect, it } from 'vitest';
import { HUM } from '../monophony/mainsHum/parameters.ts';
import { HOP_SECONDS } from '../parameters.ts';
import { LiveHum } from './liveHum.ts';

const power = (decibels: number): number => 10 ** (decibels / 10);

/** The last live state after successive pitches, Hz, at levels in dB, with durations in s. */
function last(...stretches: readonly [hz: number, decibels: number, seconds: number][]): boolean {
  const hum = new LiveHum();
  let loudest = 0;
  let isHum = false;
  for (const [hz, decibels, seconds] of stretches)
    for (let t = 0; t < seconds / HOP_SECONDS; t++) {
      loudest = Math.max(loudest, power(decibels));
      isHum = hum.push(hz, power(decibels), loudest);
    }
  return isHum;
}

describe('mains hum in the live view', () => {
  const HUM_HZ_AND_DB = [50, -40, 0.6] as const;

  it('is detected once a louder sound came and the hum sounds again', () => {
    expect(last([...HUM_HZ_AND_DB], [220, -20, 1], [50, -40, 0.05])).toBe(true);
    expect(last([...HUM_HZ_AND_DB], [220, -20, 1], [100.4, -41, 0.05]), 'at any of its multiples').toBe(true);
    expect(last([...HUM_HZ_AND_DB], [220, -20, 1], [50, -40, 0.3], [220, -20, 1], [50, -39, 0.05])).toBe(true);
  });

  it('is a note as long as nothing else is louder, and at its beginning', () => {
    expect(last([...HUM_HZ_AND_DB])).toBe(false);
    expect(last([220, -20, 1], [50, -40, HUM.minSeconds / 2])).toBe(false);
  });

  it('does not include a note of the scale, a loud one, or one of several soft ones', () => {
    expect(last([98, -40, 0.6], [220, -20, 1], [98, -40, 0.6])).toBe(false);
    expect(last([...HUM_HZ_AND_DB], [220, -20, 1], [50, -25, 0.05])).toBe(false);
    expect(last([50, -40, 0.5], [220, -20, 1], [160, -42, 1], [50, -40, 0.05])).toBe(false);
  });
});
