import type { Disposer } from './scope.ts';

/** Where nothing is painted, as in a tab behind another one, the next paint counts as done after this, ms. */
const UNPAINTED_MS = 200;

/**
 * Calls once when the browser has painted what stands there now. A press is answered by what it changes before its handler ends
 * (a pressed button, a dialog that goes); what takes longer comes after that. Returns what calls it off.
 */
export function afterNextPaint(callback: () => void): Disposer {
  let over = false;
  const once = () => {
    if (over) return;
    over = true;
    callback();
  };
  // A frame is painted before the next turn of the event loop.
  requestAnimationFrame(() => setTimeout(once, 0));
  setTimeout(once, UNPAINTED_MS);
  return () => {
    over = true;
  };
}

/** Settles when the browser has painted what stands there now. */
export const nextPaint = (): Promise<void> => new Promise((resolve) => void afterNextPaint(resolve));
