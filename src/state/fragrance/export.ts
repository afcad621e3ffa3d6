import { exportFileName, profileJson } from '../../domain/fragrance/exportNotes.ts';
import { codedFrom } from '../../domain/errors.ts';
import type { Fragrance, FragranceSource } from '../../domain/fragrance/model.ts';
import { saveFile } from '../../platform/storage/saveFile.ts';
import { setCurrentFragrance, readFragrance } from './fragrance.ts';
import { notify, RESULTS_NOTICE_MS } from '../shell/notices.ts';
import { stopPlaying } from '../playback/player.ts';

/** Take it with you: the fragrance as files, and back from one. */

export type ExportKind = 'picture' | 'midi' | 'wav' | 'json';

const EXTENSIONS: Record<ExportKind, string> = { picture: 'png', midi: 'mid', wav: 'wav', json: 'json' };

/** A profile's file is a few kB; one with a long inlined recording is not worth reading, bytes. */
export const MAX_IMPORT_BYTES = 8 * 2 ** 20;
/** Longest texts and lists of a profile that comes from a file. */
const MAX_TEXT = 2000;
const MAX_LIST = 108;
const SOURCES: readonly FragranceSource[] = ['spectral', 'byte-hash', 'beat', 'keys', 'link', 'demo'];

/** Makes the file of a fragrance. Rendering and encoding are loaded when they are asked for. */
export async function exportFile(profile: Fragrance, kind: ExportKind): Promise<{ file: Blob; name: string }> {
  const name = exportFileName(profile, EXTENSIONS[kind]);
  switch (kind) {
    case 'picture':
      return { file: await (await import('../sharing/sharePicture.ts')).sharePicture(profile), name };
    case 'midi':
      return { file: await (await import('../../audio/playback/exportSound.ts')).notesMidi(profile), name };
    case 'wav':
      return { file: await (await import('../../audio/playback/exportSound.ts')).essenceWav(profile), name };
    case 'json':
      return { file: new Blob([profileJson(profile)], { type: 'application/json' }), name };
    default:
      return kind satisfies never;
  }
}

/** Makes a file and hands it to the visitor; says so when it cannot be made. */
export async function exportFragrance(profile: Fragrance, kind: ExportKind): Promise<boolean> {
  try {
    const { file, name } = await exportFile(profile, kind);
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
 * The profile in a file that was exported, or null when it holds none. A file may come from anybody: only the fields of
 * a profile are taken, in sizes that the screens can show, and a recording only from the web.
 */
export function readProfile(text: string): Fragrance | null {
  let value: Fragrance | null;
  try {
    value = readFragrance(JSON.parse(text));
  } catch {
    return null;
  }
  if (value === null) return null;
  const {
    id,
    name,
    description,
    intensity,
    complexity,
    persistence,
    dominantNotes,
    backgroundNotes,
    musicEssence,
    topNotes,
    middleNotes,
    baseNotes,
    created,
    source,
    audioData,
    trace,
    accents,
    character,
    proportions,
  } = value;
  const texts = [id, name, description, created, ...topNotes, ...middleNotes, ...baseNotes];
  const lists = [musicEssence, dominantNotes, backgroundNotes, topNotes, middleNotes, baseNotes];
  if (texts.some((entry) => entry.length > MAX_TEXT) || lists.some((list) => list.length > MAX_LIST)) return null;
  return {
    id,
    name,
    description,
    intensity,
    complexity,
    persistence,
    dominantNotes,
    backgroundNotes,
    musicEssence,
    topNotes,
    middleNotes,
    baseNotes,
    created,
    source: SOURCES.includes(source) ? source : 'keys',
    ...(audioData !== undefined && isWebAddress(audioData) ? { audioData } : {}),
    ...(trace === undefined ? {} : { trace }),
    ...(accents === undefined ? {} : { accents }),
    ...(character === undefined ? {} : { character }),
    ...(proportions === undefined ? {} : { proportions }),
  };
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** Makes the fragrance in a file the current one. True when the caller should show it; failures are told. */
export async function importFragrance(file: File): Promise<boolean> {
  let profile: Fragrance | null = null;
  try {
    profile = file.size > MAX_IMPORT_BYTES ? null : readProfile(await file.text());
  } catch {
    // Moved or deleted since it was picked.
  }
  if (profile === null) {
    notify({
      kind: 'error',
      title: 'This file holds no fragrance.',
      description: 'Please choose a JSON file that was exported from Accord.',
      duration: RESULTS_NOTICE_MS,
      key: 'import',
    });
    return false;
  }
  stopPlaying();
  setCurrentFragrance(profile);
  return true;
}
