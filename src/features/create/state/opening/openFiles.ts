import { parseWebUrl } from '#features/create/domain/scentwaves.ts';
import { kindOf, type FileKind } from '#features/create/audio/files/kind.ts';
import { notify } from '#core/appState/notices.ts';
import { importFragrance } from './importFragrance.ts';
import { openSound, type OpenFileResult, fileWords, namesOf, type FileWords } from './openFile.ts';
import { setPastedLink } from './link.ts';
import { openMidiFile } from '#features/instruments/state/midi/fragranceInMidi.ts';

/**
 * The single entry for files: dropped, picked, pasted, shared by another app, or opened by the system. The bytes
 * decide the type.
 */

export interface OpenFilesOptions {
  /** Goes to a screen of the app. */
  navigate: (path: string) => void;
  /** Set for a file from outside: confirm before replacing anything unsaved. */
  arrived?: {
    /** Opens a sound; `show` shows the create screen. */
    openSound: (file: File, show: () => void) => Promise<OpenFileResult | 'handled'>;
  };
}

/** `handled`: the file was not opened, and the visitor has seen why or has declined. */
type Outcome = 'opened' | 'handled' | { why: FileWords | null };

/** Screens that open sounds themselves. */
const CREATE_SCREENS = ['/', '/create'];

async function openOne(file: File, { navigate, arrived }: OpenFilesOptions): Promise<Outcome> {
  let kind: FileKind | null;
  try {
    kind = await kindOf(file);
  } catch {
    return { why: fileWords({ code: 'unreadable', message: '' }, file.name) };
  }
  if (kind === null || kind.opens === 'sound') {
    const show = (): void => {
      if (!CREATE_SCREENS.includes(window.location.pathname)) navigate('/create');
    };
    if (arrived !== undefined) return arrived.openSound(file, show);
    show();
    return openSound(file);
  }
  const isConfirmed = arrived !== undefined;
  const opened =
    kind.opens === 'midi' ? await openMidiFile(file, isConfirmed) : await importFragrance(file, isConfirmed);
  if (opened) navigate('/results');
  return opened ? 'opened' : 'handled';
}

/**
 * Opens the first of the files that can be opened: a sound or a video on the create screen, a MIDI file as the
 * fragrance of its notes, an exported fragrance on /results. Shows which files failed and which were ignored; loses
 * nothing.
 */
export async function openFiles(files: readonly File[], opening: OpenFilesOptions): Promise<void> {
  let first: FileWords | null = null;
  for (const file of files) {
    const outcome = await openOne(file, opening);
    if (outcome === 'opened') {
      const otherFiles = files.filter((other) => other !== file);
      if (otherFiles.length > 0)
        notify({
          kind: 'info',
          title: `One file at a time: ${file.name} was opened.`,
          description: `Left out: ${namesOf(otherFiles)}.`,
          key: 'file',
        });
      return;
    }
    if (outcome === 'handled') {
      // Confirm once for files from outside.
      if (opening.arrived !== undefined) return;
      continue;
    }
    // Cancelled by a newer request.
    if (outcome.why === null) return;
    first ??= outcome.why;
  }
  if (first === null) return;
  if (files.length === 1) notify({ kind: 'error', ...first, key: 'file' });
  else
    notify({
      kind: 'error',
      title: 'None of these files can be opened.',
      description: `${namesOf(files)}. The first: ${first.title}`,
      key: 'file',
    });
}

/** Opens dropped or pasted content: files, or the URL of a sound, which Scentwaves fetches. Ignores other text. */
export async function openDroppedOrPasted(
  files: readonly File[],
  text: string,
  opening: OpenFilesOptions,
): Promise<void> {
  if (files.length > 0) await openFiles(files, opening);
  else if (parseWebUrl(text) !== null) {
    setPastedLink(text);
    opening.navigate('/scentwaves');
  }
}
