import type { Timbre } from './values/timbre.ts';
import type { NoteCode } from './values/pitch.ts';

/** One note as a person would write it down. Times in seconds from the start of the sound. */
export interface NoteEvent {
  /** Nearest semitone as a MIDI number, relative to the tuning of the sound when that is clear. */
  midi: number;
  /** Deviation of the pitch of the note from that semitone at A4 = 440 Hz, cents. */
  cents: number;
  onset: number;
  offset: number;
  /** 0 to 1. */
  confidence: number;
  /** Loudness, 0 to 1. */
  velocity: number;
}

/** One step of the pitch track. `hz` is 0 where nothing is voiced. */
export interface F0Point {
  time: number;
  hz: number;
  /** Probability of voicing, 0 to 1. */
  confidence: number;
}

/**
 * Source of the essence: the notes of the sound, its resonances if no note was found, or the bytes if the sound could
 * not be decoded or the engine failed.
 */
export type AnalysisSource = 'spectral' | 'resonance' | 'byte-hash';

export interface Tuning {
  /** Common deviation of the notes from A4 = 440 Hz, cents, -50 to 50. */
  cents: number;
  /** 0 to 1; notes are named against `cents` when this is high. */
  confidence: number;
}

export interface Level {
  /** Highest absolute sample, dBFS (-Infinity for digital silence). */
  peak: number;
  /** Root mean square of the whole sound, dBFS. */
  rms: number;
}

export interface SpectralShape {
  /** Mean spectral centroid of the voiced frames, Hz. */
  centroid: number;
  /** Mean spectral flatness of the voiced frames, 0 (tone) to 1 (noise). */
  flatness: number;
}

export interface Analysis {
  /** Null for silence. */
  source: AnalysisSource | null;
  /** Seconds. */
  duration: number;
  notes: NoteEvent[];
  f0: F0Point[];
  /**
   * Distinct dominant notes, strongest first, at most 8, then resonances of the sound where these are fewer than three,
   * up to four; empty for silence alone.
   */
  essence: NoteCode[];
  /** Complexity score, 0 to 299: the essence holds 3 + floor(complexity / 50) notes at most. */
  complexity: number;
  tuning: Tuning;
  level: Level;
  spectralShape: SpectralShape;
  /** The timbre of the sound; null when nothing was voiced, or without notes. */
  timbre: Timbre | null;
  /** True when nothing in the sound is above -60 dBFS. */
  silent: boolean;
}

/** Provisional results while the sound comes in. */
export interface LiveState {
  /** Duration so far, s. */
  time: number;
  /** The current pitch (of a chord, that of its loudest note) or null. `midi` is fractional. */
  pitch: { hz: number; midi: number; confidence: number } | null;
  /** Notes so far, by onset. The last ones may still sound; their offset is then the newest decided time. */
  notes: readonly NoteEvent[];
  /** The essence as it forms, strongest first. */
  essence: readonly NoteCode[];
}

export interface Analyzer {
  /** Takes the next mono samples (any length, also 0); non-finite samples count as 0. */
  push(samples: Float32Array): void;
  /**
   * Number of notes of one voice that have begun since the first read of this or `live`; costs nothing. That first read
   * creates the live view: read it before the first push to count from the start.
   */
  readonly begun: number;
  /** The state after the last push; cheap enough for every animation frame. */
  live(): LiveState;
  /** Ends the sound and returns the analysis. Call once; later pushes are errors. */
  finish(): Analysis;
}

export interface AnalyzeOptions {
  signal?: AbortSignal;
  /** Called with the share of the sound that has been analysed, 0 to 1. */
  onProgress?: (done: number) => void;
}
