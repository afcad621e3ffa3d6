import { proxy, ref } from 'valtio';
import {
  cameraAccess,
  hasSeveralCameras,
  openCamera,
  startVideoRecording,
  type Camera,
  type CameraAccess,
  type Facing,
  type VideoRecording,
} from '../../audio/video/videoCamera.ts';
import { kindOf } from '../../audio/files/kind.ts';
import { extractSound, type VideoMetadata } from '../../audio/video/videoSound.ts';
import { codedFrom, isCoded } from '../../../../core/values/errors.ts';
import { LatestTask, Scope } from '../../../../core/lifetime/scope.ts';
import { busyWhile } from '../../../../core/shell/busy.ts';
import { notify } from '../../../../core/shell/notices.ts';
import { stopPlaying } from '../../../instruments/state/playback/index.ts';
import { openFile } from '../opening/openFile.ts';
import { createFragrance } from '../processing/makeFragrance.ts';
import { putAside } from '../recording/currentSound.ts';
import { recorder } from '../recording/recorderView.ts';
import { VIDEO_ERRORS, type VideoErrorCode } from './videoErrors.ts';

/** Video mode: records a camera, extracts the sound and hands it to the same analysis. */

/** Delay between the extraction and the processing screen, ms. */
const REDIRECT_MS = 1000;

export const video = proxy<{
  access: CameraAccess;
  /** A request for the camera is pending. */
  opening: boolean;
  /** For the preview element. */
  stream: MediaStream | null;
  facing: Facing;
  /** The system reports a second camera. */
  several: boolean;
  state: 'inactive' | 'recording' | 'recorded';
  /** Whole seconds. */
  time: number;
  /** The recorded or opened video. */
  recording: Blob | null;
  fileName: string | null;
  /** True while Create Fragrance is at work. */
  creating: boolean;
  metadata: VideoMetadata | null;
  error: VideoErrorCode | null;
}>({
  access: 'unknown',
  opening: false,
  stream: null,
  facing: 'user',
  several: false,
  state: 'inactive',
  time: 0,
  recording: null,
  fileName: null,
  creating: false,
  metadata: null,
  error: null,
});
busyWhile(video, () => video.state === 'recording' || video.creating);

let camera: Camera | null = null;
let active: VideoRecording | null = null;
let ticking = new Scope();
/** Listeners on the tracks of the open camera. */
let watching = new Scope();
/** Ended by a reset or by leaving, so that late results are dropped. */
let task = new Scope();
/** Requests for the camera; only the newest may set it. */
const request = new LatestTask();

function fail(code: VideoErrorCode): void {
  video.error = code;
  notify({ kind: 'error', ...VIDEO_ERRORS[code], key: 'video' });
}

/** Opens video mode: turns the camera on where it was allowed before. */
export async function enterVideo(): Promise<void> {
  const signal = request.begin();
  const access = await cameraAccess();
  if (signal.aborted) return;
  video.access = access;
  // With a recording on the screen the visitor could not see that the camera is on.
  if (access === 'granted' && video.state === 'inactive') await turnOn();
}

/** Closes video mode: turns the camera off and cancels Create Fragrance. Keeps the recording. */
export function leaveVideo(): void {
  request.abort();
  if (video.creating) {
    task.dispose();
    task = new Scope();
    video.creating = false;
  }
  if (video.state === 'recording') void stopVideo();
  turnOff();
}

function turnOff(): void {
  watching.dispose();
  watching = new Scope();
  camera?.release();
  camera = null;
  video.stream = null;
  video.opening = false;
}

/** Turns the camera on; asks for permission where needed. */
export async function turnOn(facing: Facing = video.facing): Promise<void> {
  if (video.state === 'recording') return;
  const signal = request.begin();
  turnOff();
  video.opening = true;
  video.error = null;
  try {
    const opened = await openCamera(facing, recorder.music);
    if (signal.aborted) {
      opened.release();
      return;
    }
    camera = opened;
    // The camera was unplugged or blocked in the browser's menu: a frozen preview would look live.
    for (const track of opened.stream.getTracks()) {
      watching.listen(track, 'ended', () => {
        if (camera === opened && video.state !== 'recording') turnOff();
      });
    }
    video.stream = ref(opened.stream);
    video.access = 'granted';
    video.facing = opened.facing ?? facing;
    video.opening = false;
    const several = await hasSeveralCameras();
    if (!signal.aborted) video.several = several;
  } catch (error) {
    if (signal.aborted) return;
    video.opening = false;
    if (isCoded(error, 'camera_denied')) video.access = 'denied';
    fail(isCoded(error, 'camera_missing') ? 'camera_missing' : 'camera_access');
  }
}

/** Switches between front and back camera; not while recording. */
export async function switchCamera(): Promise<void> {
  if (video.state === 'recording' || video.opening) return;
  await turnOn(video.facing === 'user' ? 'environment' : 'user');
}

/** Starts recording the camera. Only from inactive. */
export function startVideo(): void {
  if (video.state !== 'inactive') return;
  video.error = null;
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
  const began = performance.now();
  ticking = new Scope();
  ticking.interval(() => {
    video.time = Math.floor((performance.now() - began) / 1000 + 0.05);
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
  const blob = await ending.stop();
  if (signal.aborted) return;
  if (blob.size === 0) {
    video.state = 'inactive';
    video.time = 0;
    fail('no_video_data');
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
  // A pending camera must not turn on behind the file.
  request.abort();
  clear();
  turnOff();
  video.recording = ref(file);
  video.fileName = file.name;
  video.state = 'recorded';
}

/** Resets to inactive with the timer at 0 and turns the camera on again. */
export function resetVideo(): void {
  clear();
  if (camera === null && video.access === 'granted') void turnOn();
}

function clear(): void {
  task.dispose();
  task = new Scope();
  ticking.dispose();
  void active?.stop();
  active = null;
  stopPlaying();
  Object.assign(video, {
    state: 'inactive',
    time: 0,
    recording: null,
    fileName: null,
    creating: false,
    metadata: null,
    error: null,
  });
}

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
  const mine = task;
  const { signal } = mine;
  video.creating = true;
  video.error = null;
  stopPlaying();
  try {
    const { sound, metadata } = await extractSound(source, Date.now, signal);
    if (signal.aborted) return false;
    video.metadata = metadata;
    // Stop a recording that still runs in audio mode: its screen was left.
    if (recorder.recordingState !== 'inactive') putAside();
    await openFile(new File([sound], video.fileName ?? 'video.wav', { type: sound.type }));
    if (signal.aborted) return false;
    // The recorder reports why it could not open the sound.
    if ((recorder.recordingState as string) !== 'recorded') {
      fail('analysis_failed');
      return false;
    }
    if (!(await createFragrance()) || signal.aborted) return false;
    const redirect = mine.child();
    await redirect.delay(REDIRECT_MS);
    // The recorder has the sound; the next visit of video mode starts over.
    clear();
    video.metadata = metadata;
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    const { code } = codedFrom(error, 'processing_error');
    fail(code in VIDEO_ERRORS ? (code as VideoErrorCode) : 'processing_error');
    return false;
  } finally {
    if (!signal.aborted) video.creating = false;
  }
}
