import { isolated } from '../../domain/bidi.ts';
import { isRetriable } from '../../backend/connection/errors.ts';
import { outbox } from '../../backend/outbox/outbox.ts';
import { readFragranceJob, type FragranceJob } from '../../domain/schema/waiting.ts';
import { keepFragrance } from '../../backend/repositories/keepFragrance.ts';
import type { MemberProfile, SavedFragrance } from '../../domain/account/member.ts';
import { isCoded } from '../../domain/errors.ts';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { sessionSignal } from '../account/session.ts';
import { sendLater } from '../sending/outbox.ts';
import { ACCOUNT_NOTICE_MS, notify, type Notice } from '../shell/notices.ts';
import { couldNot, jobId } from './changeSaved.ts';
import { storageMessage } from './fragrance.ts';
import { keepLocally, releaseLocally, toSaved } from './localFragrances.ts';
import { loadAnew, member, localOnlyFragrances, savedFragrances, show, showStored } from './savedFragrances.ts';
import { locked } from '../../platform/storage/locked.ts';
import { isOnDevice } from '../../domain/fragrance/savedFragrance.ts';

/* Fragrances on their way into the member's profile: saved now, later, or after a log-in. */

const tell = (notice: Notice): void => notify({ duration: ACCOUNT_NOTICE_MS, ...notice });

/** `saved`: in the member's profile, under that name. `kept`: nobody is signed in, this device holds it until somebody is. `waiting`: it goes up by itself. `failed`: the visitor was told why. */
export type SaveOutcome = { outcome: 'saved'; name: string } | { outcome: 'kept' | 'waiting' | 'failed' };

/** Saves a fragrance, on this device where it cannot go further now. */
export async function saveFragrance(current: Fragrance): Promise<SaveOutcome> {
  if (savedFragrances.saving) return { outcome: 'failed' };
  const user = member();
  const signal = sessionSignal();
  const fragrance = toSaved(current, user, new Date());
  if (user === null) {
    const kept = keepLocally(fragrance);
    if (kept.ok) return { outcome: 'kept' };
    tell({ kind: 'error', title: storageMessage(kept.failure), key: 'storage' });
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

/** Keeps a fragrance on this device and in the outbox; either of them is enough to bring it up later. */
async function keepForLater(
  fragrance: SavedFragrance,
  user: MemberProfile,
  job: FragranceJob,
  signal: AbortSignal,
): Promise<boolean> {
  const kept = keepLocally(fragrance);
  const waits = signal.aborted
    ? false
    : await sendLater('fragrance', job, { id: jobId(user.id, fragrance) }).then(
        () => true,
        () => false,
      );
  if (!kept.ok && !waits) {
    tell({ kind: 'error', title: storageMessage(kept.failure), key: 'storage' });
    return false;
  }
  if (!signal.aborted)
    show(
      savedFragrances.items.filter((item) => !isOnDevice(item)),
      user,
    );
  return true;
}

let bringing: { signal: AbortSignal; done: Promise<number> } | null = null;

/**
 * Brings up what this device holds: made before anybody signed in, or while the backend was away. What is in the
 * profile already is not doubled. Each copy is let go only after the backend has it.
 * @returns how many are in the profile now that were only here before
 */
export function syncLocalFragrances(): Promise<number> {
  const signal = sessionSignal();
  if (bringing?.signal !== signal) {
    const done = bring(signal).finally(() => {
      if (bringing?.signal === signal) bringing = null;
    });
    bringing = { signal, done };
  }
  return bringing.done;
}

async function bring(signal: AbortSignal): Promise<number> {
  const user = member();
  if (user === null || localOnlyFragrances(user).length === 0) return 0;
  let brought = 0;
  const work = async () => {
    // Read in here: another tab may have brought them while this one waited.
    for (const fragrance of localOnlyFragrances(user)) {
      if (signal.aborted) return;
      try {
        await keepFragrance(fragrance, user);
        await arrived(fragrance, user.id);
        brought++;
      } catch (error) {
        // The rest waits as well; what was made before the login waits in this list, and the outbox knows the others.
        if (isRetriable(error)) return;
        // One that the backend does not take must not keep the others here.
      }
    }
  };
  // Two tabs that both see the login must not both bring them.
  await locked('accord-local-fragrances', work);
  if (brought > 0 && !signal.aborted) {
    tell({
      kind: 'success',
      title:
        brought === 1 ? 'Your fragrance is in your profile now.' : `${brought} fragrances are in your profile now.`,
      key: 'brought',
    });
    await loadAnew();
  }
  return brought;
}

/** A fragrance is in the profile now: its copies here are let go. */
async function arrived(fragrance: SavedFragrance, userId: string): Promise<void> {
  releaseLocally(fragrance);
  const { markSynced } = await import('./savingStatus.ts');
  markSynced(fragrance.id.replace(/^local-/, ''));
  await outbox.remove(jobId(userId, fragrance)).catch(() => undefined);
}

/** What the outbox has sent of this member's, or what the backend has refused of it; also in the tabs that did not send it. */
export async function jobSettled(payload: unknown, userId: string, ok: boolean): Promise<void> {
  const job = readFragranceJob(payload);
  if (job === null || member()?.id !== userId) return;
  if (job.action === 'save' && ok) {
    await arrived(job.fragrance, userId);
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
  if (savedFragrances.status !== 'idle') await loadAnew();
}
