import { coded } from '#core/values/errors.ts';
import { Scope } from '#core/lifetime/scope.ts';
import type { CaptureResult } from '#ear/protocol.ts';
import type { AnalysisClient } from '../analysis/analysisClient.ts';
import { loadCaptureWorklet, prepareCapture, type Capture } from './capture.ts';
import type { SoundContext } from '#core/audio/context.ts';
import { clearLiveView, takeLiveUpdate } from './liveView.ts';
import { startMediaRecording, type MediaRecording } from './mediaRecording.ts';
import { openMicrophone, type Microphone } from './microphone.ts';
import { beginAnalysis } from '../analysis/analysisTask.ts';
import type { Recording } from './recording.ts';
import { withTimeout } from '#core/lifetime/withTimeout.ts';

/** Timeout of the capture's start, ms; then the recording begins without it. */
const CAPTURE_START_MS = 4000;
/**
 * Delay after the press, ms: two frames, so that the screen answers first. Not the next paint: WebKit allows sound in
 * timers of a gesture's handler, but not in its frames (`DOMTimer`, `UserGestureIndicator`).
 */
const ANSWERED_MS = 34;
/** Maximum share of a recording missing in the capture. */
const MAX_LOST = 0.02;
/** Tolerated difference of the two clocks, s. */
const SLACK_SECONDS = 0.5;
/** A capture that is this late has stopped, s. */
const STALLED_SECONDS = 2;

/** A running recording of the microphone. */
export interface RecordingSession {
  /** Actual settings of the microphone. */
  readonly settings: MediaTrackSettings;
  /**
   * Length of the recording so far, s: what the capture has. The clock counts only where the capture fails. Never less
   * than before, though the two may be apart.
   */
  elapsed(): number;
  /**
   * Ends the recording and releases the microphone. Rejects with coded `recording_failed` when nothing was recorded.
   */
  stop(): Promise<Recording>;
  /** Cancels everything and releases the microphone. */
  cancel(): void;
}

interface SessionOptions {
  /** Id of the recording; a UUID. */
  id: string;
  context: SoundContext;
  client: AnalysisClient;
  /** Without the browser's voice processing. */
  music: boolean;
  /** Aborted when the visitor leaves before the microphone is open. */
  signal: AbortSignal;
  /** Called when the microphone ends by itself. */
  onUnplugged: () => void;
  /** Called when the system mutes the microphone (a call, a mute key, a privacy switch), and when it no longer does. */
  onMuted: (muted: boolean) => void;
  /** Receives the parts of the compressed recording. */
  onPart?: ((part: Blob) => void) | undefined;
}

/** Resumes a context; resolves with whether it runs. */
const runs = (context: SoundContext): Promise<boolean> =>
  context.ensureRunning().then(
    () => true,
    () => false,
  );

/**
 * Opens the microphone and records it twice: compressed for the upload, and as PCM for the analysis. Either alone is
 * enough: without the capture the recording is decoded at the end, without the recorder the captured PCM becomes a WAVE
 * file.
 * @throws coded with a microphone error type, `cancelled`, or `recording_failed` when neither could be started
 */
export async function startRecordingSession({
  id,
  context,
  client,
  music,
  signal,
  onUnplugged,
  onMuted,
  onPart,
}: SessionOptions): Promise<RecordingSession> {
  const scope = new Scope();
  // Load the capture while the visitor answers the browser's question: a first context takes up to a tenth of a second.
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
  scope.listen(microphone.track, 'mute', () => onMuted(true));
  scope.listen(microphone.track, 'unmute', () => onMuted(false));
  onMuted(microphone.track.muted);
  clearLiveView();

  const connect = async (): Promise<Capture | null> => {
    // An open microphone allows sound where the gesture did not.
    if (!(await running) && !(await runs(context))) return null;
    const source = context.get().createMediaStreamSource(microphone.stream);
    scope.add(() => source.disconnect());
    return prepareCapture(source, client, takeLiveUpdate);
  };
  // Without a capture the recorder continues alone; its sound is analysed at the end.
  const capture = await inTime(connect());
  if (signal.aborted) capture?.cancel();
  giveUp();
  // Start both at once, so that they hold the same sound.
  const media: MediaRecording | null = startMediaRecording(microphone.stream, undefined, onPart);
  capture?.start();
  const began = performance.now();
  if (capture === null && media === null) {
    scope.dispose();
    throw coded('recording_failed', 'Neither a recorder nor the sound itself could be had.');
  }
  const passed = (): number => (performance.now() - began) / 1000;
  let longest = 0;
  const elapsed = (): number => {
    const seconds = passed();
    const isStalled = capture === null || seconds - capture.seconds > STALLED_SECONDS + seconds * MAX_LOST;
    longest = Math.max(longest, isStalled ? seconds : capture.seconds);
    return longest;
  };

  return {
    settings: microphone.settings,
    elapsed,
    cancel: () => {
      capture?.cancel();
      void media?.stop();
      scope.dispose();
    },
    stop: async () => {
      const seconds = passed();
      capture?.stop();
      const recording = media?.stop();
      // Dispose now: a page that is closing may not reach the next line, and iOS plays quietly while a microphone is
      // open (WebKit#35034). The recorder has all it needs.
      scope.dispose();
      const recorded = (await recording) ?? null;
      const whole = recorded?.isWhole === true ? recorded.blob : null;
      const bytes = whole === null ? null : new Uint8Array(await whole.arrayBuffer());
      const live = capture === null ? undefined : await capture.finish(bytes);
      const wav =
        live?.ok === true && live.value.wav !== null ? new Blob([live.value.wav], { type: 'audio/wav' }) : null;
      // Without its last part it is better than nothing, but not than the sound itself.
      const blob = whole ?? wav ?? recorded?.blob ?? null;
      if (blob === null)
        throw coded('recording_failed', 'Nothing was recorded.', live?.ok === false ? live.error : undefined);
      if (live?.ok !== true || (whole !== null && !isWhole(live.value, seconds))) {
        return { id, blob, duration: seconds, analysis: beginAnalysis(client, blob, seconds), capture: null };
      }
      // The captured frames give the true length; a webm blob has none.
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

/** Resolves with a capture, or null when it fails or is late; a late one is cancelled. */
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

/** False when the capture missed so much (an interrupted context) that the recorder's sound is better. */
function isWhole({ analysis, capture: { frames, lost } }: CaptureResult, seconds: number): boolean {
  return lost <= frames * MAX_LOST && analysis.duration >= seconds - SLACK_SECONDS - seconds * MAX_LOST;
}
