import { coded } from '../../domain/errors.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import type { CaptureResult } from '../../../workers/protocol.ts';
import type { AnalysisClient } from '../analysis/analysisClient.ts';
import { loadCaptureWorklet, prepareCapture, type Capture } from './capture.ts';
import type { SoundContext } from '../playback/context.ts';
import { clearLiveView, takeLiveUpdate } from './liveView.ts';
import { startMediaRecording, type MediaRecording } from './mediaRecording.ts';
import { openMicrophone, type Microphone } from './microphone.ts';
import { beginAnalysis } from '../analysis/analysisTask.ts';
import type { Recording } from './recording.ts';
import { withTimeout } from '../../platform/lifetime/withTimeout.ts';

/** How long the capture may take to start; then the recording begins without it, ms. */
const CAPTURE_START_MS = 4000;
/**
 * After this the press has been answered on the screen, ms: two frames. By the clock and not after the next paint, as WebKit lets
 * sound out for the timers of a gesture's handler, and not for its frames (`DOMTimer`, `UserGestureIndicator`).
 */
const ANSWERED_MS = 34;
/** Share of a recording that the capture may have missed. */
const MAX_LOST = 0.02;
/** Difference of the two clocks that is of no account, s. */
const SLACK_SECONDS = 0.5;

/** A microphone that is being recorded. */
export interface RecordingSession {
  /** What the browser really gave. */
  readonly settings: MediaTrackSettings;
  /** Seconds since the recording began. */
  elapsed(): number;
  /** Ends the recording and releases the microphone. Rejects with coded `recording_failed` when nothing at all was recorded. */
  stop(): Promise<Recording>;
  /** Gives everything up and releases the microphone. */
  cancel(): void;
}

export interface SessionOptions {
  /** The id that the recording gets; a UUID. */
  id: string;
  context: SoundContext;
  client: AnalysisClient;
  /** Without the browser's voice processing. */
  music: boolean;
  /** Aborted when the visitor has gone on before the microphone was there. */
  signal: AbortSignal;
  /** Called when the microphone went away by itself. */
  onUnplugged: () => void;
  /** Gets the compressed recording piece by piece. */
  onPart?: ((part: Blob) => void) | undefined;
}

/** Whether a context runs, once it has been asked to. */
const runs = (context: SoundContext): Promise<boolean> =>
  context.ensureRunning().then(
    () => true,
    () => false,
  );

/**
 * Opens the microphone and records it twice: compressed for the upload, and as PCM for the analysis.
 * Either alone is enough to go on: without the capture the recording is decoded at the end, without
 * the recorder the captured PCM becomes a WAVE file.
 * @throws coded with a microphone error type, `cancelled`, or `recording_failed` when neither could be started
 */
export async function startRecordingSession({
  id,
  context,
  client,
  music,
  signal,
  onUnplugged,
  onPart,
}: SessionOptions): Promise<RecordingSession> {
  const scope = new Scope();
  // While the visitor answers the browser's question, what the capture needs is made and loaded: a first context takes a browser
  // up to a tenth of a second.
  const running = scope.delay(ANSWERED_MS).then(() => {
    client.warm();
    const started = runs(context);
    loadCaptureWorklet(context.get()).catch(() => {});
    return started;
  });
  running.catch(() => undefined);
  const microphone: Microphone = await openMicrophone(music).catch((error: unknown) => {
    scope.dispose();
    throw error;
  });
  scope.add(() => microphone.release());
  const giveUp = (): void => {
    if (!signal.aborted) return;
    scope.dispose();
    throw coded('cancelled', 'The recording was given up.');
  };
  giveUp();
  scope.listen(signal, 'abort', () => scope.dispose());
  scope.listen(microphone.track, 'ended', onUnplugged);
  clearLiveView();

  const connect = async (): Promise<Capture | null> => {
    // Where the gesture did not let sound out, an open microphone does.
    if (!(await running) && !(await runs(context))) return null;
    const source = context.get().createMediaStreamSource(microphone.stream);
    scope.add(() => source.disconnect());
    return prepareCapture(source, client, takeLiveUpdate);
  };
  // Without a capture the recorder goes on alone, and what it recorded is analysed at the end.
  const capture = await inTime(connect());
  if (signal.aborted) capture?.cancel();
  giveUp();
  // Both at once, so that the two recordings are of the same sound.
  const media: MediaRecording | null = startMediaRecording(microphone.stream, undefined, onPart);
  capture?.start();
  const began = performance.now();
  if (capture === null && media === null) {
    scope.dispose();
    throw coded('recording_failed', 'Neither a recorder nor the sound itself could be had.');
  }
  const elapsed = (): number => (performance.now() - began) / 1000;

  return {
    settings: microphone.settings,
    elapsed,
    cancel: () => {
      capture?.cancel();
      void media?.stop();
      scope.dispose();
    },
    stop: async () => {
      const seconds = elapsed();
      capture?.stop();
      const recording = media?.stop();
      // At once: a page that is being left may not come to its next line. And before anything is played, as iOS
      // plays quietly while a microphone is open (WebKit#35034). The recorder has all it needs.
      scope.dispose();
      const recorded = (await recording) ?? null;
      const bytes = recorded === null ? null : new Uint8Array(await recorded.arrayBuffer());
      const live = capture === null ? undefined : await capture.finish(bytes);
      const wav =
        live?.ok === true && live.value.wav !== null ? new Blob([live.value.wav], { type: 'audio/wav' }) : null;
      const blob = recorded ?? wav;
      if (blob === null)
        throw coded('recording_failed', 'Nothing was recorded.', live?.ok === false ? live.error : undefined);
      if (live?.ok !== true || (recorded !== null && !isWhole(live.value, seconds))) {
        return { id, blob, duration: seconds, analysis: beginAnalysis(client, blob, seconds), capture: null };
      }
      // The frames that were captured are the true length; a webm blob does not know its own.
      const { analysis, capture: report } = live.value;
      return {
        id,
        blob,
        duration: analysis.duration,
        analysis: beginAnalysis(client, blob, analysis.duration, { live }),
        capture: report,
      };
    },
  };
}

/** A capture, or null when it fails or is not there in time; one that comes late is given up. */
async function inTime(connecting: Promise<Capture | null>): Promise<Capture | null> {
  let late = false;
  const connected = connecting
    .catch(() => null)
    .then((capture) => {
      if (!late) return capture;
      capture?.cancel();
      return null;
    });
  return withTimeout(connected, CAPTURE_START_MS, () => {
    late = true;
    return null;
  });
}

/** False when the capture missed so much (a context that was interrupted for a while) that the recorder's sound tells more. */
function isWhole({ analysis, capture: { frames, lost } }: CaptureResult, seconds: number): boolean {
  return lost <= frames * MAX_LOST && analysis.duration >= seconds - SLACK_SECONDS - seconds * MAX_LOST;
}
