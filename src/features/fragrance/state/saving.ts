import { connection } from '#core/network/connection.ts';
import { tryAgainWords } from '#core/values/errors.ts';
import { isolated } from '#core/values/bidi.ts';
import type { Fragrance } from '../domain/composition/model.ts';
import { ACCOUNT_NOTICE_MS, notify, type Notice } from '#core/shell/notices.ts';
import { askToLogIn, session } from '../../session/state/session.ts';
import { saving } from './localFragrances.ts';
import { saveFragrance } from './saveAndSync.ts';

export { saving };

/*
 * The life of a saved fragrance, from the press on "Save to my profile" to the playlist:
 * 1. `saveToProfile` calls saveAndSync.ts.
 * 2. `saveFragrance` converts it and calls backend/keepFragrance.ts, which stores the sound, then the row.
 * 3. Without a session it stays in `saved_fragrance_profiles` (localFragrances.ts), and the visitor is asked to log in, a
 *    newcomer to make an account.
 * 4. Offline it goes to `fallback_fragrance_profiles` and the outbox, which sends it later (`sendFragrance`).
 * 5. After a log-in adoptDeviceData.ts calls `syncLocalFragrances`, which uploads the local ones.
 * 6. savedFragrances.ts lists the profile and the local ones; `ownCopy` is this device's copy for offline visits.
 * 7. `setVisibility` publishes it or takes it back (changeSaved.ts); `mirrorVisibility` updates the local playlist.
 * 8. The public playlist shows it (../../community/state/playlist.ts); `deleteFragrance` removes it everywhere (changeSaved.ts).
 */

const tell = (notice: Notice): void => notify({ duration: ACCOUNT_NOTICE_MS, key: 'save', ...notice });

/** Saves the fragrance. Asks a visitor to log in; the local copy is uploaded then. */
export async function saveToProfile(fragrance: Fragrance): Promise<void> {
  if (saving.at !== null) return;
  saving.at = fragrance.id;
  try {
    const result = await saveFragrance(fragrance);
    if (result.outcome === 'failed') return;
    saving.done[fragrance.id] = result.outcome;
    if (result.outcome === 'saved') {
      // The profile has a different one of that name: show the new name.
      tell({
        kind: 'success',
        title: 'Saved to your profile',
        description:
          result.name === fragrance.name
            ? fragrance.name
            : `${isolated(fragrance.name)} is there already, so this one is called ${isolated(result.name)}.`,
      });
    } else if (result.outcome === 'waiting') {
      tell({
        kind: 'warning',
        title: 'Kept on this device',
        description: 'It goes into your profile as soon as our server takes it.',
      });
    } else if (result.outcome === 'kept' && session.user === null) {
      const what = result.isNewcomer ? 'Make an account' : 'Log in';
      tell({ kind: 'info', title: 'Kept on this device', description: `${what}, and it goes into your profile.` });
      askToLogIn(result.isNewcomer ? 'register' : 'login');
    }
  } catch (error) {
    tell({
      kind: 'error',
      title: 'Your fragrance could not be saved.',
      description: connection.online ? tryAgainWords(error) : 'Please check your connection and try again.',
    });
  } finally {
    saving.at = null;
  }
}
