import { proxy, subscribe } from 'valtio';
import type { NoteCode } from '#analysis/values/pitch.ts';
import type { WaveSlice } from '#features/fragrance/domain/composition/trace.ts';
import type { AnalysisTask } from '#features/create/audio/analysis/analysisTask.ts';
import type { Recording, RecordingSession } from '#features/create/audio/recording/recordingSession.ts';
import { Scope } from '#core/lifetime/scope.ts';
import type { MicrophoneErrorType } from '#features/create/audio/recording/microphone.ts';
import { localStore } from '#core/storage/localStore.ts';
import { busyWhile } from '#core/appState/busy.ts';

/*
 * The state of a recording: the part for screens, and the sound itself. Part of the first load. Its life:
 * 1. recorderControls.ts requests the microphone, recorder.ts records; a file comes by ../opening/openFile.ts instead.
 *    ../../audio/recording/recordingSession.ts records twice: compressed, which is uploaded, and as PCM for the analysis, from
 *    worklets/capture.worklet.ts to workers/analysis/capture/capture.ts.
 * 2. currentSound.ts begins, finishes and discards it. src/core/recordings has its bytes: drafts.ts while nothing is made of
 *    it, storedRecordings.ts by its id, in the store `audio` of database.ts.
 * 3. ../processing/makeFragrance.ts makes a fragrance of it, and begins to store it.
 * 4. storeRecording.ts uploads it (uploadAudio.ts, the function upload-audio) or leaves it to the outbox, and gives the address of its sound to shares.
 */

export type RecordingState = 'inactive' | 'requesting' | 'recording' | 'uploading' | 'recorded';
export type AudioErrorType = MicrophoneErrorType | 'invalid_file' | 'recording_failed' | 'too_long' | 'engine';

/** Sentences of the create screen for a silent sound (docs/decisions.md, 4); a file has no microphone. */
export const SILENCE_MESSAGES = {
  live: "We couldn't hear anything. Try again a little closer to the microphone.",
  upload: "We couldn't hear anything in this file.",
} as const;

const MUSIC_KEY = 'accord:music';

interface RecorderState {
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
  /** Nothing clear has sounded for some seconds, or there is no level yet. */
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
  /** True when the analysis found no sound; false before its end. */
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
  /** Recordings being uploaded in the interactive attempt, by id. */
  uploads: string[];
  /** A draft of an earlier visit, offered to the visitor; `seconds` long. */
  saved: { id: string; seconds: number; name: string | null } | null;
  /** A file that would replace the recording after confirmation. */
  replacement: { name: string } | null;
}

/**
 * State that a reset restores. The rest outlives a recording: the mode, the Music switch, uploads and the draft on
 * offer.
 */
export const NO_RECORDING: Omit<RecorderState, 'medium' | 'music' | 'uploads' | 'saved'> = {
  recordingState: 'inactive',
  recordingTime: 0,
  stopping: false,
  recordingMode: 'live',
  muted: false,
  unheard: false,
  quiet: false,
  audioFileName: null,
  audioError: null,
  duration: null,
  isPartial: false,
  silent: false,
  engineFailed: false,
  waveform: null,
  essence: [],
  playing: false,
  creating: false,
  replacement: null,
};

export const recorder = proxy<RecorderState>({
  ...NO_RECORDING,
  medium: 'audio',
  music: localStore.read(MUSIC_KEY) === true,
  uploads: [],
  saved: null,
});

/**
 * The sound that the create screen is at: recorded, opened from a file, or resumed. currentSound.ts changes it: it
 * begins with
 * `begin`, becomes a recording with `finish`, and ends with `resetRecording` or `detachRecording`. Plain, since no screen shows it.
 */
export const current: {
  /** Id of the recording or file; empty after a reset. */
  id: string;
  /** Work on it; a reset ends it, so that late results are dropped. */
  task: Scope;
  /** The open microphone. */
  session: RecordingSession | null;
  /** Timers and listeners while it is recorded. */
  ticking: Scope;
  /** The finished recording or the opened file. */
  recording: Recording | null;
  /** The analysis that the processing screen has taken over: a reset must not cancel it. */
  handedOver: AnalysisTask | null;
  /** Settles when the pieces received so far are stored on this device. */
  piecesStored: Promise<void>;
  /** Settles when the finished recording or file is stored on this device, or cannot be. */
  stored: Promise<void>;
  /** Releases the lock on its draft, so that other tabs may offer it. */
  releaseDraft: () => void;
} = {
  id: '',
  task: new Scope(),
  session: null,
  ticking: new Scope(),
  recording: null,
  handedOver: null,
  piecesStored: Promise.resolve(),
  stored: Promise.resolve(),
  releaseDraft: () => {},
};

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
