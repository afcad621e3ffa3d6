import { ref } from 'valtio';
import {
  cameraAccess,
  hasSeveralCameras,
  openCamera,
  type Camera,
  type Facing,
} from '#features/create/audio/video/videoCamera.ts';
import { toCodedError, isCoded } from '#core/values/errors.ts';
import { LatestTask, Scope } from '#core/lifetime/scope.ts';
import { recorder } from '../recording/recordingState.ts';
import { fail, video } from './videoState.ts';

/* The camera of video mode. */

let camera: Camera | null = null;
/** Listeners on the tracks of the open camera. */
let trackListeners = new Scope();
/** Requests for the camera; only the newest may set it. */
const request = new LatestTask();

/** The open camera, or null. */
export const cameraNow = (): Camera | null => camera;

/** Opens video mode: turns the camera on where it was allowed before. */
export async function enterVideo(): Promise<void> {
  const signal = request.begin();
  const access = await cameraAccess();
  if (signal.aborted) return;
  video.access = access;
  // With a recording on the screen the visitor could not see that the camera is on.
  if (access === 'granted' && video.state === 'inactive') await turnOn();
}

/** Turns the camera off; one that still opens stays off too. */
export function closeCamera(): void {
  request.abort();
  turnOff();
}

/** Turns the camera off. */
export function turnOff(): void {
  trackListeners.dispose();
  trackListeners = new Scope();
  camera?.release();
  camera = null;
  video.stream = null;
  video.opening = false;
}

/** Turns the camera on; requests permission where needed. */
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
      trackListeners.listen(track, 'ended', () => {
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
    const { code } = toCodedError(error, 'camera_access');
    fail(code === 'camera_missing' || code === 'camera_insecure' ? code : 'camera_access');
  }
}

/** Switches between front and back camera; not while recording. */
export async function switchCamera(): Promise<void> {
  if (video.state === 'recording' || video.opening) return;
  await turnOn(video.facing === 'user' ? 'environment' : 'user');
}
