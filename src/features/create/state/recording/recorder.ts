import { subscribe } from 'valtio';
import { analysisClient } from '#features/create/audio/analysis/analysisClient.ts';
import { soundContext } from '#core/audio/context.ts';
import { MAX_SECONDS } from '#features/create/audio/analysis/decode.ts';
import type { Microphone } from '#features/create/audio/recording/microphone.ts';
import { liveView } from '#features/create/audio/recording/liveView.ts';
import { startRecordingSession } from '#features/create/audio/recording/recordingSession.ts';
import { storeChunk, saveDraft } from '#core/recordings/drafts.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { notify } from '#core/appState/notices.ts';
import { playRecording, player, stopPlaying } from '#features/instruments/state/playback/player.ts';
import { offerSaved } from '../opening/openFile.ts';
import { begin, discardRecording, fail, finish, MIN_SECONDS, resetRecording, notifyTooShort } from './currentSound.ts';
import { recorder, current } from './recordingState.ts';

/*
 * Recording and playing on the create screen, loaded by recorderControls.ts, which requests the microphone in the press
 * itself. The sound is in currentSound.ts, which opening and processing use without a microphone; the state for screens
 * is in recordingState.ts. Files are opened in ../opening/.
 */

export { createFragrance } from '../processing/makeFragrance.ts';
export { openDroppedOrPasted } from '../opening/openFiles.ts';
export { discardSaved, declineReplacement, acceptReplacement, resumeSaved } from '../opening/openFile.ts';
export { playbackPosition } from '#features/instruments/state/playback/player.ts';
export { resetRecording } from './currentSound.ts';

/** Interval in which the length of the recording is read, ms. */
const TICK_MS = 100;

/** A recording that was never louder than this counts as silent (-60 dBFS, as in the analysis); an amplitude. */
const SILENT_PEAK = 0.001;
/** A room without a voice is softer than this, an amplitude (-50 dBFS). */
const QUIET_PEAK = 0.0032;
/** A capture that has not come by then gives no level, s. */
const LEVEL_KNOWN_SECONDS = 4;
/** Columns of 10 ms without a sound after which nothing is praised. */
const QUIET_COLUMNS = 300;

/** The recording that is being stopped. */
let currentStop: { task: Scope; done: Promise<void> } | null = null;

/** Stores the pieces of a recording in order; stops when the device is full. */
function pieceWriter(id: string): (part: Blob) => void {
  const began = Date.now();
  let count = 0;
  let full = false;
  return (part) => {
    const index = count++;
    const before = current.piecesStored;
    current.piecesStored = (async () => {
      await before;
      if (full || current.id !== id) return;
      try {
        await storeChunk(id, index, part);
        // After the stop, the complete recording writes its own draft entry.
        if (current.session !== null && current.id === id)
          saveDraft({ id, began, seconds: current.session.elapsed(), name: null, type: part.type.split(';')[0]! });
      } catch {
        full = true;
      }
    })();
  };
}

/** Call it when the create screen opens: offers the draft of an earlier visit. */
export async function enterRecorder(): Promise<void> {
  await offerSaved();
}

/** Starts the worker before its first use. */
export const warmRecorder = (): void => analysisClient.warm();

/** Reset: deletes the recording, and offers the draft of an earlier visit. */
export async function startOver(): Promise<void> {
  await discardRecording();
  await offerSaved();
}

/** Records the microphone that a press has requested (recorderControls.ts). */
export async function recordFrom(opening: Promise<Microphone>): Promise<void> {
  stopPlaying();
  const recordingScope = begin('requesting', 'live');
  try {
    const started = await startRecordingSession({
      id: current.id,
      opening,
      context: soundContext,
      client: analysisClient,
      signal: recordingScope.signal,
      onUnplugged: () => {
        if (recordingScope.signal.aborted || recorder.recordingState !== 'recording') return;
        notify({
          kind: 'warning',
          title: 'The microphone was disconnected.',
          description: 'We kept what you had recorded until then.',
          key: 'microphone',
        });
        void stopRecording();
      },
      onMuted: (muted) => {
        if (!recordingScope.signal.aborted) recorder.muted = muted;
      },
      onPart: pieceWriter(current.id),
    });
    if (recordingScope.signal.aborted) {
      started.cancel();
      return;
    }
    current.session = started;
    recorder.recordingState = 'recording';
    recorder.recordingTime = 0;
    recorder.unheard = true;
    recorder.quiet = true;
    current.ticking = new Scope();
    current.ticking.interval(tick, TICK_MS);
    // Release the microphone when the page is left; coming back with the back button shows the recording.
    current.ticking.listen(window, 'pagehide', () => void stopRecording());
  } catch (error) {
    if (recordingScope.signal.aborted) return;
    fail(error);
  }
}

function tick(): void {
  if (current.session === null) return;
  const elapsed = current.session.elapsed();
  recorder.recordingTime = Math.floor(elapsed);
  const loudest = liveView.columns.slice(-QUIET_COLUMNS).reduce((most, { peak }) => Math.max(most, peak), 0);
  if (loudest > SILENT_PEAK || (liveView.time === 0 && elapsed > LEVEL_KNOWN_SECONDS)) recorder.unheard = false;
  recorder.quiet = loudest <= QUIET_PEAK;
  if (elapsed < MAX_SECONDS) return;
  notify({
    kind: 'info',
    title: 'That was half an hour, the longest that Accord can listen to.',
    description: 'Your recording is ready.',
    key: 'too_long',
  });
  void stopRecording();
}

/** Stops the recording and releases the microphone. Settles when the recording is there. */
export function stopRecording(): Promise<void> {
  const { task } = current;
  if (currentStop?.task === task) return currentStop.done;
  const done = stop();
  currentStop = { task, done };
  return done;
}

async function stop(): Promise<void> {
  if (current.session === null) return;
  const ending = current.session;
  const { task } = current;
  const elapsed = ending.elapsed();
  current.session = null;
  current.ticking.dispose();
  recorder.stopping = true;
  try {
    const recorded = await ending.stop();
    if (task.signal.aborted) recorded.analysis.cancel();
    else if (recorded.duration >= MIN_SECONDS) finish(recorded);
    else {
      recorded.analysis.cancel();
      refuseTooShort();
    }
  } catch (error) {
    if (task.signal.aborted) return;
    // A browser may deliver no sound for the first moments of a recording.
    if (elapsed < MIN_SECONDS) refuseTooShort();
    else fail(error);
  }
}

function refuseTooShort(): void {
  resetRecording();
  notifyTooShort();
}

/**
 * Call it when the create screen closes: stops and keeps a running recording, cancels a pending request for the
 * microphone and stops playback.
 */
export function leaveRecorder(): void {
  recorder.creating = false;
  if (recorder.recordingState === 'requesting') resetRecording();
  else if (recorder.recordingState === 'recording') void stopRecording();
  if (recorder.playing) stopPlaying();
}

subscribe(player, () => {
  if (player.sounding !== 'recording') recorder.playing = false;
});

/** Play Recording: plays the recording, or stops it. */
export async function togglePlayback(): Promise<void> {
  if (recorder.playing) {
    stopPlaying();
    return;
  }
  if (current.recording === null) {
    notify({ kind: 'error', title: 'No audio recording available', key: 'playback' });
    return;
  }
  const playing = playRecording(current.recording.blob);
  recorder.playing = true;
  const outcome = await playing;
  if (!outcome.ok) recorder.playing = false;
}
