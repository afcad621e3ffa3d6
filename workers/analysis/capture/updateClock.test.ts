import { expect, it } from 'vitest';
import { UpdateClock } from './updateClock.ts';

it('makes an update due thirty times a second, and at once when a note has begun', () => {
  const rate = 48_000;
  const clock = new UpdateClock(rate);
  const chunk = 512;
  let looks = 0;
  for (let at = 0; at < rate; at += chunk) if (clock.isDue(chunk, 0)) looks++;
  expect(looks).toBeGreaterThanOrEqual(30);
  expect(looks).toBeLessThanOrEqual(33);

  while (!clock.isDue(chunk, 0));
  expect(clock.isDue(chunk, 1)).toBe(true);
  expect(clock.isDue(chunk, 1)).toBe(false);
});
