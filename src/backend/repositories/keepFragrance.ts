import { isCoded } from '../../domain/errors.ts';
import type { SavedFragrance } from '../../domain/account/member.ts';
import { fieldsOf } from '../../domain/schema/checks.ts';
import { readFragranceJob, type Saver } from '../../domain/schema/waiting.ts';
import { BackendError } from '../connection/errors.ts';
import { freeName, isSameFragrance } from '../../domain/fragrance/savedFragrance.ts';
import { findOwnFragrance, insertFragrance, setFragranceVisibility, updateFragrance } from './fragranceProfiles.ts';
import { outbox } from '../outbox/outbox.ts';
import type { SendContext } from '../outbox/outboxContract.ts';
import { ensureRecordingStored, storedFileMoved } from '../recordings/storedRecordings.ts';
import { uploadAudio } from '../recordings/uploadAudio.ts';

/* Saving a fragrance into a member's profile, now or later. */

export interface KeepOptions {
  signal?: AbortSignal | undefined;
}

/**
 * The address of a fragrance's recording, which is stored first where that has not happened yet. One that an older local
 * copy holds as a `data:` URL moves to storage; rows hold URLs only (docs/decisions.md, 15).
 */
async function storedAudio(
  { audioData, recordingId }: SavedFragrance,
  saver: Saver,
  { signal }: KeepOptions,
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
    // Gone from this device, or refused: the fragrance is kept without its sound.
    if (isCoded(error, 'rejected')) return null;
    throw error;
  }
}

/**
 * Puts a fragrance into the member's profile. One that is there already is brought up to date, so that a second try
 * doubles nothing; a different one of the same name gets a number.
 * @throws BackendError
 */
export async function keepFragrance(
  fragrance: SavedFragrance,
  saver: Saver,
  options: KeepOptions = {},
): Promise<SavedFragrance> {
  try {
    return await keepWithSound(fragrance, saver, options);
  } catch (error) {
    const { audioData } = fragrance;
    if (audioData === null || !isUnknownRecording(error)) throw error;
    // Cleaned up since, or never ours: it is stored once more where it is still on this device, else the fragrance is kept without.
    storedFileMoved(audioData, null);
    return keepWithSound({ ...fragrance, audioData: null }, saver, options);
  }
}

/** Whether the backend has no recording, of this member or at all, at the address that was named. */
const isUnknownRecording = (error: unknown): boolean =>
  error instanceof BackendError && (error.hint === 'no_recording' || error.detail === 'audioData');

async function keepWithSound(fragrance: SavedFragrance, saver: Saver, options: KeepOptions): Promise<SavedFragrance> {
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
        // Another tab was faster: the next look finds it.
        if (!isCoded(error, 'duplicate') || taken.has(name)) throw error;
        taken.add(name);
        continue;
      }
    }
    // What is known without a recording keeps the one that is stored.
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

/** Sends what waits of a member's fragrances. A switch that was turned again since then is left to the newer word. */
export async function sendFragrance(payload: unknown, { id, signal }: SendContext): Promise<SavedFragrance | null> {
  const job = readFragranceJob(payload);
  if (job === null) throw new BackendError('rejected', 'What waits here is nothing of a fragrance.');
  if (job.action === 'save') return keepFragrance(job.fragrance, job.saver, { signal });
  const about = (await outbox.entries('fragrance')).filter(({ payload: other }) => {
    const { action, fragranceId } = fieldsOf(other);
    return action === 'visibility' && fragranceId === job.fragranceId;
  });
  if (about.at(-1)?.id !== id) return null;
  try {
    return await setFragranceVisibility(job.fragranceId, job.isPublic);
  } catch (error) {
    // Deleted meanwhile, on another device: there is nothing left to switch.
    if (isCoded(error, 'not_found')) return null;
    throw error;
  }
}
