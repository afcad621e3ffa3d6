import { proxy, subscribe } from 'valtio';
import { analysisClient } from '../audio/analysisClient.ts';
import { soundContext } from '../audio/context.ts';
import { MOST_SECONDS } from '../audio/decode.ts';
import { clearLiveView } from '../audio/liveView.ts';
import type { MicrophoneErrorType } from '../audio/microphone.ts';
import { beginAnalysis, type PendingAnalysis } from '../audio/pendingAnalysis.ts';
import { openSoundFile } from '../audio/soundFile.ts';
import { startRecordingSession, type RecordingSession, type Sound } from '../audio/recordingSession.ts';
import { codedFrom, isCoded } from '../domain/errors.ts';
import { localStore } from '../platform/localStore.ts';
import { Scope } from '../platform/scope.ts';
import { busyWhile } from './busy.ts';
import { notify } from './notices.ts';
import { forgetRecording, playRecording, player, stopPlaying } from './player.ts';
import { beginProcessing, tellSilence } from './processing.ts';
import { keepRecording, storeRecording } from './storeRecording.ts';

/** The recorder of the create screen: inactive, requesting, recording, uploading, recorded. */

export type RecordingState = 'inactive' | 'requesting' | 'recording' | 'uploading' | 'recorded';
export type AudioErrorType = MicrophoneErrorType | 'invalid_file' | 'recording_failed' | 'too_long' | 'engine';

export const MUSIC_KEY = 'accord:music';

export const recorder = proxy<{
  recordingState: RecordingState;
  /** Whole seconds; ticks once a second. */
  recordingTime: number;
  recordingMode: 'live' | 'upload';
  audioFileName: string | null;
  /** A microphone that could not be had, or a recording that failed: the panel shows it. */
  audioError: { type: AudioErrorType; message: string } | null;
  /** Seconds of what was recorded or opened. */
  duration: number | null;
  /** The Music switch: recorded without the browser's voice processing (decision 7). */
  music: boolean;
  /** The recording is being played back. */
  playing: boolean;
  /** Create Fragrance was pressed and is at work. */
  creating: boolean;
  /** 0 to 1 while the recording goes out. */
  uploadProgress: number | null;
}>({
  recordingState: 'inactive',
  recordingTime: 0,
  recordingMode: 'live',
  audioFileName: null,
  audioError: null,
  duration: null,
  music: localStore.read(MUSIC_KEY) === true,
  playing: false,
  creating: false,
  uploadProgress: null,
});
busyWhile(recorder, () => recorder.creating || ['requesting', 'recording', 'uploading'].includes(recorder.recordingState));

/** The microphone that is open, and what belongs to its time. */
let session: RecordingSession | null = null;
/** A sound with the id that it got when it began. */
type Recorded = Sound & { id: string };
/** What was recorded or opened last: the blob that is held app-wide. */
let sound: Recorded | null = null;
/** The id of the recording or file that is under way. */
let recordingId = '';
/** The analysis that the processing screen has taken over: a reset here must not cancel it. */
let handedOver: PendingAnalysis | null = null;
/** One attempt at a recording or a file; ended by a reset, so that what comes late is dropped. */
let attempt = new AbortController();
let ticking = new Scope();
let stopping: Promise<void> | null = null;

/** The recording in memory, or null; with an id, only when it is that very one. */
export function currentRecording(id?: string): Blob | null {
  return sound !== null && (id === undefined || sound.id === id) ? sound.blob : null;
}

function begin(state: 'requesting' | 'uploading', mode: 'live' | 'upload'): AbortController {
  attempt = new AbortController();
  recordingId = crypto.randomUUID();
  recorder.recordingState = state;
  recorder.recordingMode = mode;
  recorder.audioError = null;
  return attempt;
}

/** Asks for the microphone and records it. Only from inactive. */
export async function startRecording(): Promise<void> {
  if (recorder.recordingState !== 'inactive') return;
  stopPlaying();
  const mine = begin('requesting', 'live');
  try {
    const started = await startRecordingSession({
      context: soundContext,
      client: analysisClient,
      music: recorder.music,
      signal: mine.signal,
      onUnplugged: () => {
        if (mine.signal.aborted || recorder.recordingState !== 'recording') return;
        notify({ kind: 'warning', title: 'The microphone was disconnected.', description: 'We kept what you had recorded until then.', key: 'microphone' });
        void stopRecording();
      },
    });
    if (mine.signal.aborted) {
      started.cancel();
      return;
    }
    session = started;
    recorder.recordingState = 'recording';
    recorder.recordingTime = 0;
    ticking = new Scope();
    ticking.interval(tick, 1000);
    // Leaving the page must not leave the microphone open; coming back with the back button finds the recording.
    ticking.listen(window, 'pagehide', () => void stopRecording());
  } catch (error) {
    if (mine.signal.aborted) return;
    fail(error);
  }
}

function tick(): void {
  if (session === null) return;
  const elapsed = session.elapsed();
  // Timers come late and never early, but their time and the clock's differ by a hair.
  recorder.recordingTime = Math.floor(elapsed + 0.05);
  if (elapsed < MOST_SECONDS) return;
  notify({ kind: 'info', title: 'That was half an hour, the longest that Accord can listen to.', description: 'Your recording is ready.', key: 'too_long' });
  void stopRecording();
}

function fail(error: unknown): void {
  const { code, message } = codedFrom(error, 'recording_failed');
  const specified = code === 'recording_failed' ? 'Recording failed. Please try again.' : message;
  recorder.recordingState = 'inactive';
  recorder.recordingTime = 0;
  recorder.audioError = { type: code as AudioErrorType, message: specified };
}

