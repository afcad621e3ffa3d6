import { Scope } from './scope.ts';

/**
 * Calls once when the browser is idle, at the latest after `timeoutMs`. Without `requestIdleCallback` (Safari): on the
 * next turn of the event loop.
 */
export function whenIdle(callback: () => void, timeoutMs = 200): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(() => callback(), { timeout: timeoutMs });
  else setTimeout(callback, 0);
}

/** Calls once when the page has loaded and the browser is then idle, at the latest `timeoutMs` after the load. */
export function whenLoaded(callback: () => void, timeoutMs: number): void {
  if (document.readyState === 'complete') {
    whenIdle(callback, timeoutMs);
    return;
  }
  const loading = new Scope();
  loading.listen(window, 'load', () => {
    loading.dispose();
    whenIdle(callback, timeoutMs);
  });
}
