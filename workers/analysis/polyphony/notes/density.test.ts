import { describe, expect, it } from 'vitest';
import { densityOf } from './density.ts';

/** Notes of `seconds` that begin `every` s, for 6 s. */
const notes = (every: number, seconds: number) =>
  Array.from({ length: Math.round(6 / every) }, (_, i) => ({ onset: i * every, offset: i * every + seconds }));

describe('density', () => {
  it('is high for many notes of which several sound at once', () => {
    expect(densityOf(notes(0.1, 0.4)).density).toBeGreaterThanOrEqual(1);
  });

  it('is low for a fast melody, for slow chords, and for silence', () => {
    expect(densityOf(notes(0.1, 0.1)).density).toBeLessThan(1);
    expect(densityOf(notes(0.4, 1.6)).density).toBeLessThan(1);
    expect(densityOf([]).density).toBe(0);
  });
});
