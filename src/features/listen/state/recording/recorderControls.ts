import type * as recorderModule from './recorder.ts';
import { queueTask } from '../../../../core/lifetime/taskQueue.ts';
import { nextPaint } from '../../../../core/lifetime/nextPaint.ts';
import { importWithRetry } from '../../../../core/loading/importWithRetry.ts';
import { Scope } from '../../../../core/lifetime/scope.ts';
import { whenNeeded } from '../../../../core/shell/firstGesture.ts';
import { notify } from '../../../../core/shell/notices.ts';
import { hasRecordingRequest } from './recordingRequest.ts';

/*
 * The recorder for screens. The recorder's code is loaded with the first gesture, so that the first visit does not
 * wait for it. Once it is loaded, each function acts in the task of its call.
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

/**
 * Calls the recorder, synchronously when it is loaded. If it cannot be loaded, shows a notice and returns
 * `otherwise`.
 */
async function withRecorder<T>(act: (loadedRecorder: Recorder) => T | Promise<T>, otherwise: T): Promise<T> {
  if (loaded !== null) return act(loaded);
  // Paint the press first.
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

/**
 * Call it when the create screen opens; returns a function that closes it. See `enterRecorder` and `leaveRecorder` of
 * recorder.ts.
 */
export function enterRecorder(): () => void {
  const scope = new Scope();
  const enter = async (): Promise<void> => {
    const { enterRecorder: enterLoaded } = await loadRecorder();
    if (!scope.disposed) await enterLoaded();
  };
  if (loaded !== null) void loaded.enterRecorder();
  else if (hasRecordingRequest())
    void withRecorder((module) => (scope.disposed ? undefined : module.enterRecorder()), undefined);
  // A failure to load is shown when a control is pressed, not when the screen opens.
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
/** See `openBrought` of src/features/listen/state/opening/paste.ts. */
export const openBrought = (files: readonly File[], text: string, navigate: (path: string) => void): Promise<void> =>
  withRecorder((module) => module.openBrought(files, text, { navigate }), undefined);
export const resumeSaved = (): Promise<void> => withRecorder((module) => module.resumeSaved(), undefined);
export const discardSaved = (): Promise<void> => withRecorder((module) => module.discardSaved(), undefined);
export const replaceRecorded = (): Promise<void> => withRecorder((module) => module.replaceRecorded(), undefined);
export const keepRecorded = (): Promise<void> => withRecorder((module) => module.keepRecorded(), undefined);
/** See `createFragrance` of makeFragrance.ts. */
export const createFragrance = (): Promise<boolean> => withRecorder((module) => module.createFragrance(), false);
/** Playback position of the recording, s. */
export const recordedPosition = (): number => loaded?.playbackPosition() ?? 0;
