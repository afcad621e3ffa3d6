import { analysisClient } from '../../audio/analysis/analysisClient.ts';
import { readDuration } from '../../audio/analysis/decode.ts';
import { beginAnalysis } from '../../audio/analysis/analysisTask.ts';
import type { Recording } from '../../audio/recording/recording.ts';
import { openSoundFile } from '../../audio/files/openSoundFile.ts';
import { draftBytes, drafts, unlockedDrafts, deleteUnusedRecordings } from '#core/recordings/drafts.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { fileWords, type FileWords } from './fileWords.ts';
import { notify } from '#core/appState/notices.ts';
import { isFragranceOf } from '../processing/processing.ts';
import { begin, current, discard, finish, detachRecording, resetRecording } from '../recording/currentSound.ts';
import { recorder } from '../recording/recorderView.ts';
import { onAbort } from '#core/lifetime/pageEvents.ts';
import { LatestTask } from '#core/lifetime/scope.ts';
import { newUuid } from '#core/values/uuid.ts';

/** Opens sounds from a file, or from an earlier visit of this page. */

const BUSY: FileWords = {
  title: 'Accord is busy with your recording.',
  description: 'Please open the file once that is done.',
};

/** The file that waits for the visitor's confirmation. */
let waiting: { file: File; recording: Recording } | null = null;
/** The newest file; an older one is dropped while it is read. */
const latest = new LatestTask();

/**
 * Result of opening a file: opened (or waiting for confirmation), or the reason why not; null when cancelled.
 */
export type Opened = 'opened' | { why: FileWords | null };

/**
 * Opens a sound or video file: `uploading` until it is decoded, then `recorded`; `inactive` again when it has no
 * sound. Refused during a recording. Replaces an existing recording only after the file has proved good and the
 * visitor has confirmed.
 */
export async function openSound(file: File): Promise<Opened> {
  if (recorder.recordingState === 'requesting' || recorder.recordingState === 'recording' || recorder.creating)
    return { why: BUSY };
  if (recorder.recordingState === 'recorded' && current.recording !== null && !isFragranceOf(current.recording.id))
    return openBeside(file);
  detachRecording();
  const mine = begin('uploading', 'upload');
  recorder.audioFileName = file.name;
  try {
    const opened = await openSoundFile(analysisClient, file, mine.signal, current.id);
    if (mine.signal.aborted) {
      opened.analysis.cancel();
      return { why: null };
    }
    finish(opened);
    return 'opened';
  } catch (error) {
    if (mine.signal.aborted) return { why: null };
    resetRecording();
    return { why: fileWords(error, file.name) };
  }
}

/** Opens a sound or video file; shows why when it fails. */
export async function openFile(file: File): Promise<void> {
  const opened = await openSound(file);
  if (opened !== 'opened' && opened.why !== null) notify({ kind: 'error', ...opened.why, key: 'file' });
}

async function openBeside(file: File): Promise<Opened> {
  const newest = latest.begin();
  const { signal } = current.task;
  keepRecorded();
  try {
    const recording = await openSoundFile(analysisClient, file, signal, newUuid());
    if (signal.aborted || newest.aborted) {
      recording.analysis.cancel();
      return { why: null };
    }
    waiting = { file, recording };
    onAbort(signal, () => {
      if (waiting?.recording === recording) keepRecorded();
    });
    // Confirm before replacing a live recording: unlike a file, it exists nowhere else.
    if (recorder.recordingMode === 'live') recorder.replacement = { name: file.name };
    else replaceRecorded();
    return 'opened';
  } catch (error) {
    return { why: signal.aborted || newest.aborted ? null : fileWords(error, file.name) };
  }
}

/** Confirmed: the file replaces the recording. */
export function replaceRecorded(): void {
  const next = waiting;
  waiting = null;
  if (next === null) return;
  resetRecording();
  begin('uploading', 'upload', next.recording.id);
  recorder.audioFileName = next.file.name;
  finish(next.recording);
}

/** Declined: the recording stays. */
export function keepRecorded(): void {
  waiting?.recording.analysis.cancel();
  waiting = null;
  recorder.replacement = null;
}

/** Clears a recording that has become a fragrance, and offers what an earlier visit left behind. */
export async function offerSaved(): Promise<void> {
  if (recorder.recordingState === 'recorded' && current.recording !== null && isFragranceOf(current.recording.id))
    detachRecording();
  const entry = latest.begin();
  await deleteUnusedRecordings(JSON.stringify(await outbox.entries()) + (current.recording?.id ?? '')).catch(
    () => undefined,
  );
  const left = (await unlockedDrafts()).filter(({ id }) => id !== current.recording?.id && !isFragranceOf(id));
  // Do not offer a voice of less than a second. A file was chosen on purpose, however short.
  const newest = left.filter(({ name, seconds }) => name !== null || seconds >= 1).at(-1);
  if (entry.aborted || recorder.recordingState !== 'inactive' || newest === undefined) return;
  recorder.saved = { id: newest.id, seconds: newest.seconds, name: newest.name };
}

/** A recording that an earlier visit left. Its length is the one that was offered: a webm has none. */
async function recordingOf(
  { id, seconds }: { id: string; seconds: number },
  blob: Blob,
  signal: AbortSignal,
): Promise<Recording> {
  const analysis = beginAnalysis(analysisClient, blob, await readDuration(blob, signal));
  return { id, blob, duration: seconds, analysis, capture: null };
}

/** Use it: opens the draft like a new recording or file. */
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
    const resumed = await (draft.name === null
      ? recordingOf(draft, blob, mine.signal)
      : openSoundFile(analysisClient, blob, mine.signal, draft.id));
    if (mine.signal.aborted) {
      resumed.analysis.cancel();
      return;
    }
    finish(resumed);
  } catch {
    if (mine.signal.aborted) return;
    resetRecording();
    // Perhaps it only timed out: keep it until the visitor discards it.
    recorder.saved = { id: draft.id, seconds: draft.seconds, name: draft.name };
    notify({
      kind: 'error',
      title: 'The recording that was kept could not be opened.',
      description: 'It is still on this device. Please try again, or discard it.',
      key: 'file',
    });
  }
}

/** Discard: deletes the draft. */
export async function discardSaved(): Promise<void> {
  const id = recorder.saved?.id;
  recorder.saved = null;
  if (id !== undefined) await discard(id);
}
