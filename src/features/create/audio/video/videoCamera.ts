import { codedError } from '#core/values/errors.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { withTimeout } from '#core/lifetime/withTimeout.ts';
import { isWebKit, STOP_MS } from '../recording/mediaRecording.ts';
import { microphoneConstraints } from '../recording/microphone.ts';

/* Container, codecs and parts of recorded video. */

/** Types in order of preference. */
const VIDEO_TYPES = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm'] as const;
/** WebKit records mp4; newer versions claim webm and then cannot play it. */
const MP4_TYPES = ['video/mp4;codecs=avc1.42E01E,mp4a.40.2', 'video/mp4'] as const;

/** Length of the parts of a recording, ms. */
const VIDEO_CHUNK_MS = 100;

/** Types in order of preference; webm first, except on WebKit. */
export function videoTypes(webkit: boolean): readonly string[] {
  return webkit ? [...MP4_TYPES, ...VIDEO_TYPES] : [...VIDEO_TYPES, ...MP4_TYPES];
}

/** The type to record in this browser, or null. */
export function chooseVideoType(webkit: boolean, isSupported: (type: string) => boolean): string | null {
  return videoTypes(webkit).find((type) => isSupported(type)) ?? null;
}

/**
 * The timeslice for `MediaRecorder.start`, ms; undefined on WebKit, which gives empty blobs for small ones
 * (WebKit#58910).
 */
export function videoTimeslice(webkit: boolean): number | undefined {
  return webkit ? undefined : VIDEO_CHUNK_MS;
}

export type CameraAccess = 'unknown' | 'granted' | 'denied';
/** Front (`user`) or rear camera. */
export type Facing = 'user' | 'environment';

/** Preferred size: a camera that cannot is accepted. */
const WIDTH_PX = 1280;
const HEIGHT_PX = 720;

/** Time after which a permission without an answer counts as unknown, ms. */
const QUERY_MS = 2000;

/** An open camera, with its microphone if there is one. */
export interface Camera {
  stream: MediaStream;
  /** The actual camera; undefined when unknown. */
  facing: Facing | undefined;
  /** Stops every track and so the browser's recording sign. Safe to call twice. */
  release(): void;
}

/** The camera's permission, without a request to the visitor. */
export async function cameraAccess(): Promise<CameraAccess> {
  try {
    const { state } = await withTimeout(
      navigator.permissions.query({ name: 'camera' as PermissionName }),
      QUERY_MS,
      () => ({ state: 'prompt' }) as const,
    );
    return state === 'prompt' ? 'unknown' : state;
  } catch {
    // Unknown in Firefox and older WebKit.
    return 'unknown';
  }
}

/** True with more than one camera, or when unknown (the list is empty before permission). */
export async function hasSeveralCameras(): Promise<boolean> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind }) => kind === 'videoinput').length > 1;
  } catch {
    return false;
  }
}

/**
 * Opens the camera and the microphone, with the browser's request for permission if needed.
 * @throws coded `camera_denied` (by the visitor or a policy), `camera_missing` (no camera or no microphone),
 *   `camera_insecure` (the page was opened by http) or `camera_unavailable`
 */
export async function openCamera(facing: Facing, music: boolean): Promise<Camera> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      ...microphoneConstraints(music),
      video: { facingMode: facing, width: { ideal: WIDTH_PX }, height: { ideal: HEIGHT_PX } },
    });
    const facingMode = stream.getVideoTracks()[0]?.getSettings().facingMode;
    return {
      stream,
      facing: facingMode === 'user' || facingMode === 'environment' ? facingMode : undefined,
      release: () => {
        for (const track of stream.getTracks()) track.stop();
      },
    };
  } catch (error) {
    const name = (error as { name?: unknown } | null)?.name;
    const denied = name === 'NotAllowedError' || name === 'PermissionDeniedError' || name === 'SecurityError';
    const missing = name === 'NotFoundError' || name === 'DevicesNotFoundError';
    throw codedError(
      !window.isSecureContext
        ? 'camera_insecure'
        : denied
          ? 'camera_denied'
          : missing
            ? 'camera_missing'
            : 'camera_unavailable',
      'The camera could not be opened.',
      error,
    );
  }
}

/** A running video recording. */
export interface VideoRecording {
  /** Ends it; resolves with an empty blob when nothing was recorded. */
  stop(): Promise<Blob>;
}

/**
 * Records a camera's stream. Calls `onStopped` when the recorder stops by itself, for instance when the camera is
 * unplugged.
 * @throws coded `no_recorder` when this browser records no video
 */
export function startVideoRecording(stream: MediaStream, onStopped: () => void): VideoRecording {
  const webkit = isWebKit();
  const type =
    typeof MediaRecorder === 'undefined'
      ? null
      : chooseVideoType(webkit, (candidate) => MediaRecorder.isTypeSupported(candidate));
  if (type === null) throw codedError('no_recorder', 'This browser records no video.');
  const scope = new Scope();
  const parts: Blob[] = [];
  let recorder: MediaRecorder;
  let wasRequested = false;
  let stopped: Promise<void>;
  try {
    recorder = new MediaRecorder(stream, { mimeType: type });
    scope.listen<BlobEvent>(recorder, 'dataavailable', ({ data }) => {
      if (data.size > 0) parts.push(data);
    });
    stopped = new Promise((resolve) => {
      scope.listen(recorder, 'stop', () => {
        resolve();
        if (!wasRequested) onStopped();
      });
    });
    recorder.start(videoTimeslice(webkit));
  } catch (error) {
    scope.dispose();
    throw codedError('no_recorder', 'The recorder could not be started.', error);
  }
  return {
    stop: async () => {
      wasRequested = true;
      if (recorder.state !== 'inactive') recorder.stop();
      await withTimeout(stopped, STOP_MS, () => undefined);
      scope.dispose();
      return new Blob(parts, { type: (recorder.mimeType || type).split(';')[0]! });
    },
  };
}
