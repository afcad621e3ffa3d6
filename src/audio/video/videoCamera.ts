import { coded } from '../../domain/errors.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { isWebKit } from '../recording/mediaRecording.ts';
import { microphoneConstraints } from '../recording/microphone.ts';
import { chooseVideoType, videoTimeslice } from './videoCodec.ts';

export type CameraAccess = 'unknown' | 'granted' | 'denied';
/** The camera that looks at the person, or away from them. */
export type Facing = 'user' | 'environment';

/** Wished for, not demanded: a camera that cannot is taken as it is. */
const WIDTH = 1280;
const HEIGHT = 720;

/** A camera that is open, with its microphone where there is one. */
export interface Camera {
  stream: MediaStream;
  /** Which camera the browser really gave; undefined on machines that do not say. */
  facing: Facing | undefined;
  /** Stops every track: the browser's recording sign goes out. Safe to call twice. */
  release(): void;
}

/** What the browser says about the camera's permission, without asking the person. */
export async function cameraAccess(): Promise<CameraAccess> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' as PermissionName });
    return state === 'prompt' ? 'unknown' : state;
  } catch {
    // Firefox and older WebKit do not tell.
    return 'unknown';
  }
}

/** True when the browser lists more than one camera, or does not say (before permission its list is empty). */
export async function hasSeveralCameras(): Promise<boolean> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind }) => kind === 'videoinput').length > 1;
  } catch {
    return false;
  }
}

/**
 * Opens the camera and the microphone, asking for permission where that is needed.
 * @throws coded `camera_denied` (the person or a rule said no), `camera_missing` (there is no camera or no microphone) or
 *   `camera_unavailable`
 */
export async function openCamera(facing: Facing, music: boolean): Promise<Camera> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      ...microphoneConstraints(music),
      video: { facingMode: facing, width: { ideal: WIDTH }, height: { ideal: HEIGHT } },
    });
    const given = stream.getVideoTracks()[0]?.getSettings().facingMode;
    return {
      stream,
      facing: given === 'user' || given === 'environment' ? given : undefined,
      release: () => {
        for (const track of stream.getTracks()) track.stop();
      },
    };
  } catch (error) {
    const name = (error as { name?: unknown } | null)?.name;
    const denied = name === 'NotAllowedError' || name === 'PermissionDeniedError' || name === 'SecurityError';
    const missing = name === 'NotFoundError' || name === 'DevicesNotFoundError';
    throw coded(
      denied ? 'camera_denied' : missing ? 'camera_missing' : 'camera_unavailable',
      'The camera could not be opened.',
      error,
    );
  }
}

/** A video recording that goes on. */
export interface VideoRecording {
  /** Ends it; an empty blob when the browser recorded nothing. */
  stop(): Promise<Blob>;
}

/**
 * Records a camera's stream. `onStopped` is called when the recorder stops by itself, as it does when the camera is unplugged.
 * @throws coded `no_recorder` when this browser records no video
 */
export function startVideoRecording(stream: MediaStream, onStopped: () => void): VideoRecording {
  const webkit = isWebKit();
  const type =
    typeof MediaRecorder === 'undefined'
      ? null
      : chooseVideoType(webkit, (candidate) => MediaRecorder.isTypeSupported(candidate));
  if (type === null) throw coded('no_recorder', 'This browser records no video.');
  const scope = new Scope();
  const parts: Blob[] = [];
  let recorder: MediaRecorder;
  let asked = false;
  let stopped: Promise<void>;
  try {
    recorder = new MediaRecorder(stream, { mimeType: type });
    scope.listen<BlobEvent>(recorder, 'dataavailable', ({ data }) => {
      if (data.size > 0) parts.push(data);
    });
    stopped = new Promise((resolve) => {
      scope.listen(recorder, 'stop', () => {
        resolve();
        if (!asked) onStopped();
      });
    });
    recorder.start(videoTimeslice(webkit));
  } catch (error) {
    scope.dispose();
    throw coded('no_recorder', 'The recorder could not be started.', error);
  }
  return {
    stop: async () => {
      asked = true;
      if (recorder.state !== 'inactive') recorder.stop();
      await stopped;
      scope.dispose();
      return new Blob(parts, { type: (recorder.mimeType || type).split(';')[0]! });
    },
  };
}
