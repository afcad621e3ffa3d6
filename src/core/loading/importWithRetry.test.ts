import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importWithRetry, LoadError } from './importWithRetry.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tries three times, and then fails with the last reason as its cause', async () => {
  const reason = new TypeError('Failed to fetch dynamically imported module');
  const load = vi.fn<() => Promise<never>>(() => Promise.reject(reason));
  const asked = importWithRetry(load).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  const refused = await asked;
  expect(refused).toBeInstanceOf(LoadError);
  expect((refused as LoadError).cause).toBe(reason);
  expect(load).toHaveBeenCalledTimes(3);
});
