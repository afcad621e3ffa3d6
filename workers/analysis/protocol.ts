import type { NoteCode } from './values/pitch.ts';
import type { Analysis, NoteEvent } from './types.ts';

/**
 * The typed protocol between the main thread and the analysis worker. Calls go through Comlink; the data of
 * the live display comes through a separate port, as {@link LiveUpdate}.
 */

/** One column of the live waveform: about 10 ms of sound. */
export interface WaveColumn {
  /** Peak amplitude, 0 to 1. */
  peak: number;
  /** Fractional MIDI number of the pitch there, or null. */
  midi: number | null;
}

/**
 * Worker to main thread while recording, about 30 times a second; plain data for a canvas, not for React state.
 */
export interface LiveUpdate {
  /** Seconds of sound so far. */
  time: number;
  /** Level of the last columns, dBFS. */
  level: number;
  /** Columns that are new since the last update. */
  columns: WaveColumn[];
  pitch: { hz: number; midi: number; confidence: number } | null;
  /** Notes that have begun so far, the newest 64 of them. */
  notes: NoteEvent[];
  essence: NoteCode[];
}

/** Source of the PCM: a port of the worklet, or a ring of shared memory (worklets/ring.ts). */
export type PcmSource = { kind: 'port'; port: MessagePort } | { kind: 'ring'; ring: SharedArrayBuffer };

export interface CaptureReport {
  /** Frames that reached the analysis. */
  frames: number;
  /** Frames that were lost, by frame number (gaps are filled with silence, so that times stay correct). */
  lost: number;
  /**
   * Frames that the worklet reports as sent, or null when its end never came (a closed context, a crashed page).
   */
  sent: number | null;
}

/** Result of the engine for a sound. */
export interface AnalysisResult {
  /** Without the pitch track (`f0` is empty): of half an hour it would have 180,000 points, 45 MB on either side. */
  analysis: Analysis;
  /** Peak amplitude (0 to 1) of 240 equal slices of the whole sound. */
  peaks: number[];
  /** Reason for a failure of the engine, when the notes come from the byte hash instead. */
  engineFailure?: string;
}

/** Result of a live capture. */
export interface CaptureResult extends AnalysisResult {
  capture: CaptureReport;
  /**
   * The recording as a WAVE file if `finishLive` was called without bytes (the browser had recorded none), else null.
   */
  wav: Uint8Array<ArrayBuffer> | null;
}

/**
 * An error on its way between threads. The client on the main thread sets `died` for a worker that no longer answers.
 */
export interface WorkerFailure {
  code: 'cancelled' | 'engine' | 'protocol' | 'died';
  message: string;
}

/** Answers that can fail are data, as errors lose their class and code when they are sent between threads. */
export type Answer<T> = { ok: true; value: T } | { ok: false; error: WorkerFailure };

export interface AnalysisWorkerApi {
  /** Handshake: settles when the module of the worker has run. */
  ping(): Promise<'ready'>;
  /** Begins a live analysis; `updates` gets {@link LiveUpdate}s. One that is still running is cancelled. */
  startLive(source: PcmSource, sampleRate: number, updates: MessagePort): Promise<Answer<null>>;
  /**
   * Settles after the capture's `end` has arrived (or at once when it has, or when nothing has come for
   * a second). `bytes` is the encoded recording for the byte hash, transferred. When it is null, a WAVE file of
   * the captured samples takes its place and is returned with the result.
   */
  finishLive(bytes: Uint8Array<ArrayBuffer> | null): Promise<Answer<CaptureResult>>;
  cancelLive(): Promise<void>;
  /**
   * Analyses decoded sound. `channels` are transferred. `bytes` is the encoded file for the byte hash, which
   * gives the notes alone when `channels` is null (the file could not be decoded). Yields between slices, so
   * that `cancel(job)` is received; `progress` (a Comlink proxy) gets 0 to 1, and `heard` is called early if
   * the sound is clearly not silent.
   */
  analyzeFile(
    job: number,
    channels: Float32Array<ArrayBuffer>[] | null,
    sampleRate: number,
    bytes: Uint8Array<ArrayBuffer>,
    progress?: (done: number) => void,
    heard?: () => void,
  ): Promise<Answer<AnalysisResult>>;
  cancel(job: number): Promise<void>;
}
