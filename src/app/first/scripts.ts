import { Scope } from '../../core/lifetime/scope.ts';

declare global {
  interface Window {
    /** URLs of the first screen's scripts, dependencies first; set only on a built page. */
    firstScripts?: readonly string[];
  }
}

/**
 * Runs the scripts of the first screen one by one, each in its own task: as imports of the screen they would run in
 * one long task. Stops at the first failure; the screen's own import retries it and reports the error.
 */
export async function runFirstScripts(): Promise<void> {
  try {
    for (const address of window.firstScripts ?? []) {
      await import(/* @vite-ignore */ address);
      await new Scope().delay(0);
    }
  } catch {
    // Reported by the screen's own import.
  }
}
