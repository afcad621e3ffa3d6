import { ref } from 'valtio';
import { clearLiveView } from '../../audio/recording/liveView.ts';
import type { AnalysisTask } from '../../audio/analysis/analysisTask.ts';
import type { Recording } from '../../audio/recording/recording.ts';
import type { RecordingSession } from '../../audio/recording/recordingSession.ts';
import {
  dropDraft,
  forgetDraft,
  forgetParts,
  holdDraft,
  isNamedLocally,
  saveDraft,
} from '../../backend/recordings/drafts.ts';
import { outbox } from '../../backend/outbox/outbox.ts';
import { codedFrom } from '../../domain/errors.ts';
import { waveformOf } from '../../domain/fragrance/trace.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { forgetRecording } from '../playback/player.ts';
import { isFragranceOf } from './processing.ts';
import { recorder, type AudioErrorType } from './recorderView.ts';
import { keepRecording } from './storeRecording.ts';

/** What the recorder of the create screen holds, and how it goes from state to state. */

/** What the recorder holds besides what screens see. */
export const held: {
  /** The microphone that is open. */
  session: RecordingSession | null;
  /** What was recorded or opened last: the blob that is held app-wide. */
  recording: Recording | null;
  /** The analysis that the processing screen has taken over: a reset here must not cancel it. */
  usedAnalysis: AnalysisTask | null;
  /** Work on one recording or file; ended by a reset, so that what comes late is dropped. */
  task: Scope;
  /** The id of the recording or file that is under way; empty after a reset. */
  id: string;
  /** Settles when the pieces that have come are on this device. */
  pieces: Promise<void>;
  /** What belongs to the time of the recording. */
  ticking: Scope;
  /** Lets other tabs offer the draft that is at hand here. */
  letGo: () => void;
} = {
  session: null,
  recording: null,
  usedAnalysis: null,
  task: new Scope(),
  id: '',
  pieces: Promise.resolve(),
  ticking: new Scope(),
  letGo: () => {},
};

/** The recording in memory, or null; with an id, only when it is that very one. */
export function currentRecording(id?: string): Blob | null {
  return held.recording !== null && (id === undefined || held.recording.id === id) ? held.recording.blob : null;
}

/** Begins a recording or a file, under a new id unless it goes on with an earlier recording. */
export function begin(state: 'requesting' | 'uploading', mode: 'live' | 'upload', resumed?: string): Scope {
  const id = resumed ?? crypto.randomUUID();
  held.task = new Scope();
  held.id = id;
  held.letGo();
  held.letGo = holdDraft(id);
  recorder.recordingState = state;
  recorder.recordingMode = mode;
  recorder.audioError = null;
  recorder.saved = null;
  return held.task;
}

export function fail(error: unknown): void {
  const { code, message } = codedFrom(error, 'recording_failed');
  const text = code === 'recording_failed' ? 'Recording failed. Please try again.' : message;
  recorder.recordingState = 'inactive';
  recorder.recordingTime = 0;
  recorder.audioError = { type: code as AudioErrorType, message: text };
}

/** The recording or file is there: kept in memory, and on this device until a fragrance was made of it. */
export function finish(recorded: Recording): void {
  held.recording = recorded;
  recorder.duration = recorded.duration;
  recorder.recordingState = 'recorded';
  void keep(recorded);
  void listen(recorded);
}

/** Shows what the analysis has found, as soon as it has: whether there is anything to hear, and the waveform. */
async function listen({ id, analysis: task }: Recording): Promise<void> {
  try {
    const { analysis, peaks } = await task.result;
    if (held.recording?.id !== id) return;
    recorder.silent = analysis.silent;
    // A player only estimates the length of some files.
    if (analysis.duration > 0) recorder.duration = analysis.duration;
    recorder.essence = ref(analysis.source === 'spectral' ? [...analysis.essence] : []);
    recorder.waveform = ref(waveformOf({ duration: analysis.duration, notes: analysis.notes, peaks }));
  } catch {
    // Whoever creates a fragrance of it is told.
  }
}

async function keep({ id, blob, duration }: Recording): Promise<void> {
  const kept = await keepRecording(id, blob);
  if (held.recording?.id !== id) {
    // Reset while it was being written.
    await discard(id);
    return;
  }
  // The words before the pieces go: in between, either is enough.
  if (kept === 'page') return;
  if (!isFragranceOf(id))
    saveDraft({ id, began: Date.now(), seconds: duration, name: recorder.audioFileName, type: blob.type });
  await held.pieces;
  await forgetParts(id);
}

/**
 * Forgets a draft; its bytes stay where a fragrance or something that waits still needs them. Its own upload, which a
 * reload may have left waiting, is given up with it: nobody needs what it would store.
 */
export async function discard(id: string): Promise<void> {
  await held.pieces;
  dropDraft(id);
  const waiting = await outbox.entries();
  const others = JSON.stringify(waiting.filter((entry) => entry.id !== id));
  const needed = isFragranceOf(id) || isNamedLocally(id) || others.includes(id);
  if (!needed) await outbox.remove(id);
  await forgetDraft(id, needed ? JSON.stringify(waiting) : others);
}

function clear(): void {
  const { recording, usedAnalysis, session } = held;
  held.task.dispose();
  held.ticking.dispose();
  session?.cancel();
  if (recording !== null && recording.analysis !== usedAnalysis) recording.analysis.cancel();
  held.session = null;
  held.recording = null;
  held.id = '';
  held.letGo();
  forgetRecording();
  clearLiveView();
  Object.assign(recorder, {
    recordingState: 'inactive',
    recordingTime: 0,
    recordingMode: 'live',
    audioFileName: null,
    audioError: null,
    duration: null,
    silent: false,
    waveform: null,
    essence: [],
    playing: false,
    creating: false,
    uploadProgress: null,
    replacement: null,
  });
}

/** Back to the beginning: microphone released, recording forgotten, on this device too. */
export function resetRecording(): void {
  const id = held.recording?.id ?? held.id;
  // A file that is not read yet is not kept either, and what an earlier visit left behind stays on offer.
  const kept = id !== '' && recorder.recordingState !== 'inactive' && recorder.recordingState !== 'uploading';
  clear();
  if (kept) void discard(id);
}

/** Begins afresh: what was made a fragrance stays with it, and what was not is offered again later. */
export function putAside(): void {
  const id = held.recording?.id;
  clear();
  if (id !== undefined && isFragranceOf(id)) dropDraft(id);
}
