import { kindOf, type FileKind } from '../../audio/files/kind.ts';
import { notify } from '../shell/notices.ts';
import { fileWords, namesOf, type FileWords } from './fileWords.ts';

/**
 * The one door for what is opened: dropped, picked, pasted, shared by another app, or opened with Accord by the system. What a
 * file is, its bytes say.
 */

export interface Opening {
  /** Goes to a screen of the app. */
  navigate: (path: string) => void;
  /** It came from outside: the visitor is asked before it takes the place of anything unsaved. */
  arrived?: boolean;
}

/** `told`: it could not be opened, and the visitor knows why, or did not want it. */
type Outcome = 'opened' | 'told' | { why: FileWords | null };

/** Where a sound is opened. */
const CREATE_SCREENS = ['/', '/create'];

async function openOne(file: File, { navigate, arrived = false }: Opening): Promise<Outcome> {
  let kind: FileKind | null;
  try {
    kind = await kindOf(file);
  } catch {
    return { why: fileWords({ code: 'unreadable', message: '' }, file.name) };
  }
  if (kind === null || kind.opens === 'sound') {
    if (!CREATE_SCREENS.includes(window.location.pathname)) navigate('/create');
    const { openSound } = await import('../recording/openFile.ts');
    return openSound(file);
  }
  const opened = kind.opens === 'midi' ? await openMidi(file, arrived) : await openFragrance(file, arrived);
  if (opened) navigate('/results');
  return opened ? 'opened' : 'told';
}

async function openFragrance(file: File, arrived: boolean): Promise<boolean> {
  const { importFragrance } = await import('../fragrance/export.ts');
  return importFragrance(file, arrived);
}

/** Makes the fragrance of a MIDI file's notes the current one. True when there is one; failures are told. */
async function openMidi(file: File, arrived: boolean): Promise<boolean> {
  const { openMidiFile } = await import('../instruments/openMidi.ts');
  return openMidiFile(file, arrived);
}

/**
 * Opens the first of some files that can be opened: a sound or a video on the create screen, a MIDI file as the fragrance of its
 * notes, a fragrance that was exported from Accord on /results. What cannot be opened is told, and nothing is lost by it; the
 * others are named.
 */
export async function openFiles(files: readonly File[], opening: Opening): Promise<void> {
  let first: FileWords | null = null;
  for (const file of files) {
    const outcome = await openOne(file, opening);
    if (outcome === 'opened') {
      const others = files.filter((other) => other !== file);
      if (others.length > 0)
        notify({
          kind: 'info',
          title: `One file at a time: ${file.name} was opened.`,
          description: `Left out: ${namesOf(others)}.`,
          key: 'file',
        });
      return;
    }
    if (outcome === 'told') {
      // What arrives from outside asks once.
      if (opening.arrived === true) return;
      continue;
    }
    // Put aside, as something newer was asked for.
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
