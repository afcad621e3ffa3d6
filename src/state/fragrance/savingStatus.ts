import { proxy } from 'valtio';

/** Ids of the fragrances saved since this page was opened, in the profile or on this device. */
export const saving = proxy<{ at: string | null; done: Record<string, 'saved' | 'kept' | 'waiting'> }>({
  at: null,
  done: {},
});

/** Marks a fragrance from this device as saved in the profile. */
export function markSynced(id: string): void {
  if (saving.done[id] !== undefined) saving.done[id] = 'saved';
}
