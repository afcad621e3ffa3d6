import { MAX_RECORDING_BYTES } from '#shared/common/recordingLimit.ts';
import { isRetriable } from '#core/backend/errors.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import {
  ensureRecordingStored,
  isRecordingOnDevice,
  storeRecordingBytes,
  onStored,
  refusalOf,
  storedUrl,
  storedFileMoved,
} from '#core/recordings/storedRecordings.ts';
import { UPLOAD_TIMEOUT_SECONDS } from '#core/recordings/uploadAudio.ts';
import { connection } from '#core/network/connection.ts';
import { notify } from '#core/appState/notices.ts';
import { persisted } from '#core/appState/persist.ts';
import { currentRecordingId, updateCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { ownerId } from '#features/session/state/session.ts';
import { codedError, isCoded } from '#core/values/errors.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { fragrance as shown } from '#features/fragrance/state/current.ts';
import { renderFragrance } from '#features/instruments/state/playback/renderFragrance.ts';
import { newUuid } from '#core/values/uuid.ts';
import { recorder } from './recordingState.ts';

/**
 * Stores a finished recording: on this device, in storage, and in the outbox while storage is unreachable. All of it
 * is loaded with the create screen, because it could not be fetched without a connection.
 */

const FAILED_MESSAGE = 'Failed to submit audio. Please try again later.';

/**
 * URL of a stored recording; uploads it first if necessary, from the bytes on this device. Two callers at once, even
 * in different tabs, upload it once.
 * @throws BackendError; transient ones when it has to wait, `rejected` with the detail `gone` when its bytes are not
 * on this device
 */
function ensureStored(recordingId: string, { signal }: { signal?: AbortSignal } = {}): Promise<string> {
  return ensureRecordingStored(recordingId, { signal, ownerId: ownerId() });
}

/**
 * Uploads a recording, with a timeout of 30 s. Never rejects and never delays the fragrance, which gets the URL as
 * soon as there is one. Shows a refusal; when storage is unreachable, the upload waits in the outbox.
 */
export async function storeRecording(id: string, blob: Blob): Promise<void> {
  const storedAddress = storedUrl(id);
  persisted.audioInfo = storedAddress === null ? null : { link: storedAddress };
  if (storedAddress !== null) return;
  recorder.uploads = [...recorder.uploads, id];
  let storedIn: 'device' | 'page' = 'page';
  try {
    storedIn = (await isRecordingOnDevice(id)) ? 'device' : await storeRecordingBytes(id, blob);
    const owner = ownerId();
    const audioUrl = await outbox.attempt(
      'recording',
      {},
      { id, ownerId: owner, pageOnly: storedIn === 'page' },
      () =>
        ensureRecordingStored(id, {
          recording: blob,
          ownerId: owner,
          timeout: UPLOAD_TIMEOUT_SECONDS,
        }),
      // A page that closes aborts the upload: the entry stays, and is sent by the next page.
      (error) => isRetriable(error) || isCoded(error, 'aborted'),
    );
    persisted.audioInfo = { link: audioUrl };
  } catch (error) {
    // The recording was discarded, or its upload was given up.
    if (isCoded(error, 'aborted')) return;
    if (isRetriable(error)) notifyWaiting(storedIn);
    else if (!notifyRefused(error)) notify({ kind: 'error', title: FAILED_MESSAGE, key: 'upload' });
  } finally {
    recorder.uploads = recorder.uploads.filter((other) => other !== id);
  }
}

function notifyWaiting(storedIn: 'device' | 'page'): void {
  if (storedIn === 'device') {
    notify({
      kind: 'info',
      title: connection.online
        ? 'Your recording is safe on this device and will be uploaded as soon as our server answers.'
        : 'Your recording is safe on this device and will be uploaded when the connection is back.',
      key: 'upload',
    });
    return;
  }
  notify({
    kind: 'warning',
    title: 'Your recording could not be uploaded yet, and this device cannot store it.',
    description: 'Please leave this page open: it is sent as soon as the connection is back.',
    duration: 8000,
    key: 'upload',
  });
}

/** Titles for a recording that storage refuses for good: it is reported once and not sent again. */
const REFUSAL_TITLES = {
  not_audio: 'This kind of file cannot be kept online.',
  too_large: `This recording is too large to keep online (${MAX_RECORDING_BYTES / 2 ** 20} MB at most).`,
  empty: 'This recording is empty, so there is nothing to keep online.',
} as const;

/** Shows why a recording stays on this device. @returns false when the reason is unknown */
export function notifyRefused(error: unknown): boolean {
  const reason = refusalOf(error);
  if (reason === null) return false;
  notify({
    kind: 'warning',
    title: REFUSAL_TITLES[reason],
    description: 'It stays on this device, and your fragrance is made of it. What you share plays its notes.',
    duration: 8000,
    key: 'upload',
  });
  return true;
}

let following = false;

/** Follows the outcome of this page's recordings, once: stored, or refused for good, by this tab or another. */
export function followStoredRecordings(): void {
  if (following) return;
  following = true;
  // Set the URL of the current fragrance only for its own recording.
  onStored((recordingId, audioUrl) => {
    if (currentRecordingId() !== recordingId) return;
    persisted.audioInfo = { link: audioUrl };
    updateCurrentFragrance({ audioData: audioUrl });
  });

  // A recording that the backend refuses cannot be repaired: report it and remove the entry.
  outbox.onSettled('recording', (settled) => {
    if (settled.ok) return;
    if (!notifyRefused(settled.error)) notify({ kind: 'error', title: FAILED_MESSAGE, key: 'upload' });
    void outbox.remove(settled.entry.id).catch(() => undefined);
  });
}

followStoredRecordings();

/* The URL of a fragrance's sound in our storage, for shares and submissions. */

type FragranceWithAudio = Pick<Fragrance, 'id' | 'musicEssence' | 'trace' | 'audioData' | 'recordingId'>;

/** True for the URL of a recording in our storage; the backend accepts no other. */
function isStored(audioData: string): boolean {
  return /^(https?:\/\/[^/]+)?\/storage\/v1\/object\/public\/audio\//.test(audioData);
}

/**
 * URL of the sound of a fragrance; uploads it first if necessary. The sound is its recording, which an older local
 * copy may have inlined, or its rendered notes where storage takes no recording.
 * @throws coded `no_audio_link`; its cause is the backend's error
 */
export async function ensureSoundStored(
  fragrance: FragranceWithAudio,
  options: { signal?: AbortSignal } = {},
): Promise<string> {
  const { audioData = '', recordingId } = await moveInlineRecording(fragrance);
  if (isStored(audioData)) return audioData;
  try {
    if (recordingId !== undefined) return await ensureStored(recordingId, options);
  } catch (error) {
    // Refused (too large, no sound, no longer here): send the rendered notes instead.
    if (isRetriable(error)) throw codedError('no_audio_link', 'The recording could not be stored.', error);
  }
  return renderedUrl(fragrance, options);
}

/**
 * Uploads the sound of a fragrance again, when storage has no recording of ours under its URL: its file may have been
 * removed with a withdrawn share. The recording of another owner, such as that of an imported file, is not on this
 * device: sends the rendered notes instead.
 * @throws coded `no_audio_link`
 */
export function reuploadSound(
  { audioData: _refused, ...fragrance }: FragranceWithAudio,
  refusal: string,
  options: { signal?: AbortSignal } = {},
): Promise<string> {
  storedFileMoved(refusal, null);
  return ensureSoundStored(fragrance, options);
}

/** True when the backend refused a URL because it has no recording of ours under it. */
export function isForeignRecording(error: unknown): boolean {
  if (!isCoded(error)) return false;
  const { hint, detail } = error as { hint?: unknown; detail?: unknown };
  return hint === 'no_recording' || detail === 'no_recording';
}

/** Uploads the rendered notes and returns the URL. @throws coded `no_audio_link` */
async function renderedUrl(fragrance: FragranceWithAudio, options: { signal?: AbortSignal }): Promise<string> {
  try {
    return await ensureStored((await renderFragrance(fragrance)).id, options);
  } catch (error) {
    throw codedError('no_audio_link', 'The sound could not be stored.', error);
  }
}

/**
 * Moves a recording inlined in an older local copy to a stored one with an id; the fragrance becomes small.
 */
export async function moveInlineRecording<P extends FragranceWithAudio>(fragrance: P): Promise<P> {
  const { audioData = '', recordingId: storedAddress, id } = fragrance;
  if (!/^data:(audio|video)\//.test(audioData)) return fragrance;
  const recordingId = storedAddress ?? newUuid();
  if (storedAddress === undefined) {
    await storeRecordingBytes(recordingId, await (await fetch(audioData)).blob());
    if (shown.current?.id === id) updateCurrentFragrance({ recordingId });
  }
  const { audioData: _inlined, ...rest } = fragrance;
  return { ...rest, recordingId } as P;
}
