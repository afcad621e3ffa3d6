/** At the latest after this the page counts as painted, ms: a tab behind another one may paint nothing. */
const PAINT_TIMEOUT_MS = 200;

/** Calls once when the browser has shown the page for the first time (Paint Timing, W3C). */
export function afterFirstPaint(callback: () => void): void {
  let called = false;
  const once = () => {
    if (called) return;
    called = true;
    callback();
  };
  // Where a browser tells of no paint, the time below does.
  new PerformanceObserver(once).observe({ type: 'paint', buffered: true });
  setTimeout(once, PAINT_TIMEOUT_MS);
}

/** After this what could not be loaded is asked for once more, ms. */
const AGAIN_MS = 1000;

/** Calls `load` once more a moment later when it fails; `importWithRetry` does more, and is a file that the first script waits for. */
export const retryOnce = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(() => new Promise((resolve) => setTimeout(resolve, AGAIN_MS)).then(load));
