import { isRetriable, BackendError } from '#core/backend/errors.ts';
import { isolateBidi } from '#core/values/bidi.ts';
import { isCoded } from '#core/values/errors.ts';
import { NOTICE_MS, notify, type Notice } from '#core/appState/notices.ts';
import { saveProfileFragrance, changeVisibility } from '../backend/saveProfileFragrance.ts';
import type { Fragrance } from '../domain/composition/model.ts';
import { isOnlyOnDevice, type SavedFragrance, LOCAL_ID_PREFIX } from '../domain/composition/savedFragrance.ts';
import type { MemberProfile } from '#features/session/domain/member.ts';
import { isReturningVisitor } from '#features/session/state/returningVisitor.ts';
import { openLogin, sessionSignal, oncePerSession } from '#features/session/state/session.ts';
import { sendLater } from '#features/outbox/state/outbox.ts';
import { jobId, visibilityErrorMessage } from './changeSaved.ts';
import { fragrance as shown } from './current.ts';
import { storageMessage } from './fragrance.ts';
import {
  storeFragranceLocally,
  toSaved,
  member,
  savedFragrances,
  show,
  showStored,
  deleteLocalFragrance,
  reloadSaved,
  localOnlyFragrances,
} from './savedFragrances.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import type { SendContext } from '#features/outbox/backend/outboxContract.ts';
import { fieldsOf } from '#core/schema/checks.ts';
import { readFragranceJob } from '../domain/schema/queuedFragrance.ts';
import { withLock } from '#core/storage/withLock.ts';

/*
 * The life of a saved fragrance, from the press on "Save to my profile" to the playlist:
 * 1. `saveFragrance` stores the sound, then the row (../backend/saveProfileFragrance.ts).
 * 2. Without a session it stays in `saved_fragrance_profiles` (savedFragrances.ts), and the visitor is asked to log in, a
 *    newcomer to make an account. After that claimDeviceData.ts calls `syncLocalFragrances` below.
 * 3. Offline it goes to `fallback_fragrance_profiles` and the outbox, which sends it later (`sendFragrance` below).
 * 4. savedFragrances.ts lists the profile and the local ones; `readProfileCopy` is this device's copy for offline visits.
 * 5. `setVisibility` publishes it or takes it back (changeSaved.ts); `updateLocalVisibility` updates the local playlist.
 * 6. The public playlist shows it (../../community/state/playlist.ts); `deleteFragrance` removes it everywhere (changeSaved.ts).
 */

const report = (notice: Notice): void => notify({ duration: NOTICE_MS, key: 'save', ...notice });

/**
 * Saves a fragrance to the member's profile, or on this device if that is not possible now; shows the outcome. One at a
 * time. A result after the member has left shows nothing.
 */
export async function saveFragrance(newFragrance: Fragrance): Promise<void> {
  if (shown.saving !== null) return;
  shown.saving = newFragrance.id;
  const user = member();
  const signal = sessionSignal();
  const fragrance = toSaved(newFragrance, user, new Date());
  try {
    if (user === null) {
      saveForLogIn(newFragrance.id, fragrance);
      return;
    }
    const saved = await saveProfileFragrance(fragrance, { id: user.id, liquidName: user.liquidName });
    if (signal.aborted) return;
    showStored([saved, ...savedFragrances.items.filter(({ name }) => name !== saved.name)], user);
    shown.saved[newFragrance.id] = 'saved';
    report({
      kind: 'success',
      title: 'Saved to your profile',
      description:
        saved.name === newFragrance.name
          ? newFragrance.name
          : // The profile has a different one of that name: show the new name.
            `${isolateBidi(newFragrance.name)} is there already, so this one is called ${isolateBidi(saved.name)}.`,
    });
  } catch (error) {
    if (user !== null && isRetriable(error)) await saveForLater(newFragrance.id, fragrance, user, signal);
    else
      report({
        kind: 'error',
        title: 'Your fragrance could not be saved.',
        description: isCoded(error) && error.message !== '' ? error.message : 'Please try again.',
      });
  } finally {
    shown.saving = null;
  }
}

const reportFull = (reason: Parameters<typeof storageMessage>[0]): void =>
  report({ kind: 'error', title: storageMessage(reason), key: 'storage' });

