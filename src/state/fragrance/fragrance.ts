import { proxy, ref } from 'valtio';
import { areAccents, areProportions, isCharacter } from '../../domain/colour/checks.ts';
import { isNoteCode } from '../../domain/pitch/pitch.ts';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { isDrawableTrace } from '../../domain/fragrance/trace.ts';
import { storageLimitMb, thisDevice } from '../../platform/storage/device.ts';
import { localStore, type SaveFailure } from '../../platform/storage/localStore.ts';
import { notify } from '../shell/notices.ts';

/** Local key of the current fragrance. */
export const PROFILE_KEY = 'fragranceProfile';

/** The current fragrance. The profile is replaced whole, never changed in place. */
export const fragrance = proxy<{ current: Fragrance | null }>({ current: null });

const isText = (value: unknown): value is string => typeof value === 'string';
const isList = (value: unknown, test: (item: unknown) => boolean): boolean => Array.isArray(value) && value.every(test);
const isShare = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 1;

/** What a profile may be without, and when it can be shown. */
const ADDED: ReadonlyMap<string, (value: unknown) => boolean> = new Map<string, (value: unknown) => boolean>([
  ['trace', isDrawableTrace],
  ['accents', areAccents],
  ['character', isCharacter],
  ['proportions', areProportions],
]);

/**
 * True for a value that every screen can show as a profile. Local storage may hold anything: an
 * older version's profile, a hand edit, half a write.
 */
export function isFragrance(value: unknown): value is Fragrance {
  if (typeof value !== 'object' || value === null) return false;
  const p = value as Record<string, unknown>;
  return (
    isText(p['id']) &&
    isText(p['name']) &&
    isText(p['description']) &&
    isText(p['created']) &&
    isShare(p['intensity']) &&
    isShare(p['complexity']) &&
    isShare(p['persistence']) &&
    isList(p['musicEssence'], isNoteCode) &&
    (p['musicEssence'] as unknown[]).length > 0 &&
    isList(p['dominantNotes'], isNoteCode) &&
    isList(p['backgroundNotes'], isNoteCode) &&
    isList(p['topNotes'], isText) &&
    isList(p['middleNotes'], isText) &&
    isList(p['baseNotes'], isText) &&
    (p['audioData'] === undefined || isText(p['audioData'])) &&
    (p['recordingId'] === undefined || isText(p['recordingId'])) &&
    [...ADDED].every(([name, isWhole]) => p[name] === undefined || isWhole(p[name]))
  );
}

/** What the visitor reads when a save failed. */
export function storageMessage(failure: SaveFailure): string {
  return failure.code === 'file_too_large' || failure.code === 'quota_exceeded'
    ? `Storage full. Your device limit is ${failure.limitMb}MB.`
    : 'This browser does not let Accord keep data. Your fragrance lasts until you leave this page.';
}

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

/**
 * Makes a profile the current fragrance and keeps it locally. When there is no room, first the
 * trace and then an inlined recording are left out; only when even that does not fit is the
 * visitor told, and the older copy cleaned up.
 * @returns how much of it is kept; 'not kept' has been told to the visitor
 */
export function setCurrentFragrance(profile: Fragrance): 'whole' | 'without trace' | 'not kept' {
  fragrance.current = ref(profile);
  const whole = localStore.save(PROFILE_KEY, profile);
  if (whole.ok) {
    localStore.clearErrorFlag();
    return 'whole';
  }
  const { audioData, trace: _trace, ...bare } = profile;
  const smaller = audioData === undefined || audioData.startsWith('data:') ? bare : { ...bare, audioData };
  localStore.remove(PROFILE_KEY);
  if (whole.failure.code === 'quota_exceeded' && localStore.save(PROFILE_KEY, smaller).ok) {
    localStore.clearErrorFlag();
    return 'without trace';
  }
  notify({ kind: 'error', title: storageMessage(whole.failure), key: 'storage' });
  return 'not kept';
}

/** The current fragrance: in memory, or as it was kept locally; null when there is none that can be shown. */
export function loadCurrentFragrance(): Fragrance | null {
  if (fragrance.current !== null) return fragrance.current;
  const stored = readFragrance(localStore.read(PROFILE_KEY));
  if (stored !== null) fragrance.current = ref(stored);
  return stored;
}

/** A value from outside as a profile, or null when it is none; one whose trace, accents, character or proportions cannot be shown loses these alone. */
export function readFragrance(stored: unknown): Fragrance | null {
  if (isFragrance(stored)) return stored;
  if (typeof stored !== 'object' || stored === null) return null;
  const bare = Object.fromEntries(Object.entries(stored).filter(([name, value]) => ADDED.get(name)?.(value) ?? true));
  return isFragrance(bare) ? bare : null;
}

/** Changes fields of the current fragrance, such as its name or the recording's URL, and keeps it. */
export function updateCurrentFragrance(changes: Partial<Fragrance>): void {
  const profile = loadCurrentFragrance();
  if (profile !== null) setCurrentFragrance({ ...profile, ...changes });
}

/** Forgets the current fragrance. */
export function forgetCurrentFragrance(): void {
  fragrance.current = null;
  localStore.remove(PROFILE_KEY);
}
