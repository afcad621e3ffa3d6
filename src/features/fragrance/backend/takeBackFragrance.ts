import { callFunction } from '#core/backend/functions.ts';
import { storedFileMoved } from '#core/recordings/storedRecordings.ts';
import { isCoded } from '#core/values/errors.ts';
import type { SavedFragrance } from '../domain/composition/savedFragrance.ts';
import {
  findOwnFragranceById,
  removeFragrance,
  setFragranceVisibility,
  type QueryOptions,
} from './fragranceProfiles.ts';

/* Taking back: what was public cannot be heard from that moment, also by the old address of its recording. */

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
 * only its owner has it. Idempotent.
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
