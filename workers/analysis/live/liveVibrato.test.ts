import { describe, expect, it } from 'vitest';
import { HOP_SECONDS } from '../parameters.ts';
import { LIVE } from './parameters.ts';
import { LiveVibrato } from './liveVibrato.ts';

/**
 * Mean pitch of the vibrato at the end of `seconds`; `midiAt` gives the pitch at a time in s, null where unvoiced.
 */
function around(seconds: number, midiAt: (time: number) => number | null): number | null {
  const vibrato = new LiveVibrato();
  for (let t = 0; t < seconds / HOP_SECONDS; t++) vibrato.push(midiAt(t * HOP_SECONDS));
  return vibrato.around;
}

describe('a vibrato, while it comes in', () => {
  const swing = (width: number, rate: number) => (time: number) => 60 + width * Math.sin(2 * Math.PI * rate * time);

  it('swings around a level, narrow or wide, slow or fast, at any moment of it', () => {
    for (const width of [0.3, 0.6, 0.9])
      for (const rate of [5, 5.5, 6])
        for (const seconds of [0.3, 0.34, 0.38, 0.42, 0.46])
          expect(around(seconds, swing(width, rate))).toBeCloseTo(60, 0);
  });

  it('is no level, no glide, no trill, nothing with a gap and nothing shorter than its period', () => {
    expect(around(0.5, () => 60)).toBeNull();
    expect(around(0.5, (time) => 60 + 4 * time)).toBeNull();
    expect(around(0.5, (time) => 60 + (Math.floor(time / 0.09) % 2))).toBeNull();
    expect(around(0.5, (time) => (time > 0.4 && time < 0.42 ? null : swing(0.5, 5.5)(time)))).toBeNull();
    expect(around(0.15, swing(0.5, 5.5))).toBeNull();
    expect(around(0.5, swing(0.55 * LIVE.maxSwing, 5.5))).toBeNull();
  });
});
