import { isolated } from '#core/values/bidi.ts';
import { BackendError, isRetriable } from '#core/backend/errors.ts';
import { outbox } from '../../outbox/backend/outbox.ts';
import type { SendContext } from '../../outbox/backend/outboxContract.ts';
import { changeVisibility } from '../backend/takeBackFragrance.ts';
import { fieldsOf } from '#core/schema/checks.ts';
import { readFragranceJob, type FragranceJob } from '../domain/schema/waiting.ts';
import { keepFragrance } from '../backend/keepFragrance.ts';
import type { MemberProfile } from '../../session/domain/member.ts';
import type { SavedFragrance } from '../domain/composition/savedFragrance.ts';
import { isCoded } from '#core/values/errors.ts';
import type { Fragrance } from '../domain/composition/model.ts';
import { hasBeenHere } from '../../session/state/beenHere.ts';
import { oncePerSession } from '../../session/state/oncePerSession.ts';
import { sessionSignal } from '../../session/state/session.ts';
import { sendLater } from '../../outbox/state/outbox.ts';
import { ACCOUNT_NOTICE_MS, notify, type Notice } from '#core/shell/notices.ts';
import { couldNot, jobId } from './changeSaved.ts';
import { storageMessage } from './fragrance.ts';
import { keepLocally, releaseLocally, saving, toSaved } from './localFragrances.ts';
import { reloadSaved, member, localOnlyFragrances, savedFragrances, show, showStored } from './savedFragrances.ts';
import { locked } from '#core/storage/locked.ts';
import { isOnDevice, LOCAL_ID_PREFIX } from '../domain/composition/savedFragrance.ts';

/* Saves fragrances into the member's profile: now, later, or after a log-in. */

const tell = (notice: Notice): void => notify({ duration: ACCOUNT_NOTICE_MS, ...notice });

/**
 * `saved`: in the member's profile, under that name. `kept`: on this device until a member signs in; a newcomer has
 * never done so here. `waiting`: will be sent automatically. `failed`: the reason was shown.
 */
type SaveOutcome =
  | { outcome: 'saved'; name: string }
  | { outcome: 'kept'; isNewcomer: boolean }
  | { outcome: 'waiting' | 'failed' };

/** Saves a fragrance to the profile, or on this device where that is not possible now. */
export async function saveFragrance(current: Fragrance): Promise<SaveOutcome> {
  if (savedFragrances.saving) return { outcome: 'failed' };
  const user = member();
  const signal = sessionSignal();
  const fragrance = toSaved(current, user, new Date());
  if (user === null) {
    const stored = keepLocally(fragrance);
    if (stored.ok) return { outcome: 'kept', isNewcomer: !hasBeenHere() };
    tell({ kind: 'error', title: storageMessage(stored.failure), key: 'storage' });
    return { outcome: 'failed' };
  }
  const saver = { id: user.id, liquidName: user.liquidName };
  savedFragrances.saving = true;
  try {
    const saved = await keepFragrance(fragrance, saver);
    if (!signal.aborted) showStored([saved, ...savedFragrances.items.filter(({ name }) => name !== saved.name)], user);
    return { outcome: 'saved', name: saved.name };
  } catch (error) {
    if (isRetriable(error))
      return (await keepForLater(fragrance, user, { action: 'save', fragrance, saver }, signal))
        ? { outcome: 'waiting' }
        : { outcome: 'failed' };
    tell({
      kind: 'error',
      title: 'Your fragrance could not be saved.',
      description: isCoded(error) && error.message !== '' ? error.message : 'Please try again.',
      key: 'save',
    });
    return { outcome: 'failed' };
  } finally {
    if (!signal.aborted) savedFragrances.saving = false;
  }
}

/** Stores a fragrance on this device and in the outbox; either is enough to upload it later. */
async function keepForLater(
  fragrance: SavedFragrance,
  user: MemberProfile,
  job: FragranceJob,
  signal: AbortSignal,
): Promise<boolean> {
  const stored = keepLocally(fragrance);
  const waits = signal.aborted
    ? false
    : await sendLater('fragrance', job, { id: jobId(user.id, fragrance) }).then(
        () => true,
        () => false,
      );
  if (!stored.ok && !waits) {
    tell({ kind: 'error', title: storageMessage(stored.failure), key: 'storage' });
    return false;
  }
  if (!signal.aborted)
    show(
      savedFragrances.items.filter((item) => !isOnDevice(item)),
      user,
    );
  return true;
}

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
