import { isRetriable } from '#core/backend/errors.ts';
import { keepRecordingBytes, storedFileMoved } from '#core/recordings/storedRecordings.ts';
import { coded, isCoded } from '#core/values/errors.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { fragrance as shown } from '#features/fragrance/state/current.ts';
import { updateCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { renderedSound } from '#features/instruments/state/playback/renderedSound.ts';
import { ensureStored } from './storeRecording.ts';
import { newUuid } from '#core/values/uuid.ts';

/** The URL of a fragrance's sound in our storage, for shares and submissions. */

type Sounding = Pick<Fragrance, 'id' | 'musicEssence' | 'trace' | 'audioData' | 'recordingId'>;

/** True for the URL of a recording in our storage; the backend accepts no other. */
function isStored(audioData: string): boolean {
  return /^(https?:\/\/[^/]+)?\/storage\/v1\/object\/public\/audio\//.test(audioData);
}

/**
 * URL of the sound of a fragrance; uploads it first if necessary. The sound is its recording, which an older local
 * copy may have inlined, or its rendered notes where storage takes no recording.
 * @throws coded `no_audio_link`; its cause is the backend's error
 */
export async function storedSoundOf(fragrance: Sounding, options: { signal?: AbortSignal } = {}): Promise<string> {
  const { audioData = '', recordingId } = await withKeptSound(fragrance);
  if (isStored(audioData)) return audioData;
  try {
    if (recordingId !== undefined) return await ensureStored(recordingId, options);
  } catch (error) {
    // Refused (too large, no sound, no longer here): send the rendered notes instead.
    if (isRetriable(error)) throw coded('no_audio_link', 'The recording could not be stored.', error);
  }
  return renderedUrl(fragrance, options);
}

/**
 * Uploads the sound of a fragrance again, when storage has no recording of ours under the known URL: its file may
 * have been removed with a withdrawn share. The recording of another owner, such as that of an imported file, is not on
 * this device: sends the rendered notes instead.
 * @throws coded `no_audio_link`
 */
export function replacedSoundOf(
  { audioData: _refused, ...fragrance }: Sounding,
  refused: string,
  options: { signal?: AbortSignal } = {},
): Promise<string> {
  storedFileMoved(refused, null);
  return storedSoundOf(fragrance, options);
}

/** True when the backend refused a URL because it has no recording of ours under it. */
export function isForeignRecording(error: unknown): boolean {
  if (!isCoded(error)) return false;
  const { hint, detail } = error as { hint?: unknown; detail?: unknown };
  return hint === 'no_recording' || detail === 'no_recording';
}

/** Uploads the rendered notes and returns the URL. @throws coded `no_audio_link` */
async function renderedUrl(fragrance: Sounding, options: { signal?: AbortSignal }): Promise<string> {
  try {
    return await ensureStored((await renderedSound(fragrance)).id, options);
  } catch (error) {
    throw coded('no_audio_link', 'The sound could not be stored.', error);
  }
}

/**
 * Moves a recording inlined in an older local copy to a stored one with an id; the fragrance becomes small.
 */
export async function withKeptSound<P extends Sounding>(fragrance: P): Promise<P> {
  const { audioData = '', recordingId: known, id } = fragrance;
  if (!/^data:(audio|video)\//.test(audioData)) return fragrance;
  const recordingId = known ?? newUuid();
  if (known === undefined) {
    await keepRecordingBytes(recordingId, await (await fetch(audioData)).blob());
    if (shown.current?.id === id) updateCurrentFragrance({ recordingId });
  }
  const { audioData: _inlined, ...rest } = fragrance;
  return { ...rest, recordingId } as P;
}
