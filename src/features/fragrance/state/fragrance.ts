import { ref } from 'valtio';
import { drawnPart } from '../domain/composition/trace.ts';
import type { Fragrance } from '../domain/composition/model.ts';
import { storageLimitMb, thisDevice, localStore, type SaveFailure } from '#core/storage/localStore.ts';
import { notify } from '#core/appState/notices.ts';
import { fragrance, PROFILE_KEY } from './current.ts';
import { readFragrance } from '../domain/schema/fragrance.ts';
import { confirmReplacement } from '#core/appState/replacement.ts';
import { busy } from '#core/appState/busy.ts';

/* The current fragrance and, one step back, the one that it has replaced. Loaded with the first fragrance; current.ts has the state. */

/** Local key of the fragrance that the current one has replaced. */
export const FORMER_KEY = 'accord:former-fragrance';

/** Message for a failed save. */
export function storageMessage(failure: SaveFailure): string {
  return failure.code === 'file_too_large' || failure.code === 'quota_exceeded'
    ? `Storage full. Your device limit is ${failure.limitMb}MB.`
    : 'This browser does not let Accord keep data. Your fragrance lasts until you leave this page.';
}

/** True when the storage was found full, no notice has reported it yet, and no fragrance is in memory. */
export const hasStorageError = (): boolean => localStore.errorFlag() !== null && fragrance.current === null;

/**
 * True when a write found the storage full since the last call. Shows a notice and clears the flag, so that one notice
 * appears for each full storage. Removes the stored fragrance, which is older than the one that did not fit; recordings
 * and drafts stay. False while a fragrance is in memory: nothing is removed then.
 */
export function consumeStorageError(): boolean {
  const code = localStore.errorFlag();
  if (code === null || !hasStorageError()) return false;
  localStore.clearErrorFlag();
  localStore.remove(PROFILE_KEY);
  notify({ kind: 'error', title: storageMessage({ code, limitMb: storageLimitMb(thisDevice()) }), key: 'storage' });
  return true;
}

/** Local key of a copy that can be loaded again. */
const COPY_KEY = 'userData';

/** The storable forms of a fragrance, the largest first: whole, without its trace, without its `face`. */
function formsOf(profile: Fragrance): object[] {
  const { audioData, trace, ...rest } = profile;
  const bare = audioData === undefined || audioData.startsWith('data:') ? rest : { ...rest, audioData };
  // The drawn part of the trace keeps the flower the same.
  return [profile, ...(trace === undefined ? [] : [{ ...bare, face: drawnPart(trace) }]), bare];
}

/**
 * Stores the largest form that fits into a full storage. Deletes the previous fragrance last. If nothing fits, the
 * stored one stays.
 */
function storeInRoomMade(next: Fragrance): 'whole' | 'without trace' | null {
  const before = [PROFILE_KEY, FORMER_KEY].map((key) => [key, localStore.read(key)] as const);
  const forms = formsOf(next);
  for (const keys of [[COPY_KEY, PROFILE_KEY], [FORMER_KEY]]) {
    for (const key of keys) localStore.remove(key);
    const form = forms.findIndex((one) => localStore.save(PROFILE_KEY, one).ok);
    if (form !== -1) return form === 0 ? 'whole' : 'without trace';
  }
  for (const [key, value] of before) if (value !== null) localStore.keep(key, value);
  return null;
}

/** Id of the fragrance that a notice reported as not stored: its changes show no second notice. */
let notifiedId: string | null = null;

/**
 * Makes a fragrance the current one and stores it. When the storage is full, first removes a copy that can be loaded
 * again, then leaves out the trace and an inlined recording, then deletes the previous fragrance. If it still does not
 * fit, it is current until the page is left, and a notice appears once; what was stored before stays.
 * @returns how much of it is stored; 'not kept' was already shown
 */
