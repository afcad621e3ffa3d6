import { proxy } from 'valtio';
import { LatestTask } from '#core/lifetime/scope.ts';
import { isCoded } from '#core/values/errors.ts';
import { audibleNotes } from '../../domain/take/recordedTake.ts';
import { saveFile } from '#core/storage/saveFile.ts';
import { notify } from '#core/appState/notices.ts';
import { takes } from './takeState.ts';

/** Loads what renders a take to a sound file. */
export const loadTakeSound = () => import('../../audio/take/takeSound.ts');

/** Saves the audible take as a MIDI file. */
export async function exportTake(): Promise<void> {
  const { take } = takes;
  if (take.notes.length === 0) return;
  const { takeToMidi } = await import('../../audio/midi/file/midiFile.ts');
  saveFile(new Blob([takeToMidi(audibleNotes(take), take.bpm)], { type: 'audio/midi' }), 'accord-keyboard.mid');
}

/** The sound file that is being rendered: `share` is 0 to 1, null when there is none. */
export const takeRendering = proxy<{ share: number | null }>({ share: null });

const latest = new LatestTask();

/**
 * Saves the audible take as a sound file, rendered on this device; shows a notice on failure. Does nothing while one is
 * rendered.
 */
export async function exportTakeSound(): Promise<void> {
  const { take } = takes;
  if (take.notes.length === 0 || takeRendering.share !== null) return;
  const signal = latest.begin();
  takeRendering.share = 0;
  try {
    const { takeWav } = await loadTakeSound();
    const onProgress = (share: number): void => {
      takeRendering.share = share;
    };
    const file = await takeWav(audibleNotes(take), { signal, onProgress });
    if (!signal.aborted) saveFile(file, 'accord-keyboard.wav');
  } catch (error) {
    if (signal.aborted) return;
    notify({
      kind: 'error',
      title: 'The sound could not be rendered',
      description: isCoded(error, 'tones')
        ? 'Its tones could not be loaded: check your connection and try again. MIDI still works.'
        : 'This device may not have room for so long a take. MIDI still works.',
      key: 'take',
    });
  } finally {
    // After a cancellation the next one may be rendered already.
    if (!signal.aborted) takeRendering.share = null;
  }
}

/** Cancels the rendering of the sound file. */
export function cancelTakeSound(): void {
  latest.abort();
  takeRendering.share = null;
}
