import { proxy } from 'valtio';
import type { CameraAccess, Facing } from '#features/create/audio/video/videoCamera.ts';
import type { VideoMetadata } from '#features/create/audio/video/videoSound.ts';
import { busyWhile } from '#core/appState/busy.ts';
import { notify } from '#core/appState/notices.ts';

/** A recorded or opened video. */
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
  notify({ kind: 'error', ...VIDEO_ERRORS[code], pageShowsRest: true, key: 'video' });
}

/* Errors of video mode and their messages. */

export type VideoErrorCode =
  | 'no_video_data'
  | 'no_audio'
  | 'audio_too_short'
  | 'analysis_failed'
  | 'processing_error'
  | 'camera_access'
  | 'camera_missing'
  | 'camera_insecure'
  | 'no_stream'
  | 'no_recording'
  | 'invalid_file';

/** Titles, each with a sentence that helps. */
export const VIDEO_ERRORS: Readonly<Record<VideoErrorCode, { title: string; description: string }>> = {
  no_video_data: {
    title: 'No Video Data',
    description: 'The camera gave no picture and no sound. Please record again.',
  },
  no_audio: {
    title: 'No Audio Detected',
    description: 'This video has no sound. Record with the microphone on, or choose another video.',
  },
  audio_too_short: {
    title: 'Audio Too Short',
    description: 'There is too little sound in this video. Please record a little longer.',
  },
  analysis_failed: {
    title: 'Audio Analysis Failed',
    description: 'The sound of this video could not be read. Please try another recording.',
  },
  processing_error: {
    title: 'Processing Error',
    description: 'Something went wrong with this video. Please try again.',
  },
  camera_access: {
    title: 'Camera Access Error',
    description: 'Please allow camera and microphone for this site, and check that no other app uses them.',
  },
  camera_missing: {
    title: 'Camera Access Error',
    description: 'No camera with a microphone was found. Please connect one, then try again.',
  },
  camera_insecure: {
    title: 'Camera Access Error',
    description: 'Open this page over https: browsers give the camera to secure pages only.',
  },
  no_stream: { title: 'No Camera Stream', description: 'The camera is not on yet. Please turn it on first.' },
  no_recording: { title: 'No Recording', description: 'Please record a video first.' },
  invalid_file: { title: 'Invalid File', description: 'Please select a video file.' },
};
