import { proxy, subscribe } from 'valtio';
import type { NoteCode } from '#analysis/values/pitch.ts';
import type { WaveSlice } from '#features/fragrance/domain/composition/trace.ts';
import type { MicrophoneErrorType } from '../../audio/recording/microphone.ts';
import { localStore } from '#core/storage/localStore.ts';
import { busyWhile } from '#core/appState/busy.ts';

/**
 * The recorder of the create screen as screens see it: inactive, requesting, recording, uploading, recorded.
 */

export type RecordingState = 'inactive' | 'requesting' | 'recording' | 'uploading' | 'recorded';
export type AudioErrorType = MicrophoneErrorType | 'invalid_file' | 'recording_failed' | 'too_long' | 'engine';

/** Sentences of the create screen for a silent sound (docs/decisions.md, 4); a file has no microphone. */
export const SILENCE = {
  live: "We couldn't hear anything. Try again a little closer to the microphone.",
  upload: "We couldn't hear anything in this file.",
} as const;

const MUSIC_KEY = 'accord:music';

export const recorder = proxy<{
  recordingState: RecordingState;
  /** Whole seconds of the recording so far. */
  recordingTime: number;
  /** Stop was pressed: the recording is being put together. */
  stopping: boolean;
  recordingMode: 'live' | 'upload';
  /** The system has muted the microphone. */
  muted: boolean;
  /** Nothing but silence has been recorded so far. */
  unheard: boolean;
  /** Nothing clear has sounded for some seconds, or no level is known. */
  quiet: boolean;
  /** The mode of the create screen. */
  medium: 'audio' | 'video';
  audioFileName: string | null;
  /** A microphone or recording error, shown by the panel. */
  audioError: { type: AudioErrorType; message: string } | null;
  /** Duration of the recording or file, s. */
  duration: number | null;
  /** Only a part of the file could be decoded. */
  isPartial: boolean;
  /** The Music switch: recorded without the browser's voice processing (docs/decisions.md, 12). */
  music: boolean;
  /** True when the analysis found no sound; known after the analysis. */
  silent: boolean;
  /** True when the engine failed: the notes come from the bytes. */
  engineFailed: boolean;
  /** Waveform of the whole sound; null until the analysis is done. */
  waveform: readonly WaveSlice[] | null;
  /** Notes of the analysis, strongest first; empty without pitch. */
  essence: readonly NoteCode[];
  /** True during playback. */
  playing: boolean;
  /** True while Create Fragrance is at work. */
  creating: boolean;
  /** 0 to 1 during the upload. */
  uploadProgress: number | null;
  /** A draft of an earlier visit, offered to the visitor; `seconds` long. */
  saved: { id: string; seconds: number; name: string | null } | null;
  /** A file that would replace the recording after confirmation. */
  replacement: { name: string } | null;
}>({
  recordingState: 'inactive',
  recordingTime: 0,
  stopping: false,
  recordingMode: 'live',
  muted: false,
  unheard: false,
  quiet: false,
  medium: 'audio',
  audioFileName: null,
  audioError: null,
  duration: null,
  isPartial: false,
  music: localStore.read(MUSIC_KEY) === true,
  silent: false,
  engineFailed: false,
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

/** Calls once, as soon as a sound is at hand that a fragrance can be made of. */
export function onRecorded(call: () => void): void {
  const look = (): void => {
    if (recorder.recordingState !== 'recorded') return;
    end();
    call();
  };
  const end = subscribe(recorder, look);
  look();
}

/** Closes the error panel; Try Again calls this and then starts a recording. */
export function dismissAudioError(): void {
  recorder.audioError = null;
}

/** The Music switch; stored on this device. Applies from the next recording on. */
export function setMusic(on: boolean): void {
  recorder.music = on;
  localStore.save(MUSIC_KEY, on);
}
