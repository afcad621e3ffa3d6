import { isolateBidi } from '#core/values/bidi.ts';
import { isTransient } from '#core/backend/errors.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { changeVisibility, deleteWithSound } from '../backend/saveProfileFragrance.ts';
import { fieldsOf } from '#core/schema/checks.ts';
import type { FragranceJob } from '../domain/schema/queuedFragrance.ts';
import { refusalWords } from '#features/moderation/domain/refusals.ts';
import { NETWORK_MESSAGE, isCoded, isUnreachable } from '#core/values/errors.ts';
import type { SavedFragrance } from '../domain/composition/savedFragrance.ts';
import { sessionSignal } from '#features/session/state/session.ts';
import { sendLater } from '#features/outbox/state/outbox.ts';
import { NOTICE_MS, notify, type Notice } from '#core/appState/notices.ts';
import { updateRecordingUrl } from './fragrance.ts';
import {
  updateLocalVisibility,
  deleteLocalFragrance,
  member,
  savedFragrances,
  showStored,
  localVisibility,
} from './savedFragrances.ts';
import { isOnlyOnDevice } from '../domain/composition/savedFragrance.ts';

/* Publishing, unpublishing and deleting a saved fragrance. */

const notifyAccount = (notice: Notice): void => notify({ duration: NOTICE_MS, ...notice });

/** The outbox id of a waiting fragrance: saving it twice queues it once. */
export const jobId = (userId: string, fragrance: Pick<SavedFragrance, 'id'>): string =>
  `fragrance:${userId}:${fragrance.id}`;

/** Removes a queued visibility change: a newer one replaces it. */
async function forgetSwitch({ id }: SavedFragrance): Promise<void> {
  for (const { id: job, payload } of await outbox.entries('fragrance')) {
    const { action, fragranceId } = fieldsOf(payload);
    if (action === 'visibility' && fragranceId === id) await outbox.remove(job);
  }
}

const describe = (words: string | null) => (words === null ? {} : { description: words });

/** Message for a visibility change that failed. */
export const visibilityErrorMessage = (isPublic: boolean): string =>
  isPublic ? 'Could not add to playlist. Please try again.' : 'Could not remove from playlist. Please try again.';

/**
 * Notice about the visibility for others until a change in the outbox is sent. After an answer of the server, it does
 * not blame the connection.
 */
function waitingWords(isPublic: boolean, error: unknown): string {
  const until = isUnreachable(error) ? 'the connection is back' : 'our server takes it, which it cannot right now';
  return `Only on this device so far. Everybody else ${isPublic ? 'does not see it' : 'still sees it'} until ${until}.`;
}

/**
 * Adds a fragrance to the public playlist or removes it. One change at a time. Offline, only the local playlist
 * changes and the change is sent later; a refusal reverts it.
 */
export async function setVisibility(name: string, isPublic: boolean): Promise<boolean> {
  const user = member();
  const signal = sessionSignal();
  const item = savedFragrances.items.find((candidate) => candidate.name === name);
  if (user === null || item === undefined || savedFragrances.changing !== null) return false;
  savedFragrances.changing = name;
  const become = (changed: SavedFragrance): void => {
    if (signal.aborted) return;
    showStored(
      savedFragrances.items.map((other) => (other.name === name ? changed : other)),
      user,
    );
    updateLocalVisibility(changed);
  };
  const here = { ...item, ...localVisibility(isPublic) };
  const success = (description: string): void =>
    notifyAccount({
      kind: 'success',
      title: isPublic ? 'Added to playlist' : 'Removed from playlist',
      description,
      key: 'playlist',
    });
  try {
    const changed = await changeVisibility(item.id, isPublic);
    updateRecordingUrl({ audioUrl: item.audioData }, changed.audioData);
    await forgetSwitch(item).catch(() => undefined);
    become(changed);
    success(isPublic ? `${isolateBidi(name)} is now in the public playlist.` : `${isolateBidi(name)} is private now.`);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    if (isTransient(error) || isCoded(error, 'missing_table')) {
      const job: FragranceJob = { action: 'visibility', fragranceId: item.id, name, isPublic };
      // Report success only if the change could be stored for later.
      if (
        await sendLater('fragrance', job).then(
          () => true,
          () => false,
        )
      ) {
        become(here);
        success(waitingWords(isPublic, error));
        return true;
      }
    }
    notifyAccount({
      kind: 'error',
      title: visibilityErrorMessage(isPublic),
      ...describe(isCoded(error, 'network') ? NETWORK_MESSAGE : refusalWords(error)),
      key: 'playlist',
    });
    return false;
  } finally {
    if (!signal.aborted) savedFragrances.changing = null;
  }
}

/** Deletes a saved fragrance for good, on the server and on this device. */
export async function deleteFragrance(name: string): Promise<boolean> {
  const user = member();
  const signal = sessionSignal();
  const item = savedFragrances.items.find((candidate) => candidate.name === name);
  if (user === null || item === undefined) return false;
  try {
    if (isOnlyOnDevice(item)) await outbox.remove(jobId(user.id, item)).catch(() => undefined);
    else {
      await deleteWithSound(item);
      updateRecordingUrl({ audioUrl: item.audioData }, null);
      await forgetSwitch(item).catch(() => undefined);
    }
    deleteLocalFragrance(item);
    updateLocalVisibility({ ...item, isPublic: false });
    if (!signal.aborted)
      showStored(
        savedFragrances.items.filter((other) => other.name !== name),
        user,
      );
    notifyAccount({ kind: 'success', title: `${isolateBidi(name)} is deleted.`, key: 'delete' });
    return true;
  } catch {
    notifyAccount({
      kind: 'error',
      title: 'Your fragrance could not be deleted.',
      description: 'Please try again.',
      key: 'delete',
    });
    return false;
  }
}
