import { codedError } from '#core/values/errors.ts';
import { Scope } from '#core/lifetime/scope.ts';
import type { CaptureResult, CaptureReport } from '#analysis/protocol.ts';
import type { AnalysisClient } from '../analysis/analysisClient.ts';
import { prepareCapture, type Capture } from './capture.ts';
import type { SoundContext } from '#core/audio/context.ts';
import { clearLiveView, applyLiveUpdate } from './liveView.ts';
import { startMediaRecording, type MediaRecording } from './mediaRecording.ts';
import type { Microphone } from './microphone.ts';
import { beginAnalysis, type AnalysisTask } from '../analysis/analysisTask.ts';
import { withTimeout } from '#core/lifetime/withTimeout.ts';

/** A recorded or opened sound. */
export interface Recording {
  /** A UUID from its beginning: links it to its fragrance, wherever and whenever it is stored. */
  id: string;
  blob: Blob;
  /** Seconds. */
  duration: number;
  analysis: AnalysisTask;
  /** True for a file of which only a part could be decoded. */
  isPartial?: boolean;
  /** Report of the capture; null for files, and when the worker died. */
  capture: CaptureReport | null;
}

/** Timeout of the capture's start where the browser has no recorder, ms. */
const CAPTURE_START_MS = 4000;
/**
 * Delay after the press, ms: two frames, so that the screen answers first. Not the next paint: WebKit allows sound in
 * timers of a gesture's handler, but not in its frames (`DOMTimer`, `UserGestureIndicator`).
 */
const ANSWERED_MS = 34;
/** Maximum share of a recording missing in the capture. */
const MAX_LOST = 0.02;
/** A capture that began later has missed a note, s. */
const MAX_LEAD_SECONDS = 0.1;
/** Longest recording, s, of which a late capture is analysed again; longer ones only if it missed {@link MAX_LOST}. */
const LONG_SECONDS = 60;
/** Tolerated difference of the two clocks, s. */
const SLACK_SECONDS = 0.5;
/** Delay after which a capture counts as stopped, s. */
const STALLED_SECONDS = 2;

/** A running recording of the microphone. */
export interface RecordingSession {
  /** Actual settings of the microphone. */
  readonly settings: MediaTrackSettings;
  /**
   * Length of the recording so far, s: that of the capture; that of the clock only if the capture fails. Never less
   * than before, though the two may differ.
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
  /** The microphone, requested in the press. */
  opening: Promise<Microphone>;
  context: SoundContext;
  client: AnalysisClient;
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
 * Records the microphone twice: compressed for the upload, from the moment it is open, and as PCM for the analysis, as
 * soon as worklet and worker are ready; they are prepared while the visitor answers the browser's question. Either
 * alone is enough: a recording whose beginning the capture missed is decoded at the end, without the recorder the
 * captured PCM becomes a WAVE file.
 * @throws coded with a microphone error type, `cancelled`, or `recording_failed` when neither could be started
 */
export async function startRecordingSession({
  id,
  opening,
  context,
  client,
  signal,
  onUnplugged,
  onMuted,
  onPart,
}: SessionOptions): Promise<RecordingSession> {
  const scope = new Scope();
  let capture: Capture | null = null;
  let running = Promise.resolve(false);
  // A first context takes up to a tenth of a second.
  const preparing = scope.delay(ANSWERED_MS).then(() => {
    client.warm();
    running = runs(context);
    return prepareCapture(context.get(), client, applyLiveUpdate);
  });
  preparing.catch(() => undefined);
  // A recording may end before its capture begins.
  const cancelUnused = (prepared: Capture): void => void (capture === null && prepared.cancel());
  scope.add(() => void preparing.then(cancelUnused, () => undefined));
  const microphone = await opening.catch((error: unknown) => {
    scope.dispose();
    throw error;
  });
  scope.add(() => microphone.release());
  const giveUp = (): void => {
    if (!signal.aborted) return;
    scope.dispose();
    throw codedError('cancelled', 'The recording was given up.');
  };
  giveUp();
  scope.listen(signal, 'abort', () => scope.dispose());
  scope.listen(microphone.track, 'ended', onUnplugged);
  scope.listen(microphone.track, 'mute', () => onMuted(true));
  scope.listen(microphone.track, 'unmute', () => onMuted(false));
  onMuted(microphone.track.muted);
  clearLiveView();

  const media: MediaRecording | null = startMediaRecording(microphone.stream, undefined, onPart);
  const began = performance.now();
  const secondsSinceStart = (): number => (performance.now() - began) / 1000;
  /** Seconds of the recording before its capture. */
  let lead = 0;
  const connect = async (): Promise<void> => {
    const prepared = await preparing;
    // An open microphone allows sound where the gesture did not.
    if ((!(await running) && !(await runs(context))) || scope.disposed) return;
    const source = context.get().createMediaStreamSource(microphone.stream);
    scope.add(() => source.disconnect());
    // Without a recorder the sound begins with the capture.
    lead = media === null ? 0 : secondsSinceStart();
    prepared.start(source, lead);
    capture = prepared;
  };
  const connected = connect().catch(() => undefined);
  if (media === null) {
    await withTimeout(connected, CAPTURE_START_MS, () => undefined);
    giveUp();
    if (capture === null) {
      scope.dispose();
      throw codedError('recording_failed', 'Neither a recorder nor the sound itself could be had.');
    }
  }
  let longest = 0;
  const elapsedSeconds = (): number => {
    const seconds = secondsSinceStart();
    const captured = capture?.seconds ?? 0;
    const isStalled = capture === null || seconds - captured > STALLED_SECONDS + seconds * MAX_LOST;
    longest = Math.max(longest, isStalled ? seconds : captured);
    return longest;
  };

  return {
    settings: microphone.settings,
    elapsed: elapsedSeconds,
    cancel: () => {
      capture?.cancel();
      void media?.stop();
      scope.dispose();
    },
    stop: async () => {
      const seconds = secondsSinceStart();
      capture?.stop();
      const recording = media?.stop();
      // Dispose now: a page that is closing may not reach the next line, and iOS plays quietly while a microphone is
      // open (WebKit#35034). The recorder has all it needs.
      scope.dispose();
      const recorded = (await recording) ?? null;
      const completeBlob = recorded?.isWhole === true ? recorded.blob : null;
      const bytes = completeBlob === null ? null : new Uint8Array(await completeBlob.arrayBuffer());
      const hasMissed = bytes !== null && lead > MAX_LEAD_SECONDS && seconds <= LONG_SECONDS;
      if (hasMissed) capture?.cancel();
      const live = hasMissed ? undefined : await capture?.finish(bytes);
      const wav =
        live?.ok === true && live.value.wav !== null ? new Blob([live.value.wav], { type: 'audio/wav' }) : null;
      // A recording without its last part is better than none, but worse than the captured sound.
      const blob = completeBlob ?? wav ?? recorded?.blob ?? null;
      if (blob === null)
        throw codedError('recording_failed', 'Nothing was recorded.', live?.ok === false ? live.error : undefined);
      if (live?.ok !== true || (completeBlob !== null && !isWhole(live.value, seconds))) {
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

/** False when the capture missed so much (an interrupted context) that the recorder's sound is better. */
function isWhole({ analysis, capture: { frames, lost } }: CaptureResult, seconds: number): boolean {
  return lost <= frames * MAX_LOST && analysis.duration >= seconds - SLACK_SECONDS - seconds * MAX_LOST;
}
