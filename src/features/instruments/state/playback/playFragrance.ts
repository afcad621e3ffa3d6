import { playableUrl } from '#core/backend/config.ts';
import { recordingBytes } from '#core/recordings/storedRecordings.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { notify, RESULTS_NOTICE_MS } from '#core/appState/notices.ts';
import { reservePlayback, DONE_OUTCOME, playRecording, type PlayOutcome } from './player.ts';
import { renderFragrance } from './renderFragrance.ts';

/** Plays a fragrance: its recording, or its notes where there is none. */

const NO_RECORDING = 'No audio recording available';

/** The last recording read: the player recognises it and resumes where it stopped. */
let read: { id: string; sound: Blob } | null = null;

/** A recording stored on this device; null when there is none. */
async function keptRecording(id: string): Promise<Blob | null> {
  if (read?.id === id) return read.sound;
  const sound = await recordingBytes(id);
  if (sound !== null) read = { id, sound };
  return sound;
}

/**
 * The recording of a fragrance, this device's copy first, which plays offline too. Null where there is none.
 */
async function recordingOf(fragrance: Fragrance): Promise<Blob | string | null> {
  const { recordingId, audioData = '' } = fragrance;
  const localRecording = recordingId === undefined ? null : await keptRecording(recordingId);
  if (localRecording !== null) return localRecording;
  if (audioData !== '') return audioData.startsWith('data:') ? audioData : playableUrl(audioData);
  return null;
}

/**
 * The sound of a fragrance as bytes: its recording, this device's copy first, else its notes rendered.
 * @throws when neither is available
 */
export async function soundOf(fragrance: Fragrance): Promise<Blob> {
  const sound = await recordingOf(fragrance);
  if (sound instanceof Blob) return sound;
  try {
    if (sound !== null) {
      const answer = await fetch(sound);
      if (answer.ok) return await answer.blob();
    }
  } catch {
    // The recording is unreachable: use the notes.
  }
  return (await renderFragrance(fragrance)).sound;
}

/** True for a fragrance that was made of a recording, and not of notes that were played, chosen or linked. */
export const isOfRecording = ({ source }: Pick<Fragrance, 'source'>): boolean =>
  source === 'spectral' || source === 'resonance' || source === 'byte-hash';

function silentOutcome(title: string): PlayOutcome {
  notify({ kind: 'error', title, duration: RESULTS_NOTICE_MS, key: 'playback' });
  return { ok: false, code: 'playback_failed' };
}

/** Plays the sound of a fragrance, optionally from a time in seconds; shows a notice when there is none. */
export async function playFragrance(fragrance: Fragrance | null, from?: number): Promise<PlayOutcome> {
  if (fragrance === null) return silentOutcome('No fragrance profile available to play');
  const { audioData = '', recordingId, musicEssence, trace } = fragrance;
  if (audioData === '' && recordingId === undefined && musicEssence.length === 0 && (trace?.notes.length ?? 0) === 0)
    return silentOutcome('No audio or notes available to play');
  const signal = reservePlayback();
  let sound = await recordingOf(fragrance);
  if (signal.aborted) return DONE_OUTCOME;
  if (sound === null) {
    // Report a missing recording only where there was one: played or chosen notes never had one.
    if (isOfRecording(fragrance))
      notify({
        kind: 'info',
        title: NO_RECORDING,
        description: 'Playing its notes instead.',
        duration: RESULTS_NOTICE_MS,
        key: 'playback',
      });
    try {
      ({ sound } = await renderFragrance(fragrance));
    } catch {
      return signal.aborted ? DONE_OUTCOME : silentOutcome(NO_RECORDING);
    }
    // Rendering may take seconds: do not play when the visitor has left or requested something else.
    if (signal.aborted) return DONE_OUTCOME;
  }
  return playRecording(sound, from === undefined ? {} : { from });
}
