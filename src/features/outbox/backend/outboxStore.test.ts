import { expect, it } from 'vitest';
import { LONGEST_WAIT_MS, pauseAfter, withPause, waitOf } from './outboxStore.ts';

it('the outbox pauses 5 s, 10 s, 20 s and at most 10 min, with a fifth more at random', () => {
  expect([1, 2, 3, 20].map((n) => pauseAfter(n, () => 0))).toEqual([5000, 10_000, 20_000, 600_000]);
  expect(pauseAfter(1, () => 1)).toBe(6000);
});

const NOW = 1_800_000_000_000;
const entry = { id: 'a', kind: 'contact', payload: {}, attempts: 0, notBefore: 0, createdAt: NOW };

it.each([
  [60, 60_000],
  [86_400, LONGEST_WAIT_MS],
  [40 * 86_400, LONGEST_WAIT_MS],
  [Number.NaN, 0],
  [-5, 0],
  [undefined, 0],
])('the outbox waits the %s s that a backend requests, and a day at most', (retryAfter, ms) => {
  const { askedUntil = NOW, notBefore } = withPause(entry, { retryAfter }, NOW, 1000);
  expect([askedUntil - NOW, notBefore - NOW]).toEqual([ms, Math.max(ms, 1000)]);
});

it('a stored time more than a day ahead counts as over', () => {
  expect(waitOf({ ...entry, notBefore: NOW + 30_000, askedUntil: NOW + LONGEST_WAIT_MS }, NOW)).toEqual({
    due: NOW + 30_000,
    asked: NOW + LONGEST_WAIT_MS,
  });
  const far = NOW + 25 * LONGEST_WAIT_MS;
  expect(waitOf({ ...entry, notBefore: far, askedUntil: far }, NOW)).toEqual({ due: 0, asked: 0 });
});
