import { ref } from 'valtio';
import type { Fragrance } from '../domain/composition/model.ts';
import { readFragrance } from '../domain/schema/fragrance.ts';
import { localStore } from '#core/storage/localStore.ts';
import { fragrance, PROFILE_KEY } from './fragrance.ts';

/** The current fragrance, from memory or storage; null when there is no valid one. */
export function loadCurrentFragrance(): Fragrance | null {
  if (fragrance.current !== null) return fragrance.current;
  const stored = readFragrance(localStore.read(PROFILE_KEY));
  if (stored !== null) fragrance.current = ref(stored);
  return stored;
}
