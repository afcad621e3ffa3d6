import { ref } from 'valtio';
import { drawnPart } from '../domain/composition/trace.ts';
import type { Fragrance } from '../domain/composition/model.ts';
import { storageLimitMb, thisDevice } from '../../../core/storage/device.ts';
import { localStore, type SaveFailure } from '../../../core/storage/localStore.ts';
import { notify } from '../../../core/shell/notices.ts';
import { fragrance, PROFILE_KEY } from './current.ts';

export { fragrance, PROFILE_KEY } from './current.ts';

/* Loaded with the first fragrance; loadFragrance.ts reads stored ones, with the schema. */

/** Local key of the fragrance that the current one has replaced. */
export const FORMER_KEY = 'accord:former-fragrance';

/** Message for a failed save. */
export function storageMessage(failure: SaveFailure): string {
  return failure.code === 'file_too_large' || failure.code === 'quota_exceeded'
    ? `Storage full. Your device limit is ${failure.limitMb}MB.`
    : 'This browser does not let Accord keep data. Your fragrance lasts until you leave this page.';
}

/** True when the storage was found full and the visitor has not been told yet. */
export const hasStorageError = (): boolean => localStore.errorFlag() !== null;

/**
 * True when the storage was found full since the last call. Shows a notice and clears the flag, so that a visitor is
 * always told, and only once.
 */
export function takeStorageError(): boolean {
  const code = localStore.errorFlag();
  if (code === null) return false;
  localStore.clearErrorFlag();
  notify({ kind: 'error', title: storageMessage({ code, limitMb: storageLimitMb(thisDevice()) }), key: 'storage' });
  return true;
}

/** Local keys of copies that can be loaded or made again. */
const COPIES = [FORMER_KEY, 'userData'];

/** Makes room for a fragrance in a full storage. Keeps everything that exists only here. */
function cleanUp(): void {
  for (const key of [PROFILE_KEY, ...COPIES]) localStore.remove(key);
}

/**
 * Makes a fragrance the current one and stores it. When there is no room, first removes replaceable copies, then
 * leaves out the trace and an inlined recording. If it still does not fit, shows a notice; the older copy is removed.
 * @returns how much of it is stored; 'not kept' was already shown
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
  // Keep the drawn part of the trace: the face stays the same.
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

/** The stored value, unchecked; loadFragrance.ts validates it. */
function kept(): Partial<Fragrance> | null {
  const stored = localStore.read(PROFILE_KEY);
  return typeof stored === 'object' ? stored : null;
}

/** Id of the recording behind the current fragrance, from memory or storage; null when there is none. */
export function currentRecordingId(): string | null {
  return (fragrance.current ?? kept())?.recordingId ?? null;
}

/**
 * Changes fields of the current fragrance, such as its name or the recording's URL, and stores it. Keeps a newer one
 * that another tab has stored meanwhile.
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

/** Deletes the current fragrance and the one before it. */
export function forgetCurrentFragrance(): void {
  fragrance.current = null;
  fragrance.former = null;
  localStore.remove(PROFILE_KEY);
  localStore.remove(FORMER_KEY);
}
