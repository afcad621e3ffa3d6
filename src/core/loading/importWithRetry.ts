import { Scope } from '../lifetime/scope.ts';

/** Pauses before a failed download of a part of the app is tried again, ms. */
const PAUSES_MS = [300, 1200];

/** A part of the app could not be loaded. The place where it is missing shows it. */
export class LoadError extends Error {}

/**
 * Calls `load` until it succeeds, at most three times: one lost packet must not break a lazy import.
 * @throws LoadError with the last error as its cause
 */
export async function importWithRetry<T>(load: () => Promise<T>, pausesMs: readonly number[] = PAUSES_MS): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await load();
    } catch {
      await new Scope().delay(pause);
    }
  }
  try {
    return await load();
  } catch (error) {
    throw new LoadError('A part of the app could not be loaded.', { cause: error });
  }
}
