import { isCoded } from '#core/values/errors.ts';
import { type SavedFragrance, freeName, isSameFragrance } from '../domain/composition/savedFragrance.ts';
import type { Saver } from '../domain/schema/queuedFragrance.ts';
import { BackendError } from '#core/backend/errors.ts';
import {
  findOwnFragrance,
  insertFragrance,
  updateFragrance,
  findOwnFragranceById,
  removeFragrance,
  setFragranceVisibility,
  type QueryOptions,
} from './fragranceProfiles.ts';
import { ensureRecordingStored, storedFileMoved } from '#core/recordings/storedRecordings.ts';
import { uploadAudio } from '#core/recordings/uploadAudio.ts';
import { callFunction } from '#core/backend/functions.ts';

/* Saving a fragrance into a member's profile: its sound, then its row. */

interface ProfileSaveOptions {
  signal?: AbortSignal | undefined;
}

/**
 * The URL of a fragrance's recording, stored first if necessary. A `data:` URL of an older local copy is uploaded; rows
 * hold URLs only (docs/decisions.md, 46).
 */
async function storedAudio(
  { audioData, recordingId }: SavedFragrance,
  saver: Saver,
  { signal }: ProfileSaveOptions,
): Promise<string | null> {
  if (audioData !== null && audioData !== '') {
    if (!audioData.startsWith('data:')) return audioData;
    const recording = await (await fetch(audioData)).blob();
    return (await uploadAudio(recording, { signal })).audioUrl;
  }
  if (recordingId === undefined) return null;
  try {
    return await ensureRecordingStored(recordingId, { ownerId: saver.id, signal });
  } catch (error) {
    // Gone from this device, or refused: save the fragrance without its sound.
    if (isCoded(error, 'rejected')) return null;
    throw error;
  }
}

/**
 * Saves a fragrance in the member's profile. Idempotent: updates an existing one. A different fragrance of the same
 * name gets a number.
 * @throws BackendError
 */
export async function saveProfileFragrance(
  fragrance: SavedFragrance,
  saver: Saver,
  options: ProfileSaveOptions = {},
): Promise<SavedFragrance> {
  try {
    return await saveWithSound(fragrance, saver, options);
  } catch (error) {
    const { audioData } = fragrance;
    if (audioData === null || !isUnknownRecording(error)) throw error;
    // Deleted since, or not ours: store it again if it is still on this device, else save without it.
    storedFileMoved(audioData, null);
    return saveWithSound({ ...fragrance, audioData: null }, saver, options);
  }
}

/** True when the backend has no recording of this member at that URL. */
const isUnknownRecording = (error: unknown): boolean =>
  error instanceof BackendError && (error.hint === 'no_recording' || error.detail === 'audioData');

async function saveWithSound(
  fragrance: SavedFragrance,
  saver: Saver,
  options: ProfileSaveOptions,
): Promise<SavedFragrance> {
  const ready = {
    ...fragrance,
    audioData: await storedAudio(fragrance, saver, options),
    creatorId: saver.id,
    creatorName: saver.liquidName,
  };
  let { name } = ready;
  const taken = new Set<string>();
  for (;;) {
    const existing = await findOwnFragrance(saver.id, name);
    if (existing === null) {
      try {
        return await insertFragrance(saver.id, { ...ready, name });
      } catch (error) {
        // Another tab was faster: the next round finds it.
        if (!isCoded(error, 'duplicate') || taken.has(name)) throw error;
        taken.add(name);
        continue;
      }
    }
    // A copy without a recording keeps the stored one.
    if (isSameFragrance(existing, ready))
      return updateFragrance(existing.id, {
        ...ready,
        name,
        audioData: ready.audioData ?? existing.audioData,
        isPublic: existing.isPublic,
      });
    taken.add(name);
    name = freeName(ready.name, taken);
  }
}

/* A recording that is no longer public cannot be played from that moment, also by its old address. */

/**
 * Has the recordings that were taken back moved or removed. Idempotent. A backend of an older version has no such
 * function, and nothing to be moved.
 * @throws BackendError
 */
async function settleRecordings({ signal }: QueryOptions): Promise<void> {
  try {
    await callFunction('settle-recordings', {}, { signal });
  } catch (error) {
    if (!isCoded(error, 'not_found')) throw error;
  }
}

/**
 * Publishes a fragrance or makes it private, and returns it. A private one's recording has a new address then, which
 * only its owner has. Idempotent.
 * @throws BackendError, `not_found` when it is gone or another member's
 */
export async function changeVisibility(
  id: string,
  isPublic: boolean,
  options: QueryOptions = {},
): Promise<SavedFragrance> {
  const changed = await setFragranceVisibility(id, isPublic, options);
  if (isPublic || changed.audioData === null) return changed;
  await settleRecordings(options);
  const now = (await findOwnFragranceById(id, options)) ?? changed;
  if (now.audioData !== changed.audioData) storedFileMoved(changed.audioData, now.audioData);
  return now;
}

/**
 * Deletes a fragrance, and its recording where nothing else names it. Idempotent.
 * @throws BackendError
 */
export async function deleteWithSound(
  { id, audioData }: Pick<SavedFragrance, 'id' | 'audioData'>,
  options: QueryOptions = {},
): Promise<void> {
  await removeFragrance(id, options);
  if (audioData === null) return;
  await settleRecordings(options);
  // Something else may still use it; then it is found again by its id.
  storedFileMoved(audioData, null);
}
