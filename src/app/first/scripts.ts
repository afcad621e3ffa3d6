import { Scope } from '../../platform/lifetime/scope.ts';

declare global {
  interface Window {
    /** Addresses of the scripts of the first screen, those first that others import; only a built page has them. */
    firstScripts?: readonly string[];
  }
}

/**
 * Runs the scripts of the first screen one by one, each in a task of its own: as imports of the screen all of them would run in one
 * long task. What cannot be had ends it; the screen's own import asks again, and says so.
 */
export async function runFirstScripts(): Promise<void> {
  try {
    for (const address of window.firstScripts ?? []) {
      await import(/* @vite-ignore */ address);
      await new Scope().delay(0);
    }
  } catch {
    // Said by whoever misses it.
  }
}
