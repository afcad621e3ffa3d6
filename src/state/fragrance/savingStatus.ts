import { proxy } from 'valtio';

/** Ids of fragrances that are in the member's profile, or on this device, since this page was opened. */
export const saving = proxy<{ at: string | null; done: Record<string, 'saved' | 'kept' | 'waiting'> }>({
  at: null,
  done: {},
});

/** What was kept on this device is in the profile now. */
export function markSynced(id: string): void {
  if (saving.done[id] !== undefined) saving.done[id] = 'saved';
}
