import { Scope } from '#core/lifetime/scope.ts';
import { nextPaint } from '#core/lifetime/nextPaint.ts';
import { queueTask } from '#core/lifetime/taskQueue.ts';
import { importWithRetry } from '#core/loading/importWithRetry.ts';
import { lazyModule } from '#core/loading/lazyModule.ts';
import { whenNeeded } from '#core/shell/firstGesture.ts';
import { notify } from '#core/shell/notices.ts';

/*
 * The recorder's functions for screens. Its code (recorder.ts, which describes them) is loaded with the first gesture, so
 * that the first visit does not wait for it. Once it is loaded, each function acts in the task of its call.
 */

const recorder = lazyModule(() => importWithRetry(() => import('./recorder.ts')));
type Recorder = NonNullable<typeof recorder.now>;

/**
 * Calls the recorder, synchronously when it is loaded. If it cannot be loaded, shows a notice and returns
 * `otherwise`.
 */
async function withRecorder<T>(act: (loaded: Recorder) => T | Promise<T>, otherwise: T): Promise<T> {
  if (recorder.now !== null) return act(recorder.now);
  // Paint the press first.
  await nextPaint();
  let loaded: Recorder;
  try {
    loaded = await recorder.load();
  } catch {
    notify({
      kind: 'error',
      title: 'The recorder is not on this device yet.',
      description: 'Please try again once you are online. From then on it needs no connection.',
      key: 'create',
    });
    return otherwise;
  }
  return act(loaded);
}

/** Call it when the create screen opens; returns a function that closes it. */
export function enterRecorder(): () => void {
  const scope = new Scope();
  const enter = (loaded: Recorder): unknown => (scope.disposed ? undefined : loaded.enterRecorder());
  if (recorder.now !== null) void enter(recorder.now);
  // A failure to load is shown when a control is pressed, not when the screen opens.
  else
    whenNeeded(
      () =>
        void queueTask(
          () =>
            void recorder
              .load()
              .then(enter)
              .catch(() => undefined),
        ),
      scope,
    );
  return () => {
    scope.dispose();
    recorder.now?.leaveRecorder();
  };
}

const control = (act: (loaded: Recorder) => void | Promise<void>) => (): Promise<void> => withRecorder(act, undefined);

export const startRecording = control((loaded) => loaded.startRecording());
export const stopRecording = control((loaded) => loaded.stopRecording());
export const resetRecording = control((loaded) => loaded.resetRecording());
export const startOver = control((loaded) => loaded.startOver());
export const togglePlayback = control((loaded) => loaded.togglePlayback());
export const resumeSaved = control((loaded) => loaded.resumeSaved());
export const discardSaved = control((loaded) => loaded.discardSaved());
export const replaceRecorded = control((loaded) => loaded.replaceRecorded());
export const keepRecorded = control((loaded) => loaded.keepRecorded());
export const openBrought = (files: readonly File[], text: string, navigate: (path: string) => void): Promise<void> =>
  withRecorder((loaded) => loaded.openBrought(files, text, { navigate }), undefined);
export const createFragrance = (): Promise<boolean> => withRecorder((loaded) => loaded.createFragrance(), false);
/** Playback position of the recording, s. */
export const recordedPosition = (): number => recorder.now?.playbackPosition() ?? 0;
