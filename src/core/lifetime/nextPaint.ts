import type { Disposer } from './scope.ts';

/** Fallback when nothing is painted, as in a background tab, ms. */
const UNPAINTED_MS = 200;

/**
 * Calls once after the browser has painted the current state. A press first shows its direct effect (a pressed button,
 * a closed dialog); slower work runs after that. Returns a function that cancels it.
 */
export function afterNextPaint(callback: () => void): Disposer {
  let over = false;
  const runOnce = () => {
    if (over) return;
    over = true;
    callback();
  };
  // A frame is painted before the next turn of the event loop.
  requestAnimationFrame(() => setTimeout(runOnce, 0));
  setTimeout(runOnce, UNPAINTED_MS);
  return () => {
    over = true;
  };
}

/** Resolves when the browser has painted the current state. */
export const nextPaint = (): Promise<void> => new Promise((resolve) => void afterNextPaint(resolve));
