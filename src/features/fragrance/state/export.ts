import { exportFileName, fragranceJson } from '../domain/composition/exportNotes.ts';
import { pickFields } from '../domain/schema/fields.ts';
import { codedFrom } from '../../../core/values/errors.ts';
import type { Fragrance } from '../domain/composition/model.ts';
import { readFragrance } from '../domain/schema/fragrance.ts';
import { saveFile } from '../../../core/storage/saveFile.ts';
import { keepFormer, mayReplace } from './former.ts';
import { setCurrentFragrance } from './fragrance.ts';
import { notify, RESULTS_NOTICE_MS } from '../../../core/shell/notices.ts';
import { stopPlaying } from '../../instruments/state/playback/index.ts';
import { lazyExportSound } from '../../instruments/audio/index.ts';

/** Exports a fragrance to files and imports it from one. */

type ExportKind = 'picture' | 'midi' | 'wav' | 'json';

const EXTENSIONS: Record<ExportKind, string> = { picture: 'png', midi: 'mid', wav: 'wav', json: 'json' };

/**
 * Size limit of an imported file, bytes. A fragrance is a few kB; long inlined recordings are not supported.
 */
export const MAX_IMPORT_BYTES = 8 * 2 ** 20;

/** Makes the file of a fragrance. Loads rendering and encoding on demand. */
async function exportFile(fragrance: Fragrance, kind: ExportKind): Promise<{ file: Blob; name: string }> {
  const name = exportFileName(fragrance, EXTENSIONS[kind]);
  switch (kind) {
    case 'picture':
      return { file: await (await import('./picture/sharePicture.ts')).sharePicture(fragrance), name };
    case 'midi':
      return { file: await (await lazyExportSound()).notesMidi(fragrance), name };
    case 'wav':
      return { file: await (await lazyExportSound()).essenceWav(fragrance), name };
    case 'json':
      return { file: new Blob([fragranceJson(fragrance)], { type: 'application/json' }), name };
    default:
      return kind satisfies never;
  }
}

/** Makes a file and downloads it; shows a notice on failure. */
export async function exportFragrance(fragrance: Fragrance, kind: ExportKind): Promise<boolean> {
  try {
    const { file, name } = await exportFile(fragrance, kind);
    saveFile(file, name);
    return true;
  } catch (error) {
    notify({
      kind: 'error',
      title: 'This file could not be made. Please try again.',
      description: codedFrom(error, 'export_failed').message,
      duration: RESULTS_NOTICE_MS,
      key: 'export',
    });
    return false;
  }
}

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
 * @param arrived the file came from outside: ask before replacing anything unsaved
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
  if (!arrived) keepFormer();
  else if (!(await mayReplace(imported.name))) return false;
  stopPlaying();
  setCurrentFragrance(imported);
  return true;
}
