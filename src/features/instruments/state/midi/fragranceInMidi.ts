import { setCurrentFragrance, storePreviousFragrance, agreeToReplace } from '#features/fragrance/state/fragrance.ts';
import { fragranceOfMidi } from '#features/instruments/audio/midi/file/midiReader.ts';
import type { MidiFailure, MidiFragrance } from '#workers/midi/midiProtocol.ts';
import { isCoded } from '#core/values/errors.ts';
import { MAX_MIDI_BYTES, MAX_MIDI_NOTES } from '#features/instruments/domain/midi/limits.ts';
import { notify, type Notice } from '#core/appState/notices.ts';

type Words = Required<Pick<Notice, 'title' | 'description'>>;

/** Messages for a MIDI file that could not be read, from every entry. */
const FAILURE_MESSAGES: Readonly<Record<Exclude<MidiFailure['code'], 'not_midi' | 'no_notes' | 'only_drums'>, Words>> =
  {
    too_large: {
      title: 'This MIDI file is too large.',
      description: `Please try one of up to ${MAX_MIDI_BYTES / 1024 / 1024} MB.`,
    },
    unreadable: { title: 'This file cannot be read.', description: 'Perhaps it was moved or deleted.' },
    midi_failed: { title: 'This MIDI file could not be opened.', description: 'Please try again.' },
  };

/** Message for a failure that is independent of the file's use; null for others. */
export function midiFailureWords(error: unknown): Words | null {
  if (!isCoded(error)) return FAILURE_MESSAGES.midi_failed;
  return error.code in FAILURE_MESSAGES ? FAILURE_MESSAGES[error.code as keyof typeof FAILURE_MESSAGES] : null;
}

function wordsFor(error: unknown): Words {
  const general = midiFailureWords(error);
  if (general !== null) return general;
  if (isCoded(error, 'only_drums'))
    return {
      title: 'This MIDI file holds only drums.',
      description: 'Drums have no pitch to make a fragrance of. The beat maker imports them.',
    };
  return {
    title: isCoded(error, 'no_notes') ? 'This MIDI file holds no notes.' : 'This is not a MIDI file that can be read.',
    description: 'Please try a different file.',
  };
}

/** Shows a notice when a fragrance covers only a part of the file. */
function notifyTruncated(truncatedBy: MidiFragrance['truncatedBy']): void {
  if (truncatedBy === null) return;
  const part = truncatedBy === 'notes' ? `${MAX_MIDI_NOTES.toLocaleString('en-US')} notes` : 'two hours';
  notify({
    kind: 'info',
    title: 'This MIDI file is very long.',
    description: `The fragrance is made of its first ${part}.`,
    key: 'arrival',
  });
}

let latest: AbortController | null = null;

/**
 * The fragrance of a MIDI file's notes; does not make it the current one. Null when there is none (already shown) or
 * a newer file was requested.
 */
export async function fragranceInMidi(file: File): Promise<MidiFragrance | null> {
  latest?.abort();
  const { signal } = (latest = new AbortController());
  try {
    return await fragranceOfMidi(file, signal);
  } catch (error) {
    if (!signal.aborted) notify({ kind: 'error', ...wordsFor(error), key: 'arrival' });
    return null;
  }
}

/**
 * Makes the fragrance of a MIDI file's notes the current one; keeps the previous one for one step back. True when the
 * caller should show it; failures are shown.
 * @param fromOutside the file came from outside: confirm before replacing anything unsaved
 */
export async function openMidiFile(file: File, fromOutside: boolean): Promise<boolean> {
  const fragrance = await fragranceInMidi(file);
  if (fragrance === null) return false;
  if (!fromOutside) storePreviousFragrance();
  else if (!(await agreeToReplace(file.name))) return false;
  setCurrentFragrance(fragrance.fragrance);
  notifyTruncated(fragrance.truncatedBy);
  return true;
}
