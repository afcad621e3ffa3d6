import { isRetriable } from '../../backend/connection/errors.ts';
import { keepRecordingBytes, storedFileMoved } from '../../backend/recordings/storedRecordings.ts';
import { coded, isCoded } from '../../domain/errors.ts';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { fragrance as shown, updateCurrentFragrance } from '../fragrance/fragrance.ts';
import { renderedSound } from './renderedSound.ts';
import { ensureStored } from '../recording/storeRecording.ts';

/** The sound of a fragrance as an address in our storage: what a share plays and a submission names. */

type Sounding = Pick<Fragrance, 'id' | 'musicEssence' | 'trace' | 'audioData' | 'recordingId'>;

/** True for the address of a recording in our storage; the backend takes no other. */
function isStored(audioData: string): boolean {
  return /^(https?:\/\/[^/]+)?\/storage\/v1\/object\/public\/audio\//.test(audioData);
}

/**
 * Where the sound of a fragrance is stored; it is stored first where that has not happened yet. Its recording, which may
 * be inlined in an older local copy, or where there is none that storage takes, its notes as they were played.
 * @throws coded `no_audio_link`; its cause is what the backend said
 */
export async function storedSoundOf(fragrance: Sounding, options: { signal?: AbortSignal } = {}): Promise<string> {
  const { audioData = '', recordingId } = await withKeptSound(fragrance);
  if (isStored(audioData)) return audioData;
  try {
    if (recordingId !== undefined) return await ensureStored(recordingId, options);
  } catch (error) {
    // Refused (too large, no sound, no longer here): what it was heard as goes in its place.
    if (isRetriable(error)) throw coded('no_audio_link', 'The recording could not be stored.', error);
  }
  return renderedUrl(fragrance, options);
}

/**
 * The sound of a fragrance stored anew, when storage has none of ours under the URL that this device knew: its file may
 * have gone with a share that was taken back. What is not ours to give away, such as the recording of an imported file,
 * is not on this device: its notes go out instead.
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

/** True when the backend refused a URL because it knows no recording of ours under it. */
export function isForeignRecording(error: unknown): boolean {
  if (!isCoded(error)) return false;
  const { hint, detail } = error as { hint?: unknown; detail?: unknown };
  return hint === 'no_recording' || detail === 'no_recording';
}

/** Where the notes of a fragrance are stored as a sound. @throws coded `no_audio_link` */
async function renderedUrl(fragrance: Sounding, options: { signal?: AbortSignal }): Promise<string> {
  try {
    return await ensureStored((await renderedSound(fragrance)).id, options);
  } catch (error) {
    throw coded('no_audio_link', 'The sound could not be stored.', error);
  }
}

/** The fragrance with a recording that it has inlined (an older local copy) kept under an id like any other; plain and small from then on. */
export async function withKeptSound<P extends Sounding>(fragrance: P): Promise<P> {
  const { audioData = '', recordingId: known, id } = fragrance;
  if (!/^data:(audio|video)\//.test(audioData)) return fragrance;
  const recordingId = known ?? crypto.randomUUID();
  if (known === undefined) {
    await keepRecordingBytes(recordingId, await (await fetch(audioData)).blob());
    if (shown.current?.id === id) updateCurrentFragrance({ recordingId });
  }
  const { audioData: _inlined, ...rest } = fragrance;
  return { ...rest, recordingId } as P;
}
