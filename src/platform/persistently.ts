import { Scope } from './scope.ts';

/** Pauses before a failed download of a part of the app is tried again, ms. */
const PAUSES_MS = [300, 1200];

/**
 * Calls `load` until it succeeds, three times at most: a part of the app that is loaded when it is needed should not
 * fail for one lost packet.
 * @throws what the last try threw
 */
export async function persistently<T>(load: () => Promise<T>, pausesMs: readonly number[] = PAUSES_MS): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await load();
    } catch {
      await new Scope().delay(pause);
    }
  }
  return load();
}
