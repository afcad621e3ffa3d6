import type * as recorderModule from './recorder.ts';
import { queueTask } from '../../platform/lifetime/taskQueue.ts';
import { nextPaint } from '../../platform/lifetime/nextPaint.ts';
import { importWithRetry } from '../../platform/loading/importWithRetry.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { whenNeeded } from '../shell/firstGesture.ts';
import { notify } from '../shell/notices.ts';
import { hasRecordingRequest } from './recordingRequest.ts';

/*
 * The recorder for screens: everything that records, listens and keeps is loaded with the first gesture, so that the first
 * visit does not wait for it. Once it is there, each of these acts in the task in which it is called.
 */

export {
  dismissAudioError,
  MUSIC_KEY,
  recorder,
  setMusic,
  SILENCE,
  type AudioErrorType,
  type RecordingState,
} from './recorderView.ts';

type Recorder = typeof recorderModule;

let loaded: Recorder | null = null;
let loading: Promise<Recorder> | null = null;

/** Loads the recorder. @throws LoadError */
export function loadRecorder(): Promise<Recorder> {
  loading ??= importWithRetry(() => import('./recorder.ts')).then(
    (module) => {
      loaded = module;
      return module;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** Does something with the recorder, at once where it is there; where it cannot be loaded, the visitor is told, and `otherwise` is the answer. */
async function withRecorder<T>(act: (loadedRecorder: Recorder) => T | Promise<T>, otherwise: T): Promise<T> {
  if (loaded !== null) return act(loaded);
  // The press is answered first.
  await nextPaint();
  try {
    await loadRecorder();
  } catch {
    notify({
      kind: 'error',
      title: 'The recorder is not on this device yet.',
      description: 'Please try again once you are online. From then on it needs no connection.',
      key: 'create',
    });
    return otherwise;
  }
  return act(loaded!);
}

/** The create screen opens; returns what ends it. See `enterRecorder` and `leaveRecorder` of recorder.ts. */
export function enterRecorder(): () => void {
  const scope = new Scope();
  const enter = async (): Promise<void> => {
    const { enterRecorder: enterLoaded } = await loadRecorder();
    if (!scope.disposed) await enterLoaded();
  };
  if (loaded !== null) void loaded.enterRecorder();
  else if (hasRecordingRequest())
    void withRecorder((module) => (scope.disposed ? undefined : module.enterRecorder()), undefined);
  // Whoever asks for something that could not be loaded is told; opening the screen asks for nothing.
  else whenNeeded(() => void queueTask(() => void enter().catch(() => undefined)), scope);
  return () => {
    scope.dispose();
    loaded?.leaveRecorder();
  };
}

export const startRecording = (): Promise<void> => withRecorder((module) => module.startRecording(), undefined);
export const stopRecording = (): Promise<void> => withRecorder((module) => module.stopRecording(), undefined);
export const resetRecording = (): Promise<void> => withRecorder((module) => module.resetRecording(), undefined);
export const togglePlayback = (): Promise<void> => withRecorder((module) => module.togglePlayback(), undefined);
/** See `openBrought` of src/state/opening/paste.ts. */
export const openBrought = (files: readonly File[], text: string, navigate: (path: string) => void): Promise<void> =>
  withRecorder((module) => module.openBrought(files, text, { navigate }), undefined);
export const resumeSaved = (): Promise<void> => withRecorder((module) => module.resumeSaved(), undefined);
export const discardSaved = (): Promise<void> => withRecorder((module) => module.discardSaved(), undefined);
export const replaceRecorded = (): Promise<void> => withRecorder((module) => module.replaceRecorded(), undefined);
export const keepRecorded = (): Promise<void> => withRecorder((module) => module.keepRecorded(), undefined);
/** See `createFragrance` of makeFragrance.ts. */
export const createFragrance = (): Promise<boolean> => withRecorder((module) => module.createFragrance(), false);
/** Where the recording is while it is played back, s. */
export const recordedPosition = (): number => loaded?.playbackPosition() ?? 0;
