import { subscribe } from 'valtio';
import { analysisClient } from '../../audio/analysis/analysisClient.ts';
import { soundContext } from '../../audio/playback/context.ts';
import { MAX_SECONDS } from '../../audio/analysis/decode.ts';
import { startRecordingSession } from '../../audio/recording/recordingSession.ts';
import { keepPart, saveDraft } from '../../backend/recordings/drafts.ts';
import { LatestTask, Scope } from '../../platform/lifetime/scope.ts';
import { notify } from '../shell/notices.ts';
import { playRecording, player, stopPlaying } from '../playback/player.ts';
import { offerSaved } from './openFile.ts';
import { begin, fail, finish, held, resetRecording } from './recorderState.ts';
import { recorder } from './recorderView.ts';
import { takeRecordingRequest } from './recordingRequest.ts';

/** The microphone of the create screen: recording, stopping, listening to what was recorded. */

export { createFragrance } from './makeFragrance.ts';
export { openBrought } from '../opening/paste.ts';
export { discardSaved, keepRecorded, openFile, replaceRecorded, resumeSaved } from './openFile.ts';
export { playbackPosition } from '../playback/player.ts';
export { currentRecording, putAside, resetRecording } from './recorderState.ts';
export {
  dismissAudioError,
  MUSIC_KEY,
  recorder,
  setMusic,
  type AudioErrorType,
  type RecordingState,
} from './recorderView.ts';

/** A recording that shows as 0:00 is none: the tap was a mistake, s. */
const MIN_SECONDS = 1;

/** The recording that is being ended. */
let stopping: { task: Scope; done: Promise<void> } | null = null;

/** Keeps the pieces of a recording as they come, one after the other; where there is no room any more, no later ones. */
function pieceKeeper(id: string): (part: Blob) => void {
  const began = Date.now();
  let count = 0;
  let full = false;
  return (part) => {
    const index = count++;
    const before = held.pieces;
    held.pieces = (async () => {
      await before;
      if (full || held.id !== id) return;
      try {
        await keepPart(id, index, part);
        // Once it was ended, its last words are said with the whole of it.
        if (held.session !== null && held.id === id)
          saveDraft({ id, began, seconds: held.session.elapsed(), name: null, type: part.type.split(';')[0]! });
      } catch {
        full = true;
      }
    })();
  };
}

/** The visit of the create screen. */
const visit = new LatestTask();

/** The create screen opens: what an earlier visit left behind is offered, and a requested recording begins. */
export async function enterRecorder(): Promise<void> {
  const signal = visit.begin();
  await offerSaved();
  if (signal.aborted) return;
  const seconds = takeRecordingRequest();
  if (seconds !== null) await startRecording({ seconds });
}

/** Asks for the microphone and records it, for `seconds` at most. Only from inactive. */
export async function startRecording({ seconds = MAX_SECONDS }: { seconds?: number } = {}): Promise<void> {
  if (recorder.recordingState !== 'inactive') return;
  stopPlaying();
  const mine = begin('requesting', 'live');
  try {
    const started = await startRecordingSession({
      id: held.id,
      context: soundContext,
      client: analysisClient,
      music: recorder.music,
      signal: mine.signal,
      onUnplugged: () => {
        if (mine.signal.aborted || recorder.recordingState !== 'recording') return;
        notify({
          kind: 'warning',
          title: 'The microphone was disconnected.',
          description: 'We kept what you had recorded until then.',
          key: 'microphone',
        });
        void stopRecording();
      },
      onPart: pieceKeeper(held.id),
    });
    if (mine.signal.aborted) {
      started.cancel();
      return;
    }
    held.session = started;
    recorder.recordingState = 'recording';
    recorder.recordingTime = 0;
    held.ticking = new Scope();
    held.ticking.interval(() => tick(seconds), 1000);
    if (seconds < MAX_SECONDS)
      notify({
        kind: 'info',
        title: `Sing, hum or play: it ends by itself after ${seconds} seconds.`,
        key: 'request',
      });
    // Leaving the page must not leave the microphone open; coming back with the back button finds the recording.
    held.ticking.listen(window, 'pagehide', () => void stopRecording());
  } catch (error) {
    if (mine.signal.aborted) return;
    fail(error);
  }
}

function tick(seconds: number): void {
  if (held.session === null) return;
  const elapsed = held.session.elapsed();
  // Timers come late and never early, but their time and the clock's differ by a hair.
  recorder.recordingTime = Math.floor(elapsed + 0.05);
  if (elapsed < seconds) return;
  if (seconds === MAX_SECONDS)
    notify({
      kind: 'info',
      title: 'That was half an hour, the longest that Accord can listen to.',
      description: 'Your recording is ready.',
      key: 'too_long',
    });
  void stopRecording();
}

/** Ends the recording; the microphone is released. Settles when the recording is there. */
export function stopRecording(): Promise<void> {
  const { task } = held;
  if (stopping?.task === task) return stopping.done;
  const done = stop();
  stopping = { task, done };
  return done;
}

async function stop(): Promise<void> {
  if (held.session === null) return;
  const ending = held.session;
  const { task } = held;
  held.session = null;
  held.ticking.dispose();
  try {
    const recorded = await ending.stop();
    if (task.signal.aborted) recorded.analysis.cancel();
    // What was shown as a second counts as one, though the capture began a moment later.
    else if (recorder.recordingTime >= MIN_SECONDS || recorded.duration >= MIN_SECONDS) finish(recorded);
    else {
      recorded.analysis.cancel();
      resetRecording();
      notify({
        kind: 'info',
        title: 'That was a very short sound.',
        description: 'Press Record and hold on for a few seconds.',
        key: 'create',
      });
    }
  } catch (error) {
    if (!task.signal.aborted) fail(error);
  }
}

/**
 * The create screen is left: a recording that goes on is ended and kept, a question for the microphone is taken back,
 * and the recording falls silent.
 */
export function leaveRecorder(): void {
  visit.abort();
  recorder.creating = false;
  if (recorder.recordingState === 'requesting') resetRecording();
  else if (recorder.recordingState === 'recording') void stopRecording();
  if (recorder.playing) stopPlaying();
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
  if (held.recording === null) {
    notify({ kind: 'error', title: 'No audio recording available', key: 'playback' });
    return;
  }
  const playing = playRecording(held.recording.blob);
  recorder.playing = true;
  const outcome = await playing;
  if (!outcome.ok) recorder.playing = false;
}
