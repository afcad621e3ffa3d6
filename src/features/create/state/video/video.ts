import { ref } from 'valtio';
import { startVideoRecording, type VideoRecording } from '#features/create/audio/video/videoCamera.ts';
import { kindOf } from '#features/create/audio/files/kind.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { MIN_SECONDS, notifyTooShort, detachRecording } from '../recording/currentSound.ts';
import { stopPlaying } from '#features/instruments/state/playback/player.ts';
import { fail, NO_VIDEO, video, VIDEO_ERRORS, type VideoErrorCode } from './videoState.ts';
import { cameraNow, closeCamera, turnOff, turnOn } from './camera.ts';
import { extractSound } from '#features/create/audio/video/videoSound.ts';
import { toCodedError } from '#core/values/errors.ts';
import { openFile } from '../opening/openFile.ts';
import { createFragrance } from '../processing/makeFragrance.ts';
import { recorder } from '../recording/recordingState.ts';

/* Records the camera, or opens a video. */

let active: VideoRecording | null = null;
/** Beginning of the recording, ms of the page's clock. */
let began = 0;
let ticking = new Scope();
/** Ended by a reset or by leaving, so that late results are dropped. */
let task = new Scope();

/** The scope of the present recording; it ends with a reset or when the screen is left. */
const videoTask = (): Scope => task;

/** Closes video mode: turns the camera off and cancels Create Fragrance. Keeps the recording. */
export function leaveVideo(): void {
  if (video.creating) {
    task.dispose();
    task = new Scope();
    video.creating = false;
  }
  if (video.state === 'recording') void stopVideo();
  closeCamera();
}

/** Length of the recording so far, s. */
const elapsedSeconds = (): number => (performance.now() - began) / 1000;

/** Starts recording the camera. Only from inactive. */
export function startVideo(): void {
  if (video.state !== 'inactive') return;
  video.error = null;
  const camera = cameraNow();
  if (camera === null || camera.stream.getTracks().every((track) => track.readyState === 'ended')) {
    fail('no_stream');
    return;
  }
  stopPlaying();
  task = new Scope();
  try {
    active = startVideoRecording(camera.stream, () => void stopVideo());
  } catch {
    fail('processing_error');
    return;
  }
  video.state = 'recording';
  video.time = 0;
  began = performance.now();
  ticking = new Scope();
  ticking.interval(() => {
    video.time = Math.floor(elapsedSeconds() + 0.05);
  }, 1000);
  // Release the camera when the page is left.
  ticking.listen(window, 'pagehide', leaveVideo);
}

/** Stops the recording. */
export async function stopVideo(): Promise<void> {
  const ending = active;
  if (ending === null) return;
  active = null;
  ticking.dispose();
  const { signal } = task;
  const seconds = elapsedSeconds();
  const blob = await ending.stop();
  if (signal.aborted) return;
  if (blob.size === 0 || seconds < MIN_SECONDS) {
    video.state = 'inactive';
    video.time = 0;
    if (blob.size === 0) fail('no_video_data');
    else notifyTooShort();
    return;
  }
  video.recording = ref(blob);
  video.state = 'recorded';
  // iOS plays quietly while a microphone is open (WebKit#35034), and a camera must not stay on.
  turnOff();
}

/** Files of these types may contain video, whatever type the system reports. */
async function mayBeVideo(file: File): Promise<boolean> {
  const kind = await kindOf(file).catch(() => null);
  return kind?.opens === 'sound' && ['mp4', 'matroska', 'ogg'].includes(kind.container);
}

/** Opens a video file instead of recording one. */
export async function openVideo(file: File): Promise<void> {
  if (!file.type.startsWith('video/') && !(await mayBeVideo(file))) {
    fail('invalid_file');
    return;
  }
  if (video.state === 'recording' || video.creating) return;
  if (file.size === 0) {
    fail('no_video_data');
    return;
  }
  clear();
  closeCamera();
  video.recording = ref(file);
  video.fileName = file.name;
  video.state = 'recorded';
}

/** Resets to inactive with the timer at 0 and turns the camera on again. */
export function resetVideo(): void {
  clear();
  if (cameraNow() === null && video.access === 'granted') void turnOn();
}

/** Stops recording and playback, and deletes the recording. */
function clear(): void {
  task.dispose();
  task = new Scope();
  ticking.dispose();
  void active?.stop();
  active = null;
  stopPlaying();
  Object.assign(video, NO_VIDEO);
}

/** Delay between the extraction and the processing screen, ms. */
const REDIRECT_MS = 1000;

/**
 * Create Fragrance: extracts the sound and hands it to the recorder like a dropped file, so that the same analysis,
 * upload and rules apply. Resolves to true when the caller should go to the processing screen.
 */
export async function createFromVideo(): Promise<boolean> {
  if (video.creating) return false;
  const source = video.recording;
  if (source === null || video.state !== 'recorded') {
    fail('no_recording');
    return false;
  }
  const taskScope = videoTask();
  const { signal } = taskScope;
  video.creating = true;
  video.error = null;
  stopPlaying();
  try {
    const { sound, metadata } = await extractSound(source, Date.now, signal);
    if (signal.aborted) return false;
    video.metadata = metadata;
    // Stop a recording that still runs in audio mode: its screen was left.
    if (recorder.recordingState !== 'inactive') detachRecording();
    await openFile(new File([sound], video.fileName ?? 'video.wav', { type: sound.type }));
    if (signal.aborted) return false;
    // The recorder reports why it could not open the sound.
    if ((recorder.recordingState as string) !== 'recorded') {
      fail('analysis_failed');
      return false;
    }
    if (!(await createFragrance()) || signal.aborted) return false;
    const redirect = taskScope.child();
    await redirect.delay(REDIRECT_MS);
    // The recorder has the sound; the next visit of video mode starts over.
    clear();
    video.metadata = metadata;
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    const { code } = toCodedError(error, 'processing_error');
    fail(code in VIDEO_ERRORS ? (code as VideoErrorCode) : 'processing_error');
    return false;
  } finally {
    if (!signal.aborted) video.creating = false;
  }
}
