import { describe, expect, it } from 'vitest';
import { isDense } from './density.ts';

/** Notes of `seconds` that begin `every` s, for 6 s. */
const notes = (every: number, seconds: number) =>
  Array.from({ length: Math.round(6 / every) }, (_, i) => ({ onset: i * every, offset: i * every + seconds }));

describe('isDense', () => {
  it('is many notes with several of them at once', () => {
    expect(isDense(notes(0.1, 0.4))).toBe(true);
  });

  it('is neither a fast melody nor slow chords, nor nothing', () => {
    expect(isDense(notes(0.1, 0.1))).toBe(false);
    expect(isDense(notes(0.4, 1.6))).toBe(false);
    expect(isDense([])).toBe(false);
  });
});
