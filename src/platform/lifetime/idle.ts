/**
 * Calls once when the browser is idle, at the latest after `timeoutMs`; on the next turn of the event
 * loop where the browser cannot tell (Safari).
 */
export function whenIdle(callback: () => void, timeoutMs = 200): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(() => callback(), { timeout: timeoutMs });
  else setTimeout(callback, 0);
}

/** At the latest after this the page counts as painted, ms: a tab behind another one may paint nothing. */
const PAINT_TIMEOUT_MS = 200;

/** Calls once when the browser has painted the page for the first time. */
export function afterFirstPaint(callback: () => void): void {
  let called = false;
  const once = () => {
    if (called) return;
    called = true;
    callback();
  };
  // A frame is prepared when its style sheets are there, and painted before the next turn of the event loop.
  requestAnimationFrame(() => setTimeout(once, 0));
  setTimeout(once, PAINT_TIMEOUT_MS);
}
