import { MAX_MIDI_BYTES } from '../../audio/instrument/midiLimits.ts';
import type { BeatImport } from '../../domain/beat/beatImport.ts';
import { isCoded } from '../../domain/errors.ts';
import { notify } from '../shell/notices.ts';
import { beatMaker, change } from './beat.ts';

/** Saves the beat as a MIDI file. */
export async function exportBeat(): Promise<void> {
  const [{ beatToMidi }, { saveFile }] = await Promise.all([
    import('../../audio/instrument/midiFile.ts'),
    import('../../platform/storage/saveFile.ts'),
  ]);
  saveFile(new Blob([beatToMidi(beatMaker.beat)], { type: 'audio/midi' }), 'accord-beat.mid');
}

/** Takes the beat of a MIDI file. */
export async function importBeat(file: File): Promise<void> {
  const { beatFromMidi } = await import('../../audio/instrument/midiFile.ts');
  let imported: BeatImport;
  try {
    const bytes = file.size > MAX_MIDI_BYTES ? new Uint8Array() : new Uint8Array(await file.arrayBuffer());
    imported = beatFromMidi(bytes);
  } catch (error) {
    notify(
      isCoded(error, 'no_notes')
        ? {
            kind: 'error',
            title: 'No notes in this file',
            description: `${file.name} is a MIDI file, but holds no notes.`,
            key: 'beat',
          }
        : {
            kind: 'error',
            title: 'Not a MIDI file',
            description: `${file.name} could not be read as a MIDI file.`,
            key: 'beat',
          },
    );
    return;
  }
  change(imported.beat);
  const left = imported.left === 0 ? '' : ` ${imported.left} more lie outside the 32 steps and 12 rows.`;
  notify({
    kind: 'success',
    title: 'Beat imported',
    description: `${imported.placed} notes found their pad.${left}`,
    key: 'beat',
  });
}
