import { onGesture } from '#core/lifetime/gesture.ts';
import { whenLoaded } from '#core/lifetime/idle.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { afterNextPaint, nextPaint } from '#core/lifetime/nextPaint.ts';
import { importWithRetry } from '#core/loading/importWithRetry.ts';
import { lazyModule } from '#core/loading/lazyModule.ts';
import { isDataSaverOn } from '#core/network/connection.ts';
import { whenNeeded } from '#core/appState/firstGesture.ts';
import { notify } from '#core/appState/notices.ts';
import { openMicrophone, type Microphone } from '#features/create/audio/recording/microphone.ts';
import { recorder as view } from './recordingState.ts';

/*
 * The recorder's functions for screens. Its code (recorder.ts, which describes them) is loaded when the page is idle,
 * or with the first gesture, so that the first visit does not wait for it. Once it is loaded, each function acts in the
 * task of its call.
 */

/** The browser is taken for idle so long after the page has loaded, ms. */
const IDLE_MS = 2000;

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
  const warm = (loaded: Recorder): void => loaded.warmRecorder();
  // A failure to load is shown when a control is pressed, not when the screen opens.
  const load = (use: (loaded: Recorder) => unknown) =>
    afterNextPaint(
      () =>
        void recorder
          .load()
          .then(use)
          .catch(() => undefined),
    );
  if (recorder.now !== null) void enter(recorder.now);
  else whenNeeded(() => load(enter), scope);
  // Record then needs to load nothing but the microphone.
  if (!isDataSaverOn()) whenLoaded(() => scope.disposed || load(warm), IDLE_MS);
  const pressing = scope.child();
  onGesture(() => {
    pressing.dispose();
    load(warm);
  }, pressing);
  return () => {
    scope.dispose();
    if (!takeBackQuestion()) recorder.now?.leaveRecorder();
  };
}

const control = (act: (loaded: Recorder) => void | Promise<void>) => (): Promise<void> => withRecorder(act, undefined);

/** The newest question for the microphone. */
let question: Promise<Microphone> | null = null;

/** Takes back a question that the recorder, still loading, has not taken over; false when there is none. */
function takeBackQuestion(): boolean {
  if (recorder.now !== null || view.recordingState !== 'requesting') return false;
  view.recordingState = 'inactive';
  return true;
}

/**
 * Requests the microphone and records. Only from inactive. Requests it in the press itself: the recorder may load while
 * the visitor answers.
 */
export async function startRecording(): Promise<void> {
  if (view.recordingState !== 'inactive') return;
  view.recordingState = 'requesting';
  const opening = openMicrophone(view.music);
  // Its failure is reported where it is awaited.
  opening.catch(() => undefined);
  question = opening;
  // The visitor may have cancelled it meanwhile.
  const isAsked = (): boolean => question === opening && view.recordingState === 'requesting';
  const record = async (loaded: Recorder): Promise<boolean> => {
    if (!isAsked()) return false;
    await loaded.recordFrom(opening);
    return true;
  };
  if (await withRecorder(record, false)) return;
  if (isAsked()) view.recordingState = 'inactive';
  await opening.then((microphone) => microphone.release()).catch(() => undefined);
}

export const stopRecording = control((loaded) => loaded.stopRecording());
export const resetRecording = async (): Promise<void> =>
  takeBackQuestion() ? undefined : withRecorder((loaded) => loaded.resetRecording(), undefined);
export const startOver = control((loaded) => loaded.startOver());
export const togglePlayback = control((loaded) => loaded.togglePlayback());
export const resumeSaved = control((loaded) => loaded.resumeSaved());
export const discardSaved = control((loaded) => loaded.discardSaved());
export const acceptReplacement = control((loaded) => loaded.acceptReplacement());
export const declineReplacement = control((loaded) => loaded.declineReplacement());
export const openDroppedOrPasted = (
  files: readonly File[],
  text: string,
  navigate: (path: string) => void,
): Promise<void> => withRecorder((loaded) => loaded.openDroppedOrPasted(files, text, { navigate }), undefined);
export const createFragrance = (): Promise<boolean> => withRecorder((loaded) => loaded.createFragrance(), false);
/** Playback position of the recording, s. */
export const recordedPosition = (): number => recorder.now?.playbackPosition() ?? 0;