export function setCurrentFragrance(next: Fragrance): 'whole' | 'without trace' | 'not kept' {
  fragrance.current = ref(next);
  const saved = localStore.save(PROFILE_KEY, next);
  const stored = saved.ok ? 'whole' : saved.failure.code === 'quota_exceeded' ? storeInRoomMade(next) : null;
  if (stored !== null) {
    localStore.clearErrorFlag();
    notifiedId = null;
    return stored;
  }
  if (!saved.ok && notifiedId !== next.id)
    notify({ kind: 'error', title: storageMessage(saved.failure), key: 'storage' });
  notifiedId = next.id;
  return 'not kept';
}

/** The stored value, unchecked; `loadCurrentFragrance` validates it. */
function storedFragrance(): Partial<Fragrance> | null {
  const stored = localStore.read(PROFILE_KEY);
  return typeof stored === 'object' ? stored : null;
}

/** Id of the recording behind the current fragrance, from memory or storage; null when there is none. */
export function currentRecordingId(): string | null {
  return (fragrance.current ?? storedFragrance())?.recordingId ?? null;
}

/**
 * Changes fields of the current fragrance, such as its name or the recording's URL, and stores it. Keeps a newer one
 * that another tab has stored meanwhile.
 */
export function updateCurrentFragrance(changes: Partial<Fragrance>): void {
  const { current } = fragrance;
  const stored = storedFragrance();
  if (current !== null) {
    const next = { ...current, ...changes };
    if (stored === null || stored.id === current.id) setCurrentFragrance(next);
    else fragrance.current = ref(next);
    return;
  }
  if (stored !== null) localStore.save(PROFILE_KEY, { ...stored, ...changes });
}

/**
 * Gives the current fragrance the new address of its recording, or none: its public file was renamed or deleted. Finds
 * it by its old address or its id. Its bytes on this device stay.
 */
export function updateRecordingUrl(
  { audioUrl, recordingId = null }: { audioUrl: string | null; recordingId?: string | null },
  to: string | null,
): void {
  const { current } = fragrance;
  if (current?.audioData === undefined || current.audioData === to) return;
  if (current.audioData !== audioUrl && (recordingId === null || current.recordingId !== recordingId)) return;
  const { audioData: _gone, ...rest } = current;
  setCurrentFragrance(to === null ? rest : { ...rest, audioData: to });
}

/** Deletes the current fragrance and the one before it. */
export function deleteCurrentFragrance(): void {
  fragrance.current = null;
  fragrance.former = null;
  notifiedId = null;
  localStore.remove(PROFILE_KEY);
  localStore.remove(FORMER_KEY);
}

/** The current fragrance, from memory or storage; null when there is no valid one. */
export function loadCurrentFragrance(): Fragrance | null {
  if (fragrance.current !== null) return fragrance.current;
  const stored = readFragrance(localStore.read(PROFILE_KEY));
  if (stored !== null) fragrance.current = ref(stored);
  return stored;
}

/** Keeps a fragrance for one step back; in memory only where the device is full. */
function storePrevious(before: Fragrance): void {
  fragrance.former = ref(before);
  if (!localStore.keep(FORMER_KEY, before)) localStore.remove(FORMER_KEY);
}

/** Keeps the current fragrance, if any, before another replaces it. */
export function storePreviousFragrance(): void {
  const current = loadCurrentFragrance();
  if (current !== null) storePrevious(current);
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
export function restorePreviousFragrance(): void {
  const before = loadFormer();
  if (before === null) return;
  storePreviousFragrance();
  setCurrentFragrance(before);
}

/**
 * True when something from outside may become the current fragrance: at once if nothing unsaved is lost, else after
 * the visitor agrees. Keeps the previous one for one step back. Call it only after `next` is known to open.
 * @param next name of what arrived
 */
export async function agreeToReplace(next: string): Promise<boolean> {
  const current = loadCurrentFragrance();
  const unsaved = current !== null && fragrance.saved[current.id] === undefined;
  const ends = busy.now;
  if ((unsaved || ends) && !(await confirmReplacement({ next, current: unsaved ? current.name : null, ends })))
    return false;
  storePreviousFragrance();
  return true;
}
