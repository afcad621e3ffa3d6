import { isolated } from '../../domain/bidi.ts';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { ACCOUNT_NOTICE_MS, notify, type Notice } from '../shell/notices.ts';
import { askToLogIn, session } from '../account/session.ts';
import { saving } from './savingStatus.ts';

export { saving };

/*
 * "Save to my profile" on the results. The members' state and the backend are loaded when the button is pressed,
 * not with the results.
 */

const tell = (notice: Notice): void => notify({ duration: ACCOUNT_NOTICE_MS, key: 'save', ...notice });

/** Saves the fragrance; a visitor who is nobody yet is asked to log in, and what is kept meanwhile goes up then. */
export async function saveToProfile(fragrance: Fragrance): Promise<void> {
  if (saving.at !== null) return;
  saving.at = fragrance.id;
  try {
    const { saveFragrance } = await import('./saveAndSync.ts');
    const result = await saveFragrance(fragrance);
    if (result.outcome === 'failed') return;
    saving.done[fragrance.id] = result.outcome;
    if (result.outcome === 'saved') {
      // A different one of that name is there already: it is told what this one is called.
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
        title: 'Connection issue',
        description: 'Kept on this device. It goes into your profile when we can reach it again.',
      });
    } else if (session.user === null) {
      tell({ kind: 'info', title: 'Kept on this device', description: 'Log in, and it goes into your profile.' });
      askToLogIn();
    }
  } catch {
    tell({
      kind: 'error',
      title: 'Your fragrance could not be saved.',
      description: 'Please check your connection and try again.',
    });
  } finally {
    saving.at = null;
  }
}
