import { proxy } from 'valtio';
import { codedFrom, type CodedError } from '../../domain/errors.ts';
import { localStore } from '../../platform/storage/localStore.ts';
import type { FileResult } from '../../../workers/protocol.ts';
import { dropDraft } from '../../backend/recordings/drafts.ts';
import { persistently } from '../../platform/lifetime/persistently.ts';
import { busyWhile } from '../shell/busy.ts';
import { forgetCurrentFragrance, setCurrentFragrance, loadCurrentFragrance } from '../fragrance/fragrance.ts';
import { notify } from '../shell/notices.ts';

/** `silent`: there was nothing to hear, and no fragrance is made of nothing. */
export type ProcessingStatus = 'idle' | 'analyzing' | 'done' | 'failed' | 'silent';

/** What the processing screen watches. `progress` is the analysis' own, 0 to 1. */
export const processing = proxy<{ status: ProcessingStatus; progress: number; error: CodedError | null }>({
  status: 'idle',
  progress: 0,
  error: null,
});
busyWhile(processing, () => processing.status === 'analyzing');

/** A sound on its way to becoming a fragrance: what the create screen hands over. */
export interface PendingSound {
  result: Promise<FileResult>;
  /** Share of the analysis that is done, 0 to 1. */
  progress(): number;
  cancel(): void;
  /** The id that the recording was given when it began: what binds it to its fragrance, wherever it is stored and whenever. */
  recordingId: string;
}

let current: PendingSound | null = null;
/** Recordings of which a fragrance was made while this page was open. */
const made = new Set<string>();

/** True when a fragrance was made of a recording. */
export function isFragranceOf(recordingId: string): boolean {
  return made.has(recordingId) || loadCurrentFragrance()?.recordingId === recordingId;
}

/** Session key of the recording that this tab's processing screen was last about. */
const LAST_KEY = 'accord:processing';

function remember(recordingId: string): void {
  try {
    sessionStorage.setItem(LAST_KEY, recordingId);
  } catch {
    // Without it a reload leads to the create screen, where the recording is offered.
  }
}

/** True when what this tab was processing before it was loaded anew has become the current fragrance. */
export function wasFinished(): boolean {
  try {
    const last = sessionStorage.getItem(LAST_KEY);
    return last !== null && loadCurrentFragrance()?.recordingId === last;
  } catch {
    return false;
  }
}

/** Says that nothing could be heard; the recording stays (docs/decisions.md, 2). */
export function tellSilence(): void {
  notify({ kind: 'info', title: "We couldn't hear anything. Try again a little closer to the microphone.", key: 'create' });
}

/**
 * Takes over a sound; the one before, if it still waits, is cancelled. Settles when the fragrance is
 * kept or the analysis has failed, with the outcome in {@link processing}; never rejects.
 */
export async function beginProcessing(pending: PendingSound, now: () => Date = () => new Date()): Promise<void> {
  if (current !== null && processing.status === 'analyzing') current.cancel();
  current = pending;
  remember(pending.recordingId);
  localStore.clearErrorFlag();
  processing.status = 'analyzing';
  processing.progress = pending.progress();
  processing.error = null;
  // Loaded while the sound is listened to: it knows the whole catalogue, which the first visit does without.
  const composing = persistently(() => import('./soundFragrance.ts'));
  composing.catch(() => undefined);
  try {
    const result = await pending.result;
    if (current !== pending) return;
    processing.progress = 1;
    if (result.analysis.silent) {
      processing.status = 'silent';
      tellSilence();
      return;
    }
    const { fragranceOfSound } = await composing;
    if (current !== pending) return;
    if (setCurrentFragrance(fragranceOfSound(result, pending.recordingId, now())) === 'not kept' && localStore.errorFlag() !== null) {
      // The full storage leads back to the create screen: to the recording, not to a fragrance that a reload would lose.
      forgetCurrentFragrance();
    } else {
      made.add(pending.recordingId);
      dropDraft(pending.recordingId);
    }
    processing.status = 'done';
  } catch (thrown) {
    if (current !== pending) return;
    processing.error = codedFrom(thrown, 'engine');
    processing.status = 'failed';
  }
}

/** Reads the analysis' progress into {@link processing}; for the screen's clock. */
export function refreshProgress(): void {
  if (processing.status === 'analyzing' && current !== null) processing.progress = current.progress();
}

/** Gives up the sound that is being analysed. */
export function cancelProcessing(): void {
  if (processing.status === 'analyzing') current?.cancel();
  leaveProcessing();
}

/** Back to idle once the screen has moved on. */
export function leaveProcessing(): void {
  current = null;
  processing.status = 'idle';
  processing.progress = 0;
  processing.error = null;
}
