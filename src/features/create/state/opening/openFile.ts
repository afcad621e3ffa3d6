import { analysisClient } from '#features/create/audio/analysis/analysisClient.ts';
import { readDuration } from '#features/create/audio/analysis/decode.ts';
import { beginAnalysis } from '#features/create/audio/analysis/analysisTask.ts';
import type { Recording } from '#features/create/audio/recording/recordingSession.ts';
import { openSoundFile } from '#features/create/audio/files/openSoundFile.ts';
import { draftBytes, drafts, unlockedDrafts, deleteUnusedRecordings } from '#core/recordings/drafts.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { notify } from '#core/appState/notices.ts';
import { isFragranceOf } from '../processing/processing.ts';
import { begin, discard, finish, detachRecording, resetRecording } from '../recording/currentSound.ts';
import { recorder, current } from '../recording/recordingState.ts';
import { onAbort } from '#core/lifetime/pageEvents.ts';
import { LatestTask } from '#core/lifetime/scope.ts';
import { newUuid } from '#core/values/uuid.ts';
import type { SoundFileError } from '#features/create/audio/files/readSound.ts';
import { toCodedError } from '#core/values/errors.ts';

/* Opens sounds from a file, or from an earlier visit of this page. */

const BUSY_NOTICE: FileWords = {
  title: 'Accord is busy with your recording.',
  description: 'Please open the file once that is done.',
};

/** The file that waits for the visitor's confirmation. */
let unconfirmedFile: { file: File; recording: Recording } | null = null;
/** The newest file; an older one is dropped while it is read. */
const latestFile = new LatestTask();

/**
 * Result of opening a file: opened (or waiting for confirmation), or the reason why not; null when cancelled.
 */
export type OpenFileResult = 'opened' | { why: FileWords | null };

/**
 * Opens a sound or video file: `uploading` until it is decoded, then `recorded`; `inactive` again when it has no
 * sound. Refused during a recording. Replaces an existing recording only after the file has proved good and the
 * visitor has confirmed.
 */
export async function openSound(file: File): Promise<OpenFileResult> {
  if (recorder.recordingState === 'requesting' || recorder.recordingState === 'recording' || recorder.creating)
    return { why: BUSY_NOTICE };
  if (recorder.recordingState === 'recorded' && current.recording !== null && !isFragranceOf(current.recording.id))
    return openBeside(file);
  detachRecording();
  const recordingScope = begin('uploading', 'upload');
  recorder.audioFileName = file.name;
  try {
    const opened = await openSoundFile(analysisClient, file, recordingScope.signal, current.id);
    if (recordingScope.signal.aborted) {
      opened.analysis.cancel();
      return { why: null };
    }
    finish(opened);
    return 'opened';
  } catch (error) {
    if (recordingScope.signal.aborted) return { why: null };
    resetRecording();
    return { why: fileWords(error, file.name) };
  }
}

/** Opens a sound or video file; shows why when it fails. */
export async function openFile(file: File): Promise<void> {
  const opened = await openSound(file);
  if (opened !== 'opened' && opened.why !== null) notify({ kind: 'error', ...opened.why, key: 'file' });
}

async function openBeside(file: File): Promise<OpenFileResult> {
  const newest = latestFile.begin();
  const { signal } = current.task;
  declineReplacement();
  try {
    const recording = await openSoundFile(analysisClient, file, signal, newUuid());
    if (signal.aborted || newest.aborted) {
      recording.analysis.cancel();
      return { why: null };
    }
    unconfirmedFile = { file, recording };
    onAbort(signal, () => {
      if (unconfirmedFile?.recording === recording) declineReplacement();
    });
    // Confirm before replacing a live recording: unlike a file, it exists nowhere else.
    if (recorder.recordingMode === 'live') recorder.replacement = { name: file.name };
    else acceptReplacement();
    return 'opened';
  } catch (error) {
    return { why: signal.aborted || newest.aborted ? null : fileWords(error, file.name) };
  }
}

/** Confirmed: the file replaces the recording. */
export function acceptReplacement(): void {
  const next = unconfirmedFile;
  unconfirmedFile = null;
  if (next === null) return;
  resetRecording();
  begin('uploading', 'upload', next.recording.id);
  recorder.audioFileName = next.file.name;
  finish(next.recording);
}

/** Declined: the recording stays. */
export function declineReplacement(): void {
  unconfirmedFile?.recording.analysis.cancel();
  unconfirmedFile = null;
  recorder.replacement = null;
}

/** Clears a recording that has become a fragrance, and offers the draft of an earlier visit. */
export async function offerSaved(): Promise<void> {
  if (recorder.recordingState === 'recorded' && current.recording !== null && isFragranceOf(current.recording.id))
    detachRecording();
  const entry = latestFile.begin();
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
  const recordingScope = begin('uploading', draft.name === null ? 'live' : 'upload', draft.id);
  recorder.audioFileName = draft.name;
  try {
    const blob = await draftBytes(draft);
    if (blob === null) throw new Error('Nothing is left of it.');
    const resumed = await (draft.name === null
      ? recordingOf(draft, blob, recordingScope.signal)
      : openSoundFile(analysisClient, blob, recordingScope.signal, draft.id));
    if (recordingScope.signal.aborted) {
      resumed.analysis.cancel();
      return;
    }
    finish(resumed);
  } catch {
    if (recordingScope.signal.aborted) return;
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

/* Messages about files that cannot be opened, or were ignored. */

export interface FileWords {
  title: string;
  description?: string;
}

/** Formats that every browser decodes. */
const WHAT_WORKS = 'WAV, MP3, AAC, Ogg, FLAC and WebM work.';
const INVALID_MESSAGE = 'Invalid audio file. Please try a different file.';
/** Names this many files and counts the others. */
const MAX_NAMED_FILES = 3;

/** Message why a file could not be opened; null when it was cancelled. */
export function fileWords(error: unknown, name: string): FileWords | null {
  const { code, message } = toCodedError(error, 'invalid_file');
  switch (code as SoundFileError) {
    case 'cancelled':
      return null;
    case 'too_long':
      return { title: 'This sound is too long. Please try one of up to 30 minutes.' };
    case 'no_decoder':
      return {
        title: 'This browser gives pages no decoder of sounds.',
        description: 'If it is in Lockdown Mode, allow Accord there, or use another browser.',
      };
    case 'unsupported':
      return { title: `This is ${message}; this browser cannot read it.`, description: WHAT_WORKS };
    case 'damaged':
      return {
        title: 'No sound can be read from this file.',
        description: `${name} is damaged or was cut off. Please try a different file.`,
      };
    case 'no_sound':
      return { title: 'There is no sound in this file.', description: `Please try a different file than ${name}.` };
    case 'empty':
      return { title: INVALID_MESSAGE, description: `${name} is empty.` };
    case 'unreadable':
      return { title: INVALID_MESSAGE, description: `${name} is a folder, or was moved or deleted.` };
    default:
      return { title: INVALID_MESSAGE };
  }
}

/** "a.wav, b.wav and c.wav", or "a.wav, b.wav, c.wav and 4 more". */
export function namesOf(files: readonly { name: string }[]): string {
  const names = files.slice(0, MAX_NAMED_FILES).map(({ name }) => name);
  const more = files.length - names.length;
  if (more > 0) names.push(`${more} more`);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
