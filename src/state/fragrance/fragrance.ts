import { proxy, ref } from 'valtio';
import { drawnPart } from '../../domain/fragrance/trace.ts';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { storageLimitMb, thisDevice } from '../../platform/storage/device.ts';
import { localStore, type SaveFailure } from '../../platform/storage/localStore.ts';
import { notify } from '../shell/notices.ts';

/* Part of the first load: reading what is kept is in loadFragrance.ts, with the schema. */

/** Local key of the current fragrance. */
export const PROFILE_KEY = 'fragranceProfile';

/** Local key of the fragrance whose place the current one took, where that came from a file. */
export const FORMER_KEY = 'accord:former-fragrance';

/** The current fragrance, and the one that it took the place of; each is replaced whole, never changed in place. */
export const fragrance = proxy<{ current: Fragrance | null; former: Fragrance | null }>({
  current: null,
  former: null,
});

/** What the visitor reads when a save failed. */
export function storageMessage(failure: SaveFailure): string {
  return failure.code === 'file_too_large' || failure.code === 'quota_exceeded'
    ? `Storage full. Your device limit is ${failure.limitMb}MB.`
    : 'This browser does not let Accord keep data. Your fragrance lasts until you leave this page.';
}

/** Whether the storage was found full, and the visitor has not been told yet. */
export const hasStorageError = (): boolean => localStore.errorFlag() !== null;

/**
 * True when the storage was found full since the last time; says so and takes the flag away, so that nobody is sent
 * back without a word, or twice for the same thing.
 */
export function takeStorageError(): boolean {
  const code = localStore.errorFlag();
  if (code === null) return false;
  localStore.clearErrorFlag();
  notify({ kind: 'error', title: storageMessage({ code, limitMb: storageLimitMb(thisDevice()) }), key: 'storage' });
  return true;
}

/** Local keys of copies that can be had again: the fragrance before, and what the member's profile holds. */
const COPIES = [FORMER_KEY, 'userData'];

/** Makes room for a fragrance in a full storage. What is nowhere else stays. */
function cleanUp(): void {
  for (const key of [PROFILE_KEY, ...COPIES]) localStore.remove(key);
}

/**
 * Makes a fragrance the current one and keeps it locally. When there is no room, copies that
 * can be had again make way, then the
 * trace and then an inlined recording are left out; only when even that does not fit is the
 * visitor told, and the older copy cleaned up.
 * @returns how much of it is kept; 'not kept' has been told to the visitor
 */
export function setCurrentFragrance(next: Fragrance): 'whole' | 'without trace' | 'not kept' {
  fragrance.current = ref(next);
  let whole = localStore.save(PROFILE_KEY, next);
  if (!whole.ok && whole.failure.code === 'quota_exceeded') {
    cleanUp();
    whole = localStore.save(PROFILE_KEY, next);
  }
  if (whole.ok) {
    localStore.clearErrorFlag();
    return 'whole';
  }
  const { audioData, trace, ...rest } = next;
  const bare = audioData === undefined || audioData.startsWith('data:') ? rest : { ...rest, audioData };
  // With what is drawn of the trace its face stays the same.
  const smaller = trace === undefined ? bare : { ...bare, face: drawnPart(trace) };
  localStore.remove(PROFILE_KEY);
  const fits = (part: object): boolean => localStore.save(PROFILE_KEY, part).ok;
  if (whole.failure.code === 'quota_exceeded' && (fits(smaller) || fits(bare))) {
    localStore.clearErrorFlag();
    return 'without trace';
  }
  notify({ kind: 'error', title: storageMessage(whole.failure), key: 'storage' });
  return 'not kept';
}

/** What is kept, as it is: no fragrance before `loadFragrance.ts` has read it. */
function kept(): Partial<Fragrance> | null {
  const stored = localStore.read(PROFILE_KEY);
  return typeof stored === 'object' ? stored : null;
}

/** Which recording the current fragrance was made of, in memory or as it was kept; null when there is none. */
export function currentRecordingId(): string | null {
  return (fragrance.current ?? kept())?.recordingId ?? null;
}

/**
 * Changes fields of the current fragrance, such as its name or the recording's URL, and keeps it. Where another tab has kept a
 * newer one since, that one stays.
 */
export function updateCurrentFragrance(changes: Partial<Fragrance>): void {
  const { current } = fragrance;
  const stored = kept();
  if (current !== null) {
    const next = { ...current, ...changes };
    if (stored === null || stored.id === current.id) setCurrentFragrance(next);
    else fragrance.current = ref(next);
    return;
  }
  if (stored !== null) localStore.save(PROFILE_KEY, { ...stored, ...changes });
}

/** Forgets the current fragrance, and the one before it. */
export function forgetCurrentFragrance(): void {
  fragrance.current = null;
  fragrance.former = null;
  localStore.remove(PROFILE_KEY);
  localStore.remove(FORMER_KEY);
}
