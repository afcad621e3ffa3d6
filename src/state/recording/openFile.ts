import { analysisClient } from '../../audio/analysis/analysisClient.ts';
import { readDuration } from '../../audio/analysis/decode.ts';
import { beginAnalysis } from '../../audio/analysis/analysisTask.ts';
import type { Recording } from '../../audio/recording/recording.ts';
import { openSoundFile } from '../../audio/analysis/soundFile.ts';
import { draftBytes, drafts, freeDrafts, sweepRecordings } from '../../backend/recordings/drafts.ts';
import { outbox } from '../../backend/outbox/outbox.ts';
import { isCoded } from '../../domain/errors.ts';
import { notify } from '../shell/notices.ts';
import { isFragranceOf } from './processing.ts';
import { begin, discard, finish, held, putAside, resetRecording } from './recorderState.ts';
import { recorder } from './recorderView.ts';
import { LatestTask } from '../../platform/lifetime/scope.ts';

/** Sounds that come from a file, or from an earlier visit of this page. */

/** The file that waits for the visitor's word. */
let waiting: { file: File; recording: Recording } | null = null;
/** The newest file: one that was overtaken while it was read is put aside. */
const latest = new LatestTask();

function tellUnusable(error: unknown): void {
  if (isCoded(error, 'too_long'))
    notify({ kind: 'error', title: 'This sound is too long. Please try one of up to 30 minutes.', key: 'file' });
  else notify({ kind: 'error', title: 'Invalid audio file. Please try a different file.', key: 'file' });
}

/**
 * Opens a sound file that was dropped or picked: uploading until its duration is read, then recorded; inactive again
 * with a notice when it does not play. Ignored while a recording goes on. A recording that is there is not touched
 * before the file has proved good and the visitor has said so.
 */
export async function openFile(file: File): Promise<void> {
  if (recorder.recordingState === 'requesting' || recorder.recordingState === 'recording' || recorder.creating) return;
  if (recorder.recordingState === 'recorded' && held.recording !== null && !isFragranceOf(held.recording.id)) {
    await openBeside(file);
    return;
  }
  putAside();
  const mine = begin('uploading', 'upload');
  recorder.audioFileName = file.name;
  try {
    const opened = await openSoundFile(analysisClient, file, mine.signal, held.id);
    if (mine.signal.aborted) opened.analysis.cancel();
    else finish(opened);
  } catch (error) {
    if (mine.signal.aborted) return;
    resetRecording();
    tellUnusable(error);
  }
}

async function openBeside(file: File): Promise<void> {
  const newest = latest.begin();
  const { signal } = held.task;
  keepRecorded();
  try {
    const recording = await openSoundFile(analysisClient, file, signal, crypto.randomUUID());
    if (signal.aborted || newest.aborted) {
      recording.analysis.cancel();
      return;
    }
    waiting = { file, recording };
    signal.addEventListener('abort', () => {
      if (waiting?.recording === recording) keepRecorded();
    });
    // A file still lies on the visitor's disk; a voice is nowhere else.
    if (recorder.recordingMode === 'live') recorder.replacement = { name: file.name };
    else replaceRecorded();
  } catch (error) {
    if (!signal.aborted && !newest.aborted) tellUnusable(error);
  }
}

/** Yes: the file takes the place of the recording. */
export function replaceRecorded(): void {
  const next = waiting;
  waiting = null;
  if (next === null) return;
  resetRecording();
  begin('uploading', 'upload', next.recording.id);
  recorder.audioFileName = next.file.name;
  finish(next.recording);
}

/** No: the recording stays. */
export function keepRecorded(): void {
  waiting?.recording.analysis.cancel();
  waiting = null;
  recorder.replacement = null;
}

/**
 * A recording that has become a fragrance makes way for a new one; what an earlier visit left
 * behind is offered.
 */
export async function offerSaved(): Promise<void> {
  if (recorder.recordingState === 'recorded' && held.recording !== null && isFragranceOf(held.recording.id)) putAside();
  const entry = latest.begin();
  await sweepRecordings(JSON.stringify(await outbox.entries()) + (held.recording?.id ?? '')).catch(() => undefined);
  const left = (await freeDrafts()).filter(({ id }) => id !== held.recording?.id && !isFragranceOf(id));
  // Less than a second is nothing that anybody misses of a voice; a file was chosen, however short it is.
  const newest = left.filter(({ name, seconds }) => name !== null || seconds >= 1).at(-1);
  if (entry.aborted || recorder.recordingState !== 'inactive' || newest === undefined) return;
  recorder.saved = { id: newest.id, seconds: newest.seconds, name: newest.name };
}

/** Use it: what was kept is opened as if it had just been recorded. */
export async function resumeSaved(): Promise<void> {
  const draft = drafts().find(({ id }) => id === recorder.saved?.id);
  if (draft === undefined || recorder.recordingState !== 'inactive') {
    recorder.saved = null;
    return;
  }
  const mine = begin('uploading', draft.name === null ? 'live' : 'upload', draft.id);
  recorder.audioFileName = draft.name;
  try {
    const blob = await draftBytes(draft);
    if (blob === null) throw new Error('Nothing is left of it.');
    const duration = await readDuration(blob, mine.signal);
    if (mine.signal.aborted) return;
    finish({ id: draft.id, blob, duration, analysis: beginAnalysis(analysisClient, blob, duration), capture: null });
  } catch {
    if (mine.signal.aborted) return;
    resetRecording();
    // Perhaps it only took too long: it goes when its owner says so.
    recorder.saved = { id: draft.id, seconds: draft.seconds, name: draft.name };
    notify({
      kind: 'error',
      title: 'The recording that was kept could not be opened.',
      description: 'It is still on this device. Please try again, or discard it.',
      key: 'file',
    });
  }
}

/** Discard: what was kept is forgotten. */
export async function discardSaved(): Promise<void> {
  const id = recorder.saved?.id;
  recorder.saved = null;
  if (id !== undefined) await discard(id);
}
