import type { Accent } from '../timbre/accents.ts';
import type { Character } from '../timbre/character.ts';
import type { Proportion } from '../timbre/proportions.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';

/**
 * The transcriber or instrument of the fragrance; `resonance` is a sound without notes, `beat` and `keys` are notes
 * chosen by hand.
 */
export const NOTE_SOURCES = ['spectral', 'resonance', 'byte-hash', 'beat', 'keys', 'link', 'demo'] as const;
export type FragranceSource = (typeof NOTE_SOURCES)[number];

/** A note found in the recording; seconds, and strengths from 0 to 1. */
export interface TraceNote {
  note: NoteCode;
  onset: number;
  offset: number;
  velocity: number;
  /** Deviation from equal temperament at A4 = 440 Hz, cents. */
  cents: number;
}

/** The heard notes for the results page; small enough to store with the fragrance. */
export interface SoundTrace {
  /** Seconds. */
  duration: number;
  /** Peak amplitude (0 to 1) of equal slices of the recording, at most 240 of them. */
  peaks: number[];
  /** The notes, at most 256, in order of onset. */
  notes: TraceNote[];
}

/**
 * A fragrance, the app's central value. Field names are part of local copies (key `fragranceProfile`) and exports.
 */
export interface Fragrance {
  /** Timestamp in milliseconds as a string. */
  id: string;
  name: string;
  description: string;
  /** 0 to 1. */
  intensity: number;
  /** 0 to 1. */
  complexity: number;
  /** 0 to 1. */
  persistence: number;
  /** The first three notes of the essence. */
  dominantNotes: NoteCode[];
  /** The rest of the essence. */
  backgroundNotes: NoteCode[];
  /** The notes that count most in the sound, strongest first. */
  musicEssence: NoteCode[];
  /** Perfume note names. */
  topNotes: string[];
  middleNotes: string[];
  baseNotes: string[];
  /** ISO date. */
  created: string;
  source: FragranceSource;
  /** The engine failed, and the notes come from the bytes; only the device of the analysis stores it. */
  engineFailed?: true;
  /** URL of the recording in storage (older local copies: a `data:` URL); absent when there is no recording. */
  audioData?: string;
  /** Id of its recording (a UUID) on this device and in storage; absent when there is none. */
  recordingId?: string;
  /** The heard notes; absent for fragrances without a recording. */
  trace?: SoundTrace;
  /** The part of the trace for its drawing, without peaks; replaces the trace in lists and in small copies. */
  face?: SoundTrace;
  /** One to three overtones outside the essence, highest first; absent when none was measured. */
  accents?: Accent[];
  /** Character of the voice; absent without a measured sound. */
  character?: Character;
  /** Proportions of the notes in the order of the essence; absent if unknown. */
  proportions?: Proportion[];
}
