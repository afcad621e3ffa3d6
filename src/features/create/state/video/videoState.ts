import { proxy } from 'valtio';
import type { CameraAccess, Facing } from '../../audio/video/videoCamera.ts';
import type { VideoMetadata } from '../../audio/video/videoSound.ts';
import { busyWhile } from '#core/appState/busy.ts';
import { notify } from '#core/appState/notices.ts';
import { VIDEO_ERRORS, type VideoErrorCode } from './videoErrors.ts';

/** What was recorded or opened, and what goes on with it. */
interface VideoTaken {
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
}

/** Before a recording, and after a reset. */
export const NO_VIDEO: Readonly<VideoTaken> = {
  state: 'inactive',
  time: 0,
  recording: null,
  fileName: null,
  creating: false,
  metadata: null,
  error: null,
};

/** Video mode: records a camera, extracts the sound and hands it to the same analysis. */
export const video = proxy<
  VideoTaken & {
    access: CameraAccess;
    /** A request for the camera is pending. */
    opening: boolean;
    /** For the preview element. */
    stream: MediaStream | null;
    facing: Facing;
    /** The system reports a second camera. */
    several: boolean;
  }
>({
  access: 'unknown',
  opening: false,
  stream: null,
  facing: 'user',
  several: false,
  ...NO_VIDEO,
});
busyWhile(video, () => video.state === 'recording' || video.creating);

/** Shows an error of video mode, as a notice too. */
export function fail(code: VideoErrorCode): void {
  video.error = code;
  notify({ kind: 'error', ...VIDEO_ERRORS[code], key: 'video' });
}
