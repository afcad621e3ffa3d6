import { proxy } from 'valtio';
import { isCoded } from '../domain/errors.ts';
import type { FragranceProfile } from '../domain/profile.ts';
import { notify, RESULTS_NOTICE_MS } from './notices.ts';
import { hasSound, storedSoundOf } from './storedSound.ts';

/** Submitting a finished fragrance for review. */

/** The simple pattern that an e-mail must match. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const MOST_NAME = 100;
const MOST_EMAIL = 254;

export const SUBMIT_WORDS = {
  missing: 'Please provide name, email, and an audio file!',
  email: 'Please provide a valid email address.',
} as const;

export type SubmitProblem = keyof typeof SUBMIT_WORDS;

export interface Submitter {
  name: string;
  email: string;
}

export const submitting = proxy<{ busy: boolean }>({ busy: false });

/** What is wrong with what was typed, or null. Both are required, and the e-mail must look like one. */
export function submitProblem({ name, email }: Submitter): SubmitProblem | null {
  if (name.trim() === '' || email.trim() === '') return 'missing';
  return EMAIL.test(email.trim()) && email.trim().length <= MOST_EMAIL ? null : 'email';
}

/**
 * Sends a fragrance to review; true when it was stored. What is wrong with the form is for the form to say, with
 * {@link submitProblem}; everything else is told in a notice.
 */
export async function submitFragrance(profile: FragranceProfile, { name, email }: Submitter): Promise<boolean> {
  if (submitting.busy || submitProblem({ name, email }) !== null) return false;
  submitting.busy = true;
  try {
    const audioUrl = await storedSoundOf(profile);
    const { submitToReview } = await import('../backend/submissions.ts');
    await submitToReview({ name: name.trim().slice(0, MOST_NAME), email: email.trim(), audioUrl });
    notify({ kind: 'success', title: 'Fragrance submitted successfully!', duration: RESULTS_NOTICE_MS, key: 'submit' });
    return true;
  } catch (error) {
    if (isCoded(error, 'no_audio_link') && !hasSound(profile)) notify({ kind: 'error', title: 'Please provide name, email, and an MP3 file.', duration: RESULTS_NOTICE_MS, key: 'submit' });
    else notify({ kind: 'error', title: 'Failed to submit fragrance. Please try again later.', duration: RESULTS_NOTICE_MS, key: 'submit' });
    return false;
  } finally {
    submitting.busy = false;
  }
}
