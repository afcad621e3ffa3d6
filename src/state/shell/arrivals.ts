import { isMidi, MIDI_HEAD } from '../../domain/midi/container.ts';
import { mayReplace } from '../fragrance/former.ts';
import { notify } from './notices.ts';

/** Files that come from outside: the system's "Open with", or another app's share sheet. */

/** The name endings of JSON files. */
const JSON_NAME = /\.json$/i;

type Kind = 'midi' | 'json' | 'sound';

/** What a file is: the first bytes are believed before the type, which varies from system to system. */
export async function kindOf(file: File): Promise<Kind> {
  if (isMidi(new Uint8Array(await file.slice(0, MIDI_HEAD).arrayBuffer()))) return 'midi';
  if (file.type === 'application/json' || JSON_NAME.test(file.name)) return 'json';
  return 'sound';
}

/**
 * Opens what arrived: a sound on the create screen, a MIDI file as the fragrance of its notes, a fragrance that was
 * exported from Accord on /results. What cannot be opened is told, and nothing is lost by it.
 * @param file null when something was shared that holds no file, or is gone
 */
export async function openArrival(file: File | null, navigate: (path: string) => void): Promise<void> {
  if (file === null) {
    notify({
      kind: 'info',
      title: 'There was no file to open.',
      description: 'Share a sound, a MIDI file or a fragrance from Accord.',
      key: 'arrival',
    });
    return;
  }
  let kind: Kind;
  try {
    kind = await kindOf(file);
  } catch {
    notify({
      kind: 'error',
      title: 'This file cannot be read.',
      description: 'Perhaps it was moved or deleted.',
      key: 'arrival',
    });
    return;
  }
  if (kind === 'sound') {
    navigate('/create');
    const { openFile } = await import('../recording/recorder.ts');
    await openFile(file);
  } else if (
    kind === 'midi' ? await openMidi(file) : await (await import('../fragrance/export.ts')).importFragrance(file, true)
  ) {
    navigate('/results');
  }
}

/** Makes the fragrance of a MIDI file's notes the current one. True when there is one; failures are told. */
async function openMidi(file: File): Promise<boolean> {
  const [{ fragranceInMidi, tellOfCut }, { setCurrentFragrance }] = await Promise.all([
    import('../instruments/midiOpening.ts'),
    import('../fragrance/fragrance.ts'),
  ]);
  const made = await fragranceInMidi(file);
  if (made === null || !(await mayReplace(file.name))) return false;
  setCurrentFragrance(made.fragrance);
  tellOfCut(made.cut);
  return true;
}
