import { heardTake } from '../../domain/take/layeredTake.ts';
import { saveFile } from '../../../../core/storage/saveFile.ts';
import { notify } from '../../../../core/shell/notices.ts';
import { takes } from './takeState.ts';

/** Saves the audible take as a MIDI file. */
export async function exportTake(): Promise<void> {
  const { take } = takes;
  if (take.layers.length === 0) return;
  const { takeToMidi } = await import('../../audio/midi/file/midiFile.ts');
  saveFile(new Blob([takeToMidi(heardTake(take), take.bpm)], { type: 'audio/midi' }), 'accord-keyboard.mid');
}

/** Saves the audible take as a sound file, rendered on this device; shows a notice on failure. */
export async function exportTakeSound(): Promise<void> {
  const { take } = takes;
  if (take.layers.length === 0) return;
  try {
    const { takeWav } = await import('../../audio/take/takeSound.ts');
    saveFile(await takeWav(heardTake(take)), 'accord-keyboard.wav');
  } catch {
    notify({
      kind: 'error',
      title: 'The sound could not be rendered',
      description: 'This device may not have room for so long a take. MIDI still works.',
      key: 'take',
    });
  }
}
