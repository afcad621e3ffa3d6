import { proxy } from 'valtio';
import type { Fragrance } from '../domain/composition/model.ts';
import { localStore } from '#core/storage/localStore.ts';

/* Part of the first load, so without rules and schemas; fragrance.ts changes the current fragrance. */

/** Local key of the current fragrance. */
export const PROFILE_KEY = 'fragranceProfile';

/** The current fragrance and the one before it. Each is replaced whole, never mutated. */
export const fragrance = proxy<{
  current: Fragrance | null;
  former: Fragrance | null;
  /** Id of the fragrance that is being saved. */
  saving: string | null;
  /** Outcome of each save since this page was opened, by the fragrance's id. */
  saved: Record<string, 'saved' | 'kept' | 'waiting'>;
}>({ current: null, former: null, saving: null, saved: {} });

/** True when there is a fragrance of this visit or an earlier one; a stored one may prove damaged when it is loaded. */
export const hasFragrance = (): boolean => fragrance.current !== null || localStore.read(PROFILE_KEY) !== null;
