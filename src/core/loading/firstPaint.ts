/** Fallback when nothing is painted, as in a background tab, ms. */
const PAINT_TIMEOUT_MS = 200;

/** Calls once when the browser has shown the page for the first time (Paint Timing, W3C). */
export function afterFirstPaint(callback: () => void): void {
  let called = false;
  const once = () => {
    if (called) return;
    called = true;
    callback();
  };
  // The timer below covers browsers without Paint Timing.
  new PerformanceObserver(once).observe({ type: 'paint', buffered: true });
  setTimeout(once, PAINT_TIMEOUT_MS);
}

/** Pause before the retry, ms. */
const AGAIN_MS = 1000;

/**
 * Calls `load` once more after a pause when it fails. `importWithRetry` does more, but would delay the first script by
 * another file.
 */
export const retryOnce = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(() => new Promise((resolve) => setTimeout(resolve, AGAIN_MS)).then(load));
