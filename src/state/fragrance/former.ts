import { ref } from 'valtio';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { readFragrance } from '../../domain/schema/fragrance.ts';
import { localStore } from '../../platform/storage/localStore.ts';
import { askToReplace } from '../shell/replacement.ts';
import { busy } from '../shell/busy.ts';
import { saving } from './savingStatus.ts';
import { FORMER_KEY, fragrance, setCurrentFragrance } from './fragrance.ts';
import { loadCurrentFragrance } from './loadFragrance.ts';

/* One step back: the fragrance whose place was taken by one out of a file. */

/** Keeps a fragrance for one step back. Where the device has no room, this page still has it. */
function keep(before: Fragrance): void {
  fragrance.former = ref(before);
  if (!localStore.keep(FORMER_KEY, before)) localStore.remove(FORMER_KEY);
}

/** Keeps the current fragrance, if there is one, before another takes its place. */
export function keepFormer(): void {
  const current = loadCurrentFragrance();
  if (current !== null) keep(current);
}

/** The fragrance before the current one, in memory or as it was kept; null when there is none. */
export function loadFormer(): Fragrance | null {
  if (fragrance.former === null) {
    const stored = readFragrance(localStore.read(FORMER_KEY));
    if (stored !== null) fragrance.former = ref(stored);
  }
  return fragrance.former;
}

/** Goes one step back. The two change places, so that going back loses nothing either. */
export function bringBackFormer(): void {
  const before = loadFormer();
  if (before === null) return;
  keepFormer();
  setCurrentFragrance(before);
}

/**
 * True when something that arrived from outside may become the current fragrance: at once where it takes the place of nothing
 * unsaved, else when the visitor says so. What was there is kept for one step back. Call it once it is known that `next` can be
 * opened.
 * @param next name of what arrived
 */
export async function mayReplace(next: string): Promise<boolean> {
  const current = loadCurrentFragrance();
  const unsaved = current !== null && saving.done[current.id] === undefined;
  const ends = busy.now;
  if ((unsaved || ends) && !(await askToReplace({ next, current: unsaved ? current.name : null, ends }))) return false;
  keepFormer();
  return true;
}
