/**
 * Calls once when the browser is idle, at the latest after `timeoutMs`. Without `requestIdleCallback` (Safari): on the
 * next turn of the event loop.
 */
export function whenIdle(callback: () => void, timeoutMs = 200): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(() => callback(), { timeout: timeoutMs });
  else setTimeout(callback, 0);
}
