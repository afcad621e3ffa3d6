import { describe, expect, it } from 'vitest';
import { ClockOffset } from './clockOffset.ts';

describe('the distance of the clocks of sound and page', () => {
  it('leads from each to the other', () => {
    const offset = new ClockOffset(() => 700);
    expect(offset.pageTime(2)).toBe(2700);
    expect(offset.soundTime(2700)).toBe(2);
  });

  it('is even, though each reading is some ms beside it', () => {
    let reading = 0;
    // Three quanta of 2.67 ms: as far as a clock that goes on by blocks jumps.
    const offset = new ClockOffset(() => 700 + 8 * ((reading++ * 0.618) % 1));
    for (let settling = 0; settling < 300; settling++) offset.pageTime(0);
    const times = Array.from({ length: 200 }, () => offset.pageTime(0));
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(0.5);
    expect(times.at(-1)).toBeCloseTo(704, 0);
  });

  it('is followed at once where a clock stood still', () => {
    let distance = 700;
    const offset = new ClockOffset(() => distance);
    offset.pageTime(0);
    distance = 750;
    expect(offset.pageTime(0)).toBe(750);
  });
});
