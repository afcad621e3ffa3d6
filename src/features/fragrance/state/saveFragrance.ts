import { isRetriable } from '#core/backend/errors.ts';
import { isolated } from '#core/values/bidi.ts';
import { isCoded } from '#core/values/errors.ts';
import { ACCOUNT_NOTICE_MS, notify, type Notice } from '#core/shell/notices.ts';
import { keepFragrance } from '../backend/keepFragrance.ts';
import type { Fragrance } from '../domain/composition/model.ts';
import { isOnDevice, type SavedFragrance } from '../domain/composition/savedFragrance.ts';
import type { MemberProfile } from '../../session/domain/member.ts';
import { hasBeenHere } from '../../session/state/beenHere.ts';
import { askToLogIn, sessionSignal } from '../../session/state/session.ts';
import { sendLater } from '../../outbox/state/outbox.ts';
import { jobId } from './changeSaved.ts';
import { saving } from './current.ts';
import { storageMessage } from './fragrance.ts';
import { keepLocally, toSaved } from './localFragrances.ts';
import { member, savedFragrances, show, showStored } from './savedFragrances.ts';

/*
 * The life of a saved fragrance, from the press on "Save to my profile" to the playlist:
 * 1. `saveFragrance` stores the sound, then the row (../backend/keepFragrance.ts).
 * 2. Without a session it stays in `saved_fragrance_profiles` (localFragrances.ts), and the visitor is asked to log in, a
 *    newcomer to make an account. After that adoptDeviceData.ts calls `syncLocalFragrances` (sendFragrances.ts).
 * 3. Offline it goes to `fallback_fragrance_profiles` and the outbox, which sends it later (`sendFragrance`).
 * 4. savedFragrances.ts lists the profile and the local ones; `ownCopy` is this device's copy for offline visits.
 * 5. `setVisibility` publishes it or takes it back (changeSaved.ts); `mirrorVisibility` updates the local playlist.
 * 6. The public playlist shows it (../../community/state/playlist.ts); `deleteFragrance` removes it everywhere (changeSaved.ts).
 */

const report = (notice: Notice): void => notify({ duration: ACCOUNT_NOTICE_MS, key: 'save', ...notice });

/**
 * Saves a fragrance to the member's profile, or on this device where that is not possible now; shows the outcome. One at a
 * time. What comes after the member has left shows nothing.
 */
export async function saveFragrance(made: Fragrance): Promise<void> {
  if (saving.at !== null) return;
  saving.at = made.id;
  const user = member();
  const signal = sessionSignal();
  const fragrance = toSaved(made, user, new Date());
  try {
    if (user === null) {
      saveForLogIn(made.id, fragrance);
      return;
    }
    const saved = await keepFragrance(fragrance, { id: user.id, liquidName: user.liquidName });
    if (signal.aborted) return;
    showStored([saved, ...savedFragrances.items.filter(({ name }) => name !== saved.name)], user);
    saving.done[made.id] = 'saved';
    report({
      kind: 'success',
      title: 'Saved to your profile',
      description:
        saved.name === made.name
          ? made.name
          : // The profile has a different one of that name: show the new name.
            `${isolated(made.name)} is there already, so this one is called ${isolated(saved.name)}.`,
    });
  } catch (error) {
    if (user !== null && isRetriable(error)) await saveForLater(made.id, fragrance, user, signal);
    else
      report({
        kind: 'error',
        title: 'Your fragrance could not be saved.',
        description: isCoded(error) && error.message !== '' ? error.message : 'Please try again.',
      });
  } finally {
    saving.at = null;
  }
}

const reportFull = (reason: Parameters<typeof storageMessage>[0]): void =>
  report({ kind: 'error', title: storageMessage(reason), key: 'storage' });

/** Stores a visitor's fragrance on this device and asks for the login, which uploads it. */
function saveForLogIn(id: string, fragrance: SavedFragrance): void {
  const stored = keepLocally(fragrance);
  if (!stored.ok) {
    reportFull(stored.failure);
    return;
  }
  saving.done[id] = 'kept';
  const isNewcomer = !hasBeenHere();
  const what = isNewcomer ? 'Make an account' : 'Log in';
  report({ kind: 'info', title: 'Kept on this device', description: `${what}, and it goes into your profile.` });
  askToLogIn(isNewcomer ? 'register' : 'login');
}

/** Stores a member's fragrance on this device and in the outbox; either is enough to upload it later. */
async function saveForLater(
  id: string,
  fragrance: SavedFragrance,
  user: MemberProfile,
  signal: AbortSignal,
): Promise<void> {
  const stored = keepLocally(fragrance);
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
    savedFragrances.items.filter((item) => !isOnDevice(item)),
    user,
  );
  saving.done[id] = 'waiting';
  report({
    kind: 'warning',
    title: 'Kept on this device',
    description: 'It goes into your profile as soon as our server takes it.',
  });
}
