import type { MidiBeat } from '#features/instruments/domain/beat/midiBeat.ts';
import { saveFile } from '#core/storage/saveFile.ts';
import { isCoded } from '#core/values/errors.ts';
import { notify } from '#core/appState/notices.ts';
import { beatMaker } from './beatMaker.ts';
import { change } from './beat.ts';
import { beatOfMidi } from '#features/instruments/audio/midi/file/midiReader.ts';
import { midiFailureWords } from '../midi/fragranceInMidi.ts';
import { fragranceOfBeat } from '#features/instruments/domain/beat/beatFragrance.ts';
import { storePreviousFragrance, setCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { stopBeat } from './playBeat.ts';
import { pluralize } from '#core/values/words.ts';

/** Saves the beat as a MIDI file. */
export async function exportBeat(): Promise<void> {
  const { beatToMidi } = await import('#features/instruments/audio/midi/file/midiFile.ts');
  saveFile(new Blob([beatToMidi(beatMaker.beat)], { type: 'audio/midi' }), 'accord-beat.mid');
}

let latestController: AbortController | null = null;

/** Loads the beat of a MIDI file; a newer request cancels it. Failures are shown. */
export async function importBeat(file: File): Promise<void> {
  latestController?.abort();
  const { signal } = (latestController = new AbortController());
  let imported: MidiBeat;
  try {
    imported = await beatOfMidi(file, signal);
  } catch (error) {
    if (signal.aborted) return;
    const words =
      midiFailureWords(error) ??
      (isCoded(error, 'no_notes')
        ? { title: 'No notes in this file', description: `${file.name} is a MIDI file, but holds no notes.` }
        : { title: 'Not a MIDI file', description: `${file.name} could not be read as a MIDI file.` });
    notify({ kind: 'error', ...words, key: 'beat' });
    return;
  }
  change(imported.beat);
  notify({ kind: 'success', title: 'Beat imported', description: importWords(imported), key: 'beat' });
}

/** Describes how the notes and drums of a file were mapped. */
function importWords({ placed, left, drums: { strikes, became }, more }: MidiBeat): string {
  const placedWords =
    became === 'pads'
      ? `${placed} drum strikes found their pad: each drum became a note.`
      : `${placed} notes found their pad.`;
  const leftWords = left === 0 ? '' : ` ${more ? 'At least ' : ''}${left} more lie outside the 32 steps and 12 rows.`;
  const drumWords =
    became === 'pads' || strikes === 0
      ? ''
      : ` ${strikes} drum ${strikes === 1 ? 'strike is' : 'strikes are'} left out.`;
  return placedWords + leftWords + drumWords;
}

/**
 * Makes the selected notes the current fragrance, the most frequent and loudest first.
 * @returns false (and shows a notice) when none is selected
 */
export function createFromBeat(): boolean {
  const fragrance = fragranceOfBeat(beatMaker.beat, new Date());
  if (fragrance === null) {
    notify({
      kind: 'error',
      title: 'No notes selected',
      description: 'Please select at least one note to create a fragrance.',
      key: 'beat',
    });
    return false;
  }
  stopBeat();
  storePreviousFragrance();
  const stored = setCurrentFragrance(fragrance);
  // A full device was already reported: show no success.
  if (stored !== 'not kept')
    notify({
      kind: 'success',
      title: 'Fragrance Created',
      description: `Created a unique fragrance with ${pluralize(fragrance.musicEssence.length, 'note')}.`,
      pageShowsRest: true,
      key: 'beat',
    });
  return true;
}
