import type { Accent } from '../timbre/accents.ts';
import type { Character } from '../timbre/character.ts';
import type { Proportion } from '../timbre/proportions.ts';
import type { NoteCode } from '../pitch/pitch.ts';

/** Which transcriber or instrument made the fragrance; `beat` and `keys` are notes that were chosen by hand. */
export const SOURCES = ['spectral', 'byte-hash', 'beat', 'keys', 'link', 'demo'] as const;
export type FragranceSource = (typeof SOURCES)[number];

/** A note where it was found in the recording; seconds, and strengths from 0 to 1. */
export interface HeardNote {
  note: NoteCode;
  onset: number;
  offset: number;
  velocity: number;
  /** Deviation from equal temperament at A4 = 440 Hz, cents. */
  cents: number;
}

/** What the results page needs to show where each note was heard; small enough to be stored with the fragrance. */
export interface SoundTrace {
  /** Seconds. */
  duration: number;
  /** Peak amplitude (0 to 1) of equal slices of the recording, at most 240 of them. */
  peaks: number[];
  /** The notes that were found, at most 256 of them, in order of onset. */
  notes: HeardNote[];
}

/**
 * A fragrance, the app's central value. Its field names stand in local copies and exports; kept locally under the key
 * `fragranceProfile`.
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
  /** Dominant notes of the sound, strongest first. */
  musicEssence: NoteCode[];
  /** Perfume note names. */
  topNotes: string[];
  middleNotes: string[];
  baseNotes: string[];
  /** ISO date. */
  created: string;
  source: FragranceSource;
  /** The engine could not listen to the sound, and its bytes speak instead; only the device that was there knows. */
  engineFailed?: true;
  /** URL of the recording in storage (older local copies: a `data:` URL); absent when there is no recording. */
  audioData?: string;
  /** Which recording this was made of (a UUID), on this device and in storage; absent when there is none. */
  recordingId?: string;
  /** Where the notes were heard; absent for fragrances that were not made from a recording. */
  trace?: SoundTrace;
  /** The part of the trace that its drawing needs, without peaks: lists and copies that are short of room carry it instead. */
  face?: SoundTrace;
  /** One to three notes that sound as overtones outside the essence, highest first; absent where nothing was measured, or nothing rings. */
  accents?: Accent[];
  /** What the voice is like; absent where no sound was measured. */
  character?: Character;
  /** How much of each note is in the blend, in the order of the essence; absent where nothing tells. */
  proportions?: Proportion[];
}
