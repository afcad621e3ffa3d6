import { proxy } from 'valtio';
import type { FragranceProfile } from '../domain/profile.ts';
import { notify } from './notices.ts';
import { askToLogIn, session } from './session.ts';

/*
 * "Save to my profile" on the results. The members' state and the backend are loaded when the button is pressed,
 * not with the results.
 */

/** Ids of fragrances that are in the member's profile, or on this device, since this page was opened. */
export const saving = proxy<{ at: string | null; done: Record<string, 'saved' | 'kept' | 'waiting'> }>({ at: null, done: {} });

/** Saves the fragrance; a visitor who is nobody yet is asked to log in, and what is kept meanwhile goes up then. */
export async function saveToProfile(profile: FragranceProfile): Promise<void> {
  if (saving.at !== null) return;
  saving.at = profile.id;
  try {
    const { saveFragrance } = await import('./savedFragrances.ts');
    const outcome = await saveFragrance(profile);
    if (outcome === 'failed') return;
    saving.done[profile.id] = outcome;
    if (outcome === 'saved') notify({ kind: 'success', title: 'Saved to your profile', description: profile.name, key: 'save' });
    else if (outcome === 'waiting') notify({ kind: 'warning', title: 'Connection issue', description: 'Kept on this device. It goes into your profile when we can reach it again.', key: 'save' });
    else if (session.user === null) {
      notify({ kind: 'info', title: 'Kept on this device', description: 'Log in, and it goes into your profile.', key: 'save' });
      askToLogIn();
    }
  } catch {
    notify({ kind: 'error', title: 'Your fragrance could not be saved.', description: 'Please check your connection and try again.', key: 'save' });
  } finally {
    saving.at = null;
  }
}

/** What was kept on this device is in the profile now. */
export function markBrought(): void {
  for (const [id, state] of Object.entries(saving.done)) if (state !== 'saved') saving.done[id] = 'saved';
}
