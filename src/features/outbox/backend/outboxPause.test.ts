import { expect, it } from 'vitest';
import { pauseAfter } from './outboxPause.ts';

it('the outbox pauses 5 s, 10 s, 20 s and at most 10 min, with a fifth more at random', () => {
  expect([1, 2, 3, 20].map((n) => pauseAfter(n, () => 0))).toEqual([5000, 10_000, 20_000, 600_000]);
  expect(pauseAfter(1, () => 1)).toBe(6000);
});