/** Ends the recording; the microphone is released. Settles when the recording is there. */
export function stopRecording(): Promise<void> {
  if (stopping !== null) return stopping;
  const mine = stop().finally(() => {
    if (stopping === mine) stopping = null;
  });
  stopping = mine;
  return mine;
}

async function stop(): Promise<void> {
  if (session === null) return;
  const ending = session;
  const mine = attempt;
  session = null;
  ticking.dispose();
  try {
    const recorded = await ending.stop();
    if (mine.signal.aborted) recorded.analysis.cancel();
    else finish(recorded);
  } catch (error) {
    if (!mine.signal.aborted) fail(error);
  }
}

function finish(recorded: Sound): void {
  sound = { ...recorded, id: recordingId };
  recorder.duration = recorded.duration;
  recorder.recordingState = 'recorded';
  void keepRecording(sound.id, sound.blob);
}

/**
 * Opens a sound file that was dropped or picked: uploading until its duration is read, then recorded; inactive again
 * with a notice when it does not play. Ignored while a recording goes on.
 */
export async function openFile(file: File): Promise<void> {
  if (recorder.recordingState === 'requesting' || recorder.recordingState === 'recording' || recorder.creating) return;
  resetRecording();
  const mine = begin('uploading', 'upload');
  recorder.audioFileName = file.name;
  try {
    const opened = await openSoundFile(analysisClient, file, mine.signal);
    if (mine.signal.aborted) opened.analysis.cancel();
    else finish(opened);
  } catch (error) {
    if (mine.signal.aborted) return;
    resetRecording();
    if (isCoded(error, 'too_long')) notify({ kind: 'error', title: 'This sound is too long. Please try one of up to 30 minutes.', key: 'file' });
    else notify({ kind: 'error', title: 'Invalid audio file. Please try a different file.', key: 'file' });
  }
}

/** Back to the beginning: microphone released, recording forgotten. */
export function resetRecording(): void {
  attempt.abort();
  ticking.dispose();
  // One that is just being stopped goes on by itself, and its recording is dropped.
  stopping = null;
  session?.cancel();
  session = null;
  if (sound !== null && sound.analysis !== handedOver) sound.analysis.cancel();
  sound = null;
  forgetRecording();
  clearLiveView();
  Object.assign(recorder, {
    recordingState: 'inactive', recordingTime: 0, recordingMode: 'live', audioFileName: null, audioError: null,
    duration: null, playing: false, creating: false, uploadProgress: null,
  });
}

/**
 * The create screen is left: a recording that goes on is ended and kept, a question for the microphone is taken back,
 * and the recording falls silent.
 */
export function leaveRecorder(): void {
  if (recorder.recordingState === 'requesting') resetRecording();
  else if (recorder.recordingState === 'recording') void stopRecording();
  if (recorder.playing) stopPlaying();
}

/** Closes the error panel; Try Again is this and then {@link startRecording}. */
export function dismissAudioError(): void {
  recorder.audioError = null;
}

/** The Music switch; remembered on this device. Holds from the next recording on. */
export function setMusic(on: boolean): void {
  recorder.music = on;
  localStore.save(MUSIC_KEY, on);
}

subscribe(player, () => {
  if (player.sounding !== 'recording') recorder.playing = false;
});

/** Play Recording: plays what was recorded, or stops it. */
export async function togglePlayback(): Promise<void> {
  if (recorder.playing) {
    stopPlaying();
    return;
  }
  if (sound === null) {
    notify({ kind: 'error', title: 'No audio recording available', key: 'playback' });
    return;
  }
  const playing = playRecording(sound.blob);
  recorder.playing = true;
  const outcome = await playing;
  if (!outcome.ok) recorder.playing = false;
}

/**
 * Create Fragrance: asks whether there is anything to hear, stores the recording, and hands the sound to the processing
 * screen. Resolves to true when the caller should go there. A backend that is away or unwilling costs the visitor
 * neither the fragrance nor the recording.
 */
export async function createFragrance(): Promise<boolean> {
  if (recorder.creating) return false;
  if (sound === null || recorder.recordingState !== 'recorded') {
    notify({ kind: 'error', title: 'No Audio', description: "There's no recorded audio to process.", key: 'create' });
    return false;
  }
  // Given up on the processing screen, or failed there: the recording is still here, and is listened to once more.
  if (sound.analysis.failed()) sound = { ...sound, analysis: beginAnalysis(analysisClient, sound.blob, sound.duration) };
  const creating = sound;
  const mine = attempt;
  recorder.creating = true;
  stopPlaying();
  try {
    if (await creating.analysis.silent) {
      if (!mine.signal.aborted) tellSilence();
      return false;
    }
    if (mine.signal.aborted) return false;
    const { result, progress, cancel } = creating.analysis;
    handedOver = creating.analysis;
    void beginProcessing({ result, progress, cancel, recordingId: creating.id });
    void upload(creating);
    return true;
  } finally {
    if (!mine.signal.aborted) recorder.creating = false;
  }
}

/** Sends the recording out beside everything else: neither the fragrance nor a reset waits for it or ends it. */
async function upload({ id, blob }: Recorded): Promise<void> {
  const showing = (): boolean => sound?.id === id;
  if (showing()) recorder.uploadProgress = 0;
  await storeRecording(id, blob, new AbortController().signal, (done) => {
    if (showing()) recorder.uploadProgress = done;
  });
  if (showing()) recorder.uploadProgress = null;
}
