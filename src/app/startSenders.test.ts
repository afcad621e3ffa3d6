import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSenders } from './startSenders.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('loads the senders once the connection is back, and once only, when the first load failed', async () => {
  let away = true;
  const startSending = vi.fn<() => void>();
  const load = vi.fn<() => Promise<{ startSending: () => void }>>(() =>
    away ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ startSending }),
  );
  const started = startSenders(load);
  await vi.advanceTimersByTimeAsync(2000);
  await started;
  expect(load).toHaveBeenCalledTimes(3);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1);
  expect(load).toHaveBeenCalledTimes(4);
  expect(startSending).not.toHaveBeenCalled();
  away = false;
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(120_000);
  window.dispatchEvent(new Event('online'));
  expect(startSending).toHaveBeenCalledTimes(1);
});
