import type { SavedFragrance } from '../../domain/account/member.ts';
import { drawnPart } from '../../domain/fragrance/trace.ts';
import { readFragrances } from './localFragrances.ts';
import { USER_DATA_KEY } from '../account/session.ts';

/*
 * This device's copy of the member's saved fragrances, shown when the backend is unreachable. It is deleted with the
 * session.
 */

/** The copy of a member's fragrances; null when this device has none. */
export function ownCopy(memberId: string): SavedFragrance[] | null {
  try {
    const stored = JSON.parse(window.localStorage.getItem(USER_DATA_KEY) ?? 'null') as {
      userId?: unknown;
      fragrances?: unknown;
    } | null;
    return stored?.userId === memberId && Array.isArray(stored.fragrances) ? readFragrances(stored.fragrances) : null;
  } catch {
    return null;
  }
}

/** Stores the copy. It is optional: a full storage is not reported. */
export function keepOwnCopy(memberId: string, fragrances: readonly SavedFragrance[]): void {
  const bare = fragrances.map(({ trace, audioData, ...rest }) => ({
    ...rest,
    ...(trace === undefined ? {} : { face: drawnPart(trace) }),
    audioData: audioData?.startsWith('data:') === true ? null : audioData,
  }));
  try {
    window.localStorage.setItem(USER_DATA_KEY, JSON.stringify({ userId: memberId, fragrances: bare }));
  } catch {
    try {
      window.localStorage.removeItem(USER_DATA_KEY);
    } catch {
      // Not stored.
    }
  }
}
