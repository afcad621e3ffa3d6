import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { blendName, fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { performerSchema } from '../schema/performance.ts';
import { curvedVelocity, INITIAL_PERFORMER, VELOCITY_CURVES } from './performance.ts';

describe('a velocity curve', () => {
  it.each(VELOCITY_CURVES)('%s grows from silence to full, and every touch is audible', (curve) => {
    const levels = Array.from({ length: 128 }, (_, v) => curvedVelocity(v / 127, curve));
    expect(levels[0]).toBe(0);
    expect(levels[127]).toBe(1);
    expect(levels.every((level, i) => i === 0 || level > levels[i - 1]!)).toBe(true);
  });

  it('is loud at a light touch when it is soft, and needs a firm one when it is hard', () => {
    expect(curvedVelocity(0.5, 'soft')).toBeGreaterThan(0.6);
    expect(curvedVelocity(0.5, 'linear')).toBe(0.5);
    expect(curvedVelocity(0.5, 'hard')).toBeLessThan(0.35);
  });
});

describe("a performer's settings on this device", () => {
  it('are read as they were stored', () => {
    const settings = { ...INITIAL_PERFORMER, channel: 16, splitTone: 'family', input: 'Synth', follow: true } as const;
    expect(z.parse(performerSchema, JSON.parse(JSON.stringify(settings)))).toEqual(settings);
  });

  it('have the initial value if a field is invalid or missing', () => {
    const hostile = {
      channel: 17,
      mpe: 'always',
      velocity: 3,
      transpose: 1.5,
      split: 'yes',
      splitAt: -1,
      splitTone: 'toString',
      input: 'x'.repeat(500),
      follow: true,
      // Settings of a version that played other devices.
      output: 'Synth',
      sendClock: true,
      more: 1,
    };
    expect(z.parse(performerSchema, hostile)).toEqual({ ...INITIAL_PERFORMER, follow: true });
    expect(z.safeParse(performerSchema, null).success).toBe(false);
  });
});

describe('the name of a chord', () => {
  it('is that of its fragrance from the keyboard', () => {
    const essence = ['C4', 'E4', 'G4'] as const;
    const { name } = fragranceFromEssence({ essence, source: 'keys', now: new Date() });
    expect(blendName(essence)).toBe(name);
    expect(blendName(['C4', 'E4'])).not.toBe(name);
    expect(() => blendName([])).toThrow(RangeError);
  });
});
