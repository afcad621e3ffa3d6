import { proxy } from 'valtio';
import type { NoteCode } from '../../domain/pitch/pitch.ts';
import type { WaveSlice } from '../../domain/fragrance/trace.ts';
import type { MicrophoneErrorType } from '../../audio/recording/microphone.ts';
import { localStore } from '../../platform/storage/localStore.ts';
import { busyWhile } from '../shell/busy.ts';

/** The recorder of the create screen as screens see it: inactive, requesting, recording, uploading, recorded. */

export type RecordingState = 'inactive' | 'requesting' | 'recording' | 'uploading' | 'recorded';
export type AudioErrorType = MicrophoneErrorType | 'invalid_file' | 'recording_failed' | 'too_long' | 'engine';

/** What is said of a sound without anything to hear (docs/decisions.md, 2); a file has no microphone. */
export const SILENCE = {
  live: "We couldn't hear anything. Try again a little closer to the microphone.",
  upload: "We couldn't hear anything in this file.",
} as const;

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
  /** The Music switch: recorded without the browser's voice processing (docs/decisions.md, 7). */
  music: boolean;
  /** There is nothing to hear in it; known once it was listened to. */
  silent: boolean;
  /** The whole of it as a waveform, once it was listened to; null until then. */
  waveform: readonly WaveSlice[] | null;
  /** The notes of it, strongest first, once it was listened to; none where it holds no pitch. */
  essence: readonly NoteCode[];
  /** The recording is being played back. */
  playing: boolean;
  /** Create Fragrance was pressed and is at work. */
  creating: boolean;
  /** 0 to 1 while the recording goes out. */
  uploadProgress: number | null;
  /** What an earlier visit of this page left behind, and offers; `seconds` long. */
  saved: { id: string; seconds: number; name: string | null } | null;
  /** A file that would take the place of the recording, once the visitor says so. */
  replacement: { name: string } | null;
}>({
  recordingState: 'inactive',
  recordingTime: 0,
  recordingMode: 'live',
  audioFileName: null,
  audioError: null,
  duration: null,
  music: localStore.read(MUSIC_KEY) === true,
  silent: false,
  waveform: null,
  essence: [],
  playing: false,
  creating: false,
  uploadProgress: null,
  saved: null,
  replacement: null,
});

busyWhile(
  recorder,
  () => recorder.creating || ['requesting', 'recording', 'uploading'].includes(recorder.recordingState),
);

/** Closes the error panel; Try Again is this and then a new recording. */
export function dismissAudioError(): void {
  recorder.audioError = null;
}

/** The Music switch; remembered on this device. Holds from the next recording on. */
export function setMusic(on: boolean): void {
  recorder.music = on;
  localStore.save(MUSIC_KEY, on);
}
