import { proxy } from 'valtio';
import { codedFrom, type CodedError } from '../../domain/errors.ts';
import { localStore } from '../../platform/storage/localStore.ts';
import type { Recording } from '../../audio/recording/recording.ts';
import { dropDraft } from '../../backend/recordings/drafts.ts';
import { importWithRetry } from '../../platform/loading/importWithRetry.ts';
import { busyWhile } from '../shell/busy.ts';
import { currentRecordingId, forgetCurrentFragrance, setCurrentFragrance } from '../fragrance/fragrance.ts';
import { notify } from '../shell/notices.ts';
import { recorder, SILENCE } from './recorderView.ts';

/** `silent`: there was nothing to hear, and no fragrance is made of nothing. */
export type ProcessingStatus = 'idle' | 'analyzing' | 'done' | 'failed' | 'silent';

/** What the processing screen watches. `progress` is the analysis' own, 0 to 1. */
export const processing = proxy<{ status: ProcessingStatus; progress: number; error: CodedError | null }>({
  status: 'idle',
  progress: 0,
  error: null,
});
busyWhile(processing, () => processing.status === 'analyzing');

/** A recording as far as it matters here: what the create screen hands over. */
export type Processed = Pick<Recording, 'id'> & {
  analysis: Pick<Recording['analysis'], 'result' | 'progress' | 'cancel'>;
};

let current: Processed | null = null;
/** Recordings of which a fragrance was made while this page was open. */
const made = new Set<string>();

/** True when a fragrance was made of a recording. */
export function isFragranceOf(recordingId: string): boolean {
  return made.has(recordingId) || currentRecordingId() === recordingId;
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
    return last !== null && currentRecordingId() === last;
  } catch {
    return false;
  }
}

/** Says that nothing could be heard; the recording stays (docs/decisions.md, 2). */
export function notifySilence(): void {
  notify({
    kind: 'info',
    title: SILENCE[recorder.recordingMode],
    key: 'create',
  });
}

/**
 * Takes over a sound; the one before, if it still waits, is cancelled. Settles when the fragrance is
 * kept or the analysis has failed, with the outcome in {@link processing}; never rejects.
 */
export async function beginProcessing(recording: Processed, now: () => Date = () => new Date()): Promise<void> {
  if (current !== null && processing.status === 'analyzing') current.analysis.cancel();
  current = recording;
  remember(recording.id);
  localStore.clearErrorFlag();
  processing.status = 'analyzing';
  processing.progress = recording.analysis.progress();
  processing.error = null;
  // Loaded while the sound is listened to: it knows the whole catalogue, which the first visit does without.
  const composing = importWithRetry(() => import('./soundFragrance.ts'));
  composing.catch(() => undefined);
  try {
    const result = await recording.analysis.result;
    if (current !== recording) return;
    processing.progress = 1;
    if (result.analysis.silent) {
      processing.status = 'silent';
      notifySilence();
      return;
    }
    const { fragranceOfSound } = await composing;
    if (current !== recording) return;
    if (
      setCurrentFragrance(fragranceOfSound(result, recording.id, now())) === 'not kept' &&
      localStore.errorFlag() !== null
    ) {
      // The full storage leads back to the create screen: to the recording, not to a fragrance that a reload would lose.
      forgetCurrentFragrance();
    } else {
      made.add(recording.id);
      dropDraft(recording.id);
    }
    processing.status = 'done';
  } catch (thrown) {
    if (current !== recording) return;
    processing.error = codedFrom(thrown, 'engine');
    processing.status = 'failed';
  }
}

/** Reads the analysis' progress into {@link processing}; for the screen's clock. */
export function refreshProgress(): void {
  if (processing.status === 'analyzing' && current !== null) processing.progress = current.analysis.progress();
}

/** Gives up the sound that is being analysed. */
export function cancelProcessing(): void {
  if (processing.status === 'analyzing') current?.analysis.cancel();
  leaveProcessing();
}

/** Back to idle once the screen has moved on. */
export function leaveProcessing(): void {
  current = null;
  processing.status = 'idle';
  processing.progress = 0;
  processing.error = null;
}
