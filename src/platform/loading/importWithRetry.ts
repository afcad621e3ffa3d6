import { Scope } from '../lifetime/scope.ts';

/** Pauses before a failed download of a part of the app is tried again, ms. */
const PAUSES_MS = [300, 1200];

/** A part of the app could not be loaded; whoever shows it says so. */
export class LoadError extends Error {}

/**
 * Calls `load` until it succeeds, three times at most: a part of the app that is loaded when it is needed should not
 * fail for one lost packet.
 * @throws LoadError with what the last try threw as its cause
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
