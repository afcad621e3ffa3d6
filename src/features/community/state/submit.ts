import { proxy } from 'valtio';
import { isCoded } from '#core/values/errors.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { asName, cleanAddress, cleanName, isStorableEmail } from '#core/values/nameRules.ts';
import { notify, RESULTS_NOTICE_MS } from '#core/appState/notices.ts';
import { sendNow } from '#features/outbox/state/outbox.ts';
import { submitToReview } from '../backend/requests.ts';
import { readWaitingSubmission, type WaitingSubmission } from '../domain/queuedEntries.ts';
import { pickFields } from '#features/fragrance/domain/schema/fields.ts';
import { backendCause, rootOf } from '#features/share/state/sendShare.ts';
import {
  isForeignRecording,
  reuploadSound,
  ensureSoundStored,
  moveInlineRecording,
} from '#features/create/state/recording/storeRecording.ts';
import { newUuid } from '#core/values/uuid.ts';

/** Submits a finished fragrance for review. */

const MAX_NAME = 100;

export const SUBMIT_WORDS = {
  missing: 'Please provide name, email, and an audio file!',
  email: 'Please provide a valid email address.',
} as const;

export type SubmitProblem = keyof typeof SUBMIT_WORDS;

interface Submitter {
  name: string;
  email: string;
}

/** State of the submit form; `busy` while a submission is being sent. */
export const submitState = proxy<{ busy: boolean }>({ busy: false });

/**
 * The current attempt: submitting the same thing again, after a failure or a lost answer, uses the same id.
 */
let attempt: { what: string; id: string } | null = null;

/** The problem with the typed values, or null. Both are required. */
export function submitProblem({ name, email }: Submitter): SubmitProblem | null {
  const address = cleanAddress(email);
  if (cleanName(name) === '' || address === '') return 'missing';
  return isStorableEmail(address) ? null : 'email';
}

/**
 * Submits a fragrance for review; true when it was stored, or waits on this device for the connection. The form shows
 * its own errors ({@link submitProblem}); all others appear in a notice.
 */
export async function submitFragrance(fragrance: Fragrance, submitter: Submitter): Promise<boolean> {
  if (submitState.busy || submitProblem(submitter) !== null) return false;
  const name = asName(submitter.name, MAX_NAME);
  const email = cleanAddress(submitter.email);
  const what = JSON.stringify([fragrance.id, fragrance.name, name, email]);
  if (attempt?.what !== what) attempt = { what, id: newUuid() };
  const { id } = attempt;
  submitState.busy = true;
  try {
    const waiting: WaitingSubmission = {
      id,
      name,
      email,
      profile: pickFields('sending', await moveInlineRecording(fragrance)),
    };
    const outcome = await sendOrLeave(waiting);
    attempt = null;
    if (outcome === 'sent')
      notify({
        kind: 'success',
        title: 'Fragrance submitted successfully!',
        duration: RESULTS_NOTICE_MS,
        key: 'submit',
      });
    else
      notify({
        kind: 'info',
        title: 'Your submission is kept on this device.',
        description: 'It will be sent automatically once you are back online.',
        duration: RESULTS_NOTICE_MS,
        key: 'submit',
      });
    return true;
  } catch (error) {
    // Neither a recording nor rendered notes are available.
    const soundless = isCoded(error, 'no_audio_link') && rootOf(error).code === 'failed';
    notify({
      kind: 'error',
      title: soundless
        ? 'Please provide name, email, and an MP3 file.'
        : 'Failed to submit fragrance. Please try again later.',
      duration: RESULTS_NOTICE_MS,
      key: 'submit',
    });
    return false;
  } finally {
    submitState.busy = false;
  }
}

async function sendOrLeave(submission: WaitingSubmission): Promise<'sent' | 'waiting'> {
  let waits = false;
  try {
    await sendNow(
      'submission',
      submission,
      submission.id,
      () => send(submission),
      (error, storedIn) => {
        // Report it as waiting only if it survives this page.
        waits = storedIn === 'device' && rootOf(error).code === 'network';
        return waits;
      },
    );
    return 'sent';
  } catch (error) {
    if (!waits) throw error;
    return 'waiting';
  }
}

async function send({ id, name, email, profile: fragrance }: WaitingSubmission, signal?: AbortSignal): Promise<void> {
  const options = signal === undefined ? {} : { signal };
  const audioUrl = await ensureSoundStored(fragrance, options);
  try {
    await submitToReview({ id, name, email, audioUrl }, options);
  } catch (error) {
    if (!isForeignRecording(error)) throw error;
    await submitToReview({ id, name, email, audioUrl: await reuploadSound(fragrance, audioUrl, options) }, options);
  }
}

/** Sends a waiting submission. @throws BackendError */
export async function sendWaitingSubmission(payload: unknown, signal: AbortSignal): Promise<void> {
  try {
    await send(readWaitingSubmission(payload), signal);
  } catch (error) {
    throw backendCause(error);
  }
}
