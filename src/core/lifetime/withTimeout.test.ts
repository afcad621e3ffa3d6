import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withTimeout } from './withTimeout.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const neverSettles = new Promise<string>(() => {});

it('returns the value of the promise, and clears its timer', async () => {
  expect(await withTimeout(Promise.resolve('there'), 1000, () => 'late')).toBe('there');
  await expect(withTimeout(Promise.reject(new Error('gone')), 1000, () => 'late')).rejects.toThrow('gone');
  expect(vi.getTimerCount()).toBe(0);
});

it('returns the value of `late` after the time, not before', async () => {
  let outcome: string | null = null;
  const waiting = withTimeout(neverSettles, 1000, () => 'late').then((value) => (outcome = value));
  await vi.advanceTimersByTimeAsync(999);
  expect(outcome).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(await waiting).toBe('late');
});

it('throws the error of `late`', async () => {
  const waiting = withTimeout(neverSettles, 10, () => {
    throw new Error('too late');
  }).catch(String);
  await vi.advanceTimersByTimeAsync(10);
  expect(await waiting).toBe('Error: too late');
});
