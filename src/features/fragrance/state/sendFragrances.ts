import { isolated } from '#core/values/bidi.ts';
import { BackendError, isRetriable } from '#core/backend/errors.ts';
import { outbox } from '../../outbox/backend/outbox.ts';
import type { SendContext } from '../../outbox/backend/outboxContract.ts';
import { changeVisibility } from '../backend/takeBackFragrance.ts';
import { fieldsOf } from '#core/schema/checks.ts';
import { readFragranceJob } from '../domain/schema/waiting.ts';
import { keepFragrance } from '../backend/keepFragrance.ts';
import type { SavedFragrance } from '../domain/composition/savedFragrance.ts';
import { isCoded } from '#core/values/errors.ts';
import { oncePerSession } from '../../session/state/oncePerSession.ts';
import { ACCOUNT_NOTICE_MS, notify, type Notice } from '#core/shell/notices.ts';
import { couldNot, jobId } from './changeSaved.ts';
import { saving } from './current.ts';
import { releaseLocally } from './localFragrances.ts';
import { reloadSaved, member, localOnlyFragrances, savedFragrances } from './savedFragrances.ts';
import { locked } from '#core/storage/locked.ts';
import { LOCAL_ID_PREFIX } from '../domain/composition/savedFragrance.ts';

/* Sends what waits into the member's profile: after a log-in, and when the outbox is sent. */

const tell = (notice: Notice): void => notify({ duration: ACCOUNT_NOTICE_MS, ...notice });

/**
 * Uploads the fragrances that only this device holds: made before the log-in, or while the backend was unreachable.
 * Skips those in the profile. Removes each copy only after the backend has it.
 */
export const syncLocalFragrances = oncePerSession(uploadLocal);

async function uploadLocal(signal: AbortSignal): Promise<void> {
  const user = member();
  if (user === null || localOnlyFragrances(user).length === 0) return;
  let uploaded = 0;
  const work = async () => {
    // Read inside the lock: another tab may have uploaded them meanwhile.
    for (const fragrance of localOnlyFragrances(user)) {
      if (signal.aborted) return;
      try {
        await keepFragrance(fragrance, user);
        await markStored(fragrance, user.id);
        uploaded++;
      } catch (error) {
        // Retry the rest later: fragrances from before the log-in stay in this list, the others are in the outbox.
        if (isRetriable(error)) return;
        // Refused by the backend: continue with the others.
      }
    }
  };
  // Two tabs that see the same log-in must not both upload.
  await locked('accord-local-fragrances', work);
  if (uploaded === 0 || signal.aborted) return;
  tell({
    kind: 'success',
    title:
      uploaded === 1 ? 'Your fragrance is in your profile now.' : `${uploaded} fragrances are in your profile now.`,
    key: 'brought',
  });
  await reloadSaved();
}

/** Removes the local copies of a fragrance that is in the profile now, and shows it as saved. */
async function markStored(fragrance: SavedFragrance, userId: string): Promise<void> {
  releaseLocally(fragrance);
  const id = fragrance.id.replace(LOCAL_ID_PREFIX, '');
  if (saving.done[id] !== undefined) saving.done[id] = 'saved';
  await outbox.remove(jobId(userId, fragrance)).catch(() => undefined);
}

/** Sends a waiting job of a member's fragrances. Skips a change of visibility that a newer one replaces. */
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
    return await changeVisibility(job.fragranceId, job.isPublic);
  } catch (error) {
    // Deleted meanwhile on another device: nothing to change.
    if (isCoded(error, 'not_found')) return null;
    throw error;
  }
}

/**
 * Handles a job of this member that the outbox has sent or the backend has refused; also in tabs that did not send
 * it.
 */
export async function jobSettled(payload: unknown, userId: string, ok: boolean): Promise<void> {
  const job = readFragranceJob(payload);
  if (job === null || member()?.id !== userId) return;
  if (job.action === 'save' && ok) {
    await markStored(job.fragrance, userId);
    tell({
      kind: 'success',
      title: 'Your fragrance is in your profile now.',
      description: job.fragrance.name,
      key: 'brought',
    });
  } else if (job.action === 'save') {
    tell({
      kind: 'error',
      title: 'Your fragrance could not be saved.',
      description: `${isolated(job.fragrance.name)} stays on this device.`,
      key: 'save',
    });
  } else if (!ok) {
    tell({ kind: 'error', title: couldNot(job.isPublic), description: job.name, key: 'playlist' });
  }
  if (savedFragrances.status !== 'idle') await reloadSaved();
}
