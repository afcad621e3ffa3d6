import type { NoteCode } from '../src/domain/pitch.ts';
import type { Analysis, NoteEvent } from './analysis/types.ts';

/**
 * The typed line between the main thread and the analysis worker. Calls go through Comlink;
 * what is drawn on every frame comes through a port of its own, as {@link LiveUpdate}.
 */

/** One column of the live waveform: about 10 ms of sound. */
export interface WaveColumn {
  /** Peak amplitude, 0 to 1. */
  peak: number;
  /** Fractional MIDI number of the pitch there, or null. */
  midi: number | null;
}

/** Worker to main while recording, about 30 times a second; plain data for a canvas, never for React state. */
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

/** How the PCM comes: on the worklet's own port, or in a ring of shared memory (worklets/ring.ts), which carries its end as well. */
export type CaptureSource = { kind: 'port'; port: MessagePort } | { kind: 'ring'; ring: SharedArrayBuffer };

export interface CaptureReport {
  /** Frames that reached the analysis. */
  frames: number;
  /** Frames that were missed, by frame number (a gap is filled with silence, so that times stay true). */
  lost: number;
  /** Frames that the worklet says it has sent, or null when its end never came (a closed context, a dead page). */
  sent: number | null;
}

export interface LiveResult {
  /** Without the pitch track (`f0` is empty). */
  analysis: Analysis;
  capture: CaptureReport;
  /** Peak amplitude (0 to 1) of 240 equal slices of the whole recording. */
  peaks: number[];
  /** The recording as a WAVE file, when `finishLive` was called without bytes because the browser had recorded none. */
  wav: Uint8Array<ArrayBuffer> | null;
  /** What made the engine give up, when the byte hash had to speak in its place. */
  engineFailure?: string;
}

export interface FileResult {
  /** Without the pitch track (`f0` is empty). */
  analysis: Analysis;
  peaks: number[];
  /** What made the engine give up, when the byte hash had to speak in its place. */
  engineFailure?: string;
}

/**
 * Errors cross the thread as this; `code` is one of the words below. `died` is said by the main
 * thread's client for a worker that cannot answer any more.
 */
export interface WorkerFailure {
  code: 'cancelled' | 'engine' | 'protocol' | 'died';
  message: string;
}

/** The worker's face. Every answer that can fail is data, as errors lose class and code on the way. */
export type Answer<T> = { ok: true; value: T } | { ok: false; error: WorkerFailure };

export interface AnalysisWorkerApi {
  /** Handshake: settles once the worker's module has run. */
  ping(): Promise<'ready'>;
  /** Begins a live analysis; `updates` gets {@link LiveUpdate}s. One that is still going is given up. */
  startLive(source: CaptureSource, sampleRate: number, updates: MessagePort): Promise<Answer<null>>;
  /**
   * Settles after the capture's `end` has arrived (or at once when it has, or when nothing has come for
   * a second). `bytes` is the encoded recording for the byte hash, transferred; null when there is none,
   * and then a WAVE file of the captured samples takes its place and comes back with the result.
   */
  finishLive(bytes: Uint8Array<ArrayBuffer> | null): Promise<Answer<LiveResult>>;
  cancelLive(): Promise<void>;
  /**
   * Analyses decoded sound. `channels` are transferred. `bytes` is the encoded file for the byte hash;
   * with `channels` null (it could not be decoded) only the hash speaks. Yields between slices, so that
   * `cancel(job)` is heard; `progress` (a Comlink proxy) gets 0 to 1, and `heard` is called early when
   * the sound is clearly no silence.
   */
  analyzeFile(
    job: number,
    channels: Float32Array<ArrayBuffer>[] | null,
    sampleRate: number,
    bytes: Uint8Array<ArrayBuffer>,
    progress?: (done: number) => void,
    heard?: () => void,
  ): Promise<Answer<FileResult>>;
  cancel(job: number): Promise<void>;
}