/** Stores a visitor's fragrance on this device and opens the login, which uploads it. */
function saveForLogIn(id: string, fragrance: SavedFragrance): void {
  const stored = storeFragranceLocally(fragrance);
  if (!stored.ok) {
    reportFull(stored.failure);
    return;
  }
  shown.saved[id] = 'kept';
  const isNewcomer = !isReturningVisitor();
  const what = isNewcomer ? 'Make an account' : 'Log in';
  report({ kind: 'info', title: 'Kept on this device', description: `${what}, and it goes into your profile.` });
  openLogin(isNewcomer ? 'register' : 'login');
}

/** Stores a member's fragrance on this device and in the outbox; either is enough to upload it later. */
async function saveForLater(
  id: string,
  fragrance: SavedFragrance,
  user: MemberProfile,
  signal: AbortSignal,
): Promise<void> {
  const stored = storeFragranceLocally(fragrance);
  if (signal.aborted) return;
  const saver = { id: user.id, liquidName: user.liquidName };
  const waits = await sendLater(
    'fragrance',
    { action: 'save', fragrance, saver },
    { id: jobId(user.id, fragrance) },
  ).then(
    () => true,
    () => false,
  );
  if (signal.aborted) return;
  if (!stored.ok && !waits) {
    reportFull(stored.failure);
    return;
  }
  show(
    savedFragrances.items.filter((item) => !isOnlyOnDevice(item)),
    user,
  );
  shown.saved[id] = 'waiting';
  report({
    kind: 'warning',
    title: 'Kept on this device',
    description: 'It goes into your profile as soon as our server takes it.',
  });
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
        await saveProfileFragrance(fragrance, user);
        await markStored(fragrance, user.id);
        uploaded++;
      } catch (error) {
        // Retry the rest later: fragrances from before the log-in stay in this list, the others are in the outbox.
        if (isRetriable(error)) return;
        // Refused by the backend: continue with the others.
      }
    }
  };
  // Two tabs that get the same log-in must not both upload.
  await withLock('accord-local-fragrances', work);
  if (uploaded === 0 || signal.aborted) return;
  report({
    kind: 'success',
    title:
      uploaded === 1 ? 'Your fragrance is in your profile now.' : `${uploaded} fragrances are in your profile now.`,
    key: 'brought',
  });
  await reloadSaved();
}

/** Removes the local copies of a fragrance that is in the profile now, and shows it as saved. */
async function markStored(fragrance: SavedFragrance, userId: string): Promise<void> {
  deleteLocalFragrance(fragrance);
  const id = fragrance.id.replace(LOCAL_ID_PREFIX, '');
  if (shown.saved[id] !== undefined) shown.saved[id] = 'saved';
  await outbox.remove(jobId(userId, fragrance)).catch(() => undefined);
}

/** Sends a waiting job of a member's fragrances. Skips a change of visibility that a newer one replaces. */
export async function sendFragrance(payload: unknown, { id, signal }: SendContext): Promise<SavedFragrance | null> {
  const job = readFragranceJob(payload);
  if (job === null) throw new BackendError('rejected', 'What waits here is nothing of a fragrance.');
  if (job.action === 'save') return saveProfileFragrance(job.fragrance, job.saver, { signal });
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
export async function handleFinishedJob(payload: unknown, userId: string, ok: boolean): Promise<void> {
  const job = readFragranceJob(payload);
  if (job === null || member()?.id !== userId) return;
  if (job.action === 'save' && ok) {
    await markStored(job.fragrance, userId);
    report({
      kind: 'success',
      title: 'Your fragrance is in your profile now.',
      description: job.fragrance.name,
      key: 'brought',
    });
  } else if (job.action === 'save') {
    report({
      kind: 'error',
      title: 'Your fragrance could not be saved.',
      description: `${isolateBidi(job.fragrance.name)} stays on this device.`,
      key: 'save',
    });
  } else if (!ok) {
    report({ kind: 'error', title: visibilityErrorMessage(job.isPublic), description: job.name, key: 'playlist' });
  }
  if (savedFragrances.status !== 'idle') await reloadSaved();
}
