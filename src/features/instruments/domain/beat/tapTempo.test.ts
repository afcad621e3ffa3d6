import { describe, expect, it } from 'vitest';
import { tempoOfTaps, withTap } from './tapTempo.ts';

const tempoOf = (...times: number[]): number | null =>
  tempoOfTaps(times.reduce<number[]>((taps, time) => withTap(taps, time), []));

describe('a tapped tempo', () => {
  it('is that of the taps, from the second on', () => {
    expect(tempoOf(0)).toBeNull();
    expect(tempoOf(0, 500)).toBe(120);
    expect(tempoOf(0, 590, 1210, 1800)).toBe(100);
  });

  it('begins again after a pause, and follows the last nine taps', () => {
    expect(tempoOf(0, 500, 5000)).toBeNull();
    expect(tempoOf(0, 500, 5000, 5600)).toBe(100);
    const slow = Array.from({ length: 5 }, (_, i) => i * 1000);
    const fast = Array.from({ length: 9 }, (_, i) => 4400 + i * 400);
    expect(tempoOf(...slow, ...fast)).toBe(150);
  });

  it('stays in the range of a beat', () => {
    expect(tempoOf(0, 1900)).toBe(60);
    expect(tempoOf(0, 50)).toBe(180);
  });
});
