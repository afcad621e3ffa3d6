import { proxy } from 'valtio';
import { toCodedError, type CodedError } from '#core/values/errors.ts';
import { localStore } from '#core/storage/localStore.ts';
import type { Recording } from '#features/create/audio/recording/recordingSession.ts';
import { unlistDraft } from '#core/recordings/drafts.ts';
import { busyWhile } from '#core/appState/busy.ts';
import {
  currentRecordingId,
  setCurrentFragrance,
  storePreviousFragrance,
} from '#features/fragrance/state/fragrance.ts';
import type { AnalysisResult } from '#analysis/protocol.ts';
import { storedUrl } from '#core/recordings/storedRecordings.ts';
import { fragranceOfAnalysis } from '#features/fragrance/domain/timbre/analysisFragrance.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';

/** `silent`: no sound was detected; no fragrance is made. */
type ProcessingStatus = 'idle' | 'analyzing' | 'done' | 'failed' | 'silent';

/** State of the processing screen. `progress` is the analysis' own, 0 to 1. */
export const processing = proxy<{ status: ProcessingStatus; progress: number; error: CodedError | null }>({
  status: 'idle',
  progress: 0,
  error: null,
});
busyWhile(processing, () => processing.status === 'analyzing');

/** The fields of a recording that the create screen hands over. */
export type ProcessingInput = Pick<Recording, 'id'> & {
  analysis: Pick<Recording['analysis'], 'result' | 'progress' | 'cancel'>;
};

let current: ProcessingInput | null = null;
/** Recordings that became a stored fragrance since this page was opened. */
const storedIds = new Set<string>();

/** True when a recording has become a fragrance, which a full device may have in memory alone. */
export function isFragranceOf(recordingId: string): boolean {
  return isStoredAsFragrance(recordingId) || currentRecordingId() === recordingId;
}

/** True when a recording has become a fragrance since this page was opened that outlasts a reload. */
export const isStoredAsFragrance = (recordingId: string): boolean => storedIds.has(recordingId);

/** Session key of this tab's last processed recording. */
const LAST_KEY = 'accord:processing';

function remember(recordingId: string): void {
  try {
    sessionStorage.setItem(LAST_KEY, recordingId);
  } catch {
    // Without it a reload leads to the create screen, which offers the recording.
  }
}

/** True when the sound that this tab processed before a reload has become the current fragrance. */
export function becameCurrentFragrance(): boolean {
  try {
    const last = sessionStorage.getItem(LAST_KEY);
    return last !== null && currentRecordingId() === last;
  } catch {
    return false;
  }
}

/**
 * Starts processing a sound; cancels the previous one if it still runs. Settles when the fragrance is stored or the
 * analysis has failed, with the outcome in {@link processing}; never rejects.
 */
export async function beginProcessing(recording: ProcessingInput, now: () => Date = () => new Date()): Promise<void> {
  if (current !== null && processing.status === 'analyzing') current.analysis.cancel();
  current = recording;
  remember(recording.id);
  localStore.clearErrorFlag();
  processing.status = 'analyzing';
  processing.progress = recording.analysis.progress();
  processing.error = null;
  try {
    const result = await recording.analysis.result;
    if (current !== recording) return;
    processing.progress = 1;
    if (result.analysis.silent) {
      processing.status = 'silent';
      return;
    }
    const fragrance = fragranceOfSound(result, recording.id, now());
    storePreviousFragrance();
    // A reload loses a fragrance that could not be stored: the recording stays for another try.
    if (setCurrentFragrance(fragrance) !== 'not kept') {
      storedIds.add(recording.id);
      unlistDraft(recording.id);
    }
    processing.status = 'done';
  } catch (error) {
    if (current !== recording) return;
    processing.error = toCodedError(error, 'engine');
    processing.status = 'failed';
  }
}

/** Copies the analysis' progress to {@link processing}; called by the screen's clock. */
export function refreshProgress(): void {
  if (processing.status === 'analyzing' && current !== null) processing.progress = current.analysis.progress();
}

/** Cancels the running analysis. */
export function cancelProcessing(): void {
  if (processing.status === 'analyzing') current?.analysis.cancel();
  leaveProcessing();
}

/** Resets to idle after the screen has moved on. */
export function leaveProcessing(): void {
  current = null;
  processing.status = 'idle';
  processing.progress = 0;
  processing.error = null;
}

/**
 * Converts an analysed sound to a fragrance, bound to its recording.
 * @throws RangeError when the analysis found no note
 */
export function fragranceOfSound(
  { analysis, peaks, engineFailure }: AnalysisResult,
  recordingId: string,
  now: Date,
): Fragrance {
  const fragrance = fragranceOfAnalysis(analysis, peaks, { now, audioData: storedUrl(recordingId) ?? undefined });
  return { ...fragrance, recordingId, ...(engineFailure === undefined ? {} : { engineFailed: true }) };
}
