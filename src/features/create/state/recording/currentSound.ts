import { ref } from 'valtio';
import { clearLiveView, liveView, showFound } from '#features/create/audio/recording/liveView.ts';
import type { Recording } from '#features/create/audio/recording/recordingSession.ts';
import {
  unlistDraft,
  deleteDraft,
  deleteChunks,
  lockDraft,
  isNamedLocally,
  saveDraft,
} from '#core/recordings/drafts.ts';
import { storeRecordingBytes } from '#core/recordings/storedRecordings.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { toCodedError } from '#core/values/errors.ts';
import { waveformOf } from '#features/fragrance/domain/composition/trace.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { notify } from '#core/appState/notices.ts';
import { releaseRecording } from '#features/instruments/state/playback/player.ts';
import { isFragranceOf, isStoredAsFragrance } from '../processing/processing.ts';
import { current, NO_RECORDING, recorder, type AudioErrorType } from './recordingState.ts';
import { newUuid } from '#core/values/uuid.ts';

/** The live view of a recording, for screens: a plain object for a canvas, not a proxy. */
export { liveView, subscribeLive } from '#features/create/audio/recording/liveView.ts';

/* Changes the current sound; recordingState.ts has its state. */

/** Starts a recording or a file, with a new id unless it resumes an earlier recording. */
export function begin(state: 'requesting' | 'uploading', mode: 'live' | 'upload', resumed?: string): Scope {
  const id = resumed ?? newUuid();
  current.task = new Scope();
  current.id = id;
  current.releaseDraft();
  current.releaseDraft = lockDraft(id);
  recorder.recordingState = state;
  recorder.recordingMode = mode;
  recorder.audioError = null;
  recorder.saved = null;
  return current.task;
}

/** A recording that shows 0:00 is discarded: the tap was a mistake, s. */
export const MIN_SECONDS = 1;

/** Shows that a recording was shorter than {@link MIN_SECONDS}. */
export function notifyTooShort(): void {
  notify({
    kind: 'info',
    title: 'That was a very short sound.',
    description: 'Press Record and hold on for a few seconds.',
    key: 'create',
  });
}

export function fail(error: unknown): void {
  const { code, message } = toCodedError(error, 'recording_failed');
  const text = code === 'recording_failed' ? 'Recording failed. Please try again.' : message;
  recorder.recordingState = 'inactive';
  recorder.recordingTime = 0;
  recorder.stopping = false;
  recorder.audioError = { type: code as AudioErrorType, message: text };
}

/** Holds a finished recording or file in memory, and on this device until it becomes a fragrance. */
export function finish(recorded: Recording): void {
  current.recording = recorded;
  recorder.duration = recorded.duration;
  recorder.isPartial = recorded.isPartial === true;
  recorder.recordingState = 'recorded';
  recorder.stopping = false;
  // The columns of a capture that failed are not those of the recording; the analysis gives its waveform.
  if (recorded.capture === null) clearLiveView();
  current.stored = keep(recorded).catch(() => undefined);
  void listen(recorded);
}

/** Shows the results of the analysis: silence, waveform and notes. */
async function listen({ id, analysis: task }: Recording): Promise<void> {
  try {
    const { analysis, peaks, engineFailure } = await task.result;
    if (current.recording?.id !== id) return;
    recorder.silent = analysis.silent;
    recorder.engineFailed = engineFailure !== undefined;
    // A player only estimates the length of some files. A recording is as long as its clock showed.
    if (recorder.audioFileName !== null && analysis.duration > 0) recorder.duration = analysis.duration;
    if (liveView.essence.length === 0 && !analysis.silent) showFound(analysis);
    recorder.essence = ref(analysis.source === 'spectral' ? [...analysis.essence] : []);
    recorder.waveform = ref(waveformOf({ duration: analysis.duration, notes: analysis.notes, peaks }));
  } catch {
    // createFragrance reports this error.
  }
}

function notifyPageOnly(): void {
  notify({
    kind: 'warning',
    title: 'This recording lasts until you close this page.',
    description: 'This device cannot store it. Create your fragrance before you leave.',
    duration: 8000,
    key: 'create',
  });
}

async function keep({ id, blob, duration }: Recording): Promise<void> {
  const kept = await storeRecordingBytes(id, blob);
  if (current.recording?.id !== id) {
    // Reset while it was being stored.
    await discard(id);
    return;
  }
  if (kept === 'page') {
    // An opened file is still where it was.
    if (recorder.audioFileName === null) notifyPageOnly();
    return;
  }
  // Store the draft of the whole recording before deleting its pieces: either is enough in between.
  if (!isStoredAsFragrance(id))
    saveDraft({ id, began: Date.now(), seconds: duration, name: recorder.audioFileName, type: blob.type });
  await current.piecesStored;
  await deleteChunks(id);
}

/**
 * Deletes a draft. Its bytes stay while a fragrance or a waiting entry needs them. Also cancels its upload, which may
 * be in the outbox since a reload.
 */
export async function discard(id: string): Promise<void> {
  await current.piecesStored;
  unlistDraft(id);
  const waiting = await outbox.entries();
  const otherEntries = JSON.stringify(waiting.filter((entry) => entry.id !== id));
  const needed = isFragranceOf(id) || isNamedLocally(id) || otherEntries.includes(id);
  if (!needed) await outbox.remove(id);
  await deleteDraft(id, needed ? JSON.stringify(waiting) : otherEntries);
}

function clear(): void {
  const { recording, handedOver, session } = current;
  current.task.dispose();
  current.ticking.dispose();
  session?.cancel();
  if (recording !== null && recording.analysis !== handedOver) recording.analysis.cancel();
  current.session = null;
  current.recording = null;
  current.id = '';
  current.releaseDraft();
  releaseRecording();
  clearLiveView();
  Object.assign(recorder, NO_RECORDING);
}

/**
 * Resets to the beginning: releases the microphone and deletes the recording. Settles when it is gone from this device.
 */
export async function discardRecording(): Promise<void> {
  const id = current.recording?.id ?? current.id;
  // Do not delete a file that was not read yet, nor the draft of an earlier visit, which stays on offer.
  const kept = id !== '' && recorder.recordingState !== 'inactive' && recorder.recordingState !== 'uploading';
  clear();
  if (kept) await discard(id);
}

/** Resets to the beginning, and does not wait until the recording is gone. */
export function resetRecording(): void {
  void discardRecording();
}

/**
 * Starts over without deleting: a recording that became a fragrance stays with it, any other is offered later.
 */
export function detachRecording(): void {
  const id = current.recording?.id;
  clear();
  if (id !== undefined && isStoredAsFragrance(id)) unlistDraft(id);
}
