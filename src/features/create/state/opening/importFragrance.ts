import { pickFields } from '#features/fragrance/domain/schema/fields.ts';
import { readFragrance } from '#features/fragrance/domain/schema/fragrance.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { storePreviousFragrance, agreeToReplace, setCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { stopPlaying } from '#features/instruments/state/playback/player.ts';
import { notify, RESULTS_NOTICE_MS } from '#core/appState/notices.ts';

/**
 * Size limit of an imported file, bytes. A fragrance is a few kB; long inlined recordings are not supported.
 */
export const MAX_IMPORT_BYTES = 8 * 2 ** 20;

/**
 * The fragrance in an exported file, or null when it has none. The file is untrusted: only exported fields are read,
 * and a recording only from an http(s) URL.
 */
export function fragranceInFile(json: string): Fragrance | null {
  let read: Fragrance | null;
  try {
    read = readFragrance(JSON.parse(json));
  } catch {
    return null;
  }
  if (read === null) return null;
  const { audioData, ...rest } = pickFields('exported', read);
  return audioData !== undefined && isWebAddress(audioData) ? { ...rest, audioData } : rest;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/**
 * Makes the fragrance in a file the current one and keeps the previous one for one step back. True when the caller
 * should show it; failures are shown.
 * @param arrived the file came from outside: confirm before replacing anything unsaved
 */
export async function importFragrance(file: File, arrived = false): Promise<boolean> {
  let imported: Fragrance | null = null;
  try {
    imported = file.size > MAX_IMPORT_BYTES ? null : fragranceInFile(await file.text());
  } catch {
    // The file was moved or deleted after it was picked.
  }
  if (imported === null) {
    notify({
      kind: 'error',
      title: 'This file holds no fragrance.',
      description: 'Please choose a JSON file that was exported from Accord.',
      duration: RESULTS_NOTICE_MS,
      key: 'import',
    });
    return false;
  }
  if (!arrived) storePreviousFragrance();
  else if (!(await agreeToReplace(imported.name))) return false;
  stopPlaying();
  setCurrentFragrance(imported);
  return true;
}
