// zod reads this object when it is loaded. It probes for `eval` otherwise, which the content security policy forbids
// and the browser reports.
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig = { ...shared.__zod_globalConfig, jitless: true };

/** Fallback when nothing is painted, as in a background tab, ms. */
const PAINT_TIMEOUT_MS = 200;

/** Calls once when the browser has shown the page for the first time (Paint Timing, W3C). */
function afterFirstPaint(callback: () => void): void {
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
const retryOnce = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(() => new Promise((resolve) => setTimeout(resolve, AGAIN_MS)).then(load));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root.');

// The first paint is the page's own (pwa/firstPaint.ts), and no code delays it. This file imports nothing that other
// files import: their common chunk would delay it.
afterFirstPaint(() =>
  retryOnce(() => import('#app/start.tsx')).then(
    ({ start }) => start(root),
    () => {
      const heading = document.createElement('h1');
      heading.textContent = 'Application Error';
      const words = document.createElement('p');
      words.textContent = 'Failed to load the application. Please try refreshing the page.';
      const reload = document.createElement('button');
      reload.type = 'button';
      reload.textContent = 'Reload';
      reload.onclick = () => location.reload();
      window.early?.end();
      root.replaceChildren(heading, words, reload);
    },
  ),
);
