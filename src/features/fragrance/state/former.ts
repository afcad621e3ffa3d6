import { ref } from 'valtio';
import type { Fragrance } from '../domain/composition/model.ts';
import { readFragrance } from '../domain/schema/fragrance.ts';
import { localStore } from '#core/storage/localStore.ts';
import { askToReplace } from '#core/shell/replacement.ts';
import { busy } from '#core/shell/busy.ts';
import { saving } from './current.ts';
import { FORMER_KEY, fragrance, setCurrentFragrance } from './fragrance.ts';
import { loadCurrentFragrance } from './loadFragrance.ts';

/* One step back: the fragrance that a newer one has replaced. */

/** Keeps a fragrance for one step back; in memory only where the device is full. */
function keep(before: Fragrance): void {
  fragrance.former = ref(before);
  if (!localStore.keep(FORMER_KEY, before)) localStore.remove(FORMER_KEY);
}

/** Keeps the current fragrance, if any, before another replaces it. */
export function keepFormer(): void {
  const current = loadCurrentFragrance();
  if (current !== null) keep(current);
}

/** The fragrance before the current one, from memory or storage; null when there is none. */
export function loadFormer(): Fragrance | null {
  if (fragrance.former === null) {
    const stored = readFragrance(localStore.read(FORMER_KEY));
    if (stored !== null) fragrance.former = ref(stored);
  }
  return fragrance.former;
}

/** Goes one step back. Swaps the two, so that the step can be undone. */
export function bringBackFormer(): void {
  const before = loadFormer();
  if (before === null) return;
  keepFormer();
  setCurrentFragrance(before);
}

/**
 * True when something from outside may become the current fragrance: at once if nothing unsaved is lost, else after
 * the visitor agrees. Keeps the previous one for one step back. Call it only after `next` is known to open.
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
