import type { NoteCode } from '../pitch/pitch.ts';

/** Accents that a fragrance has at most. */
export const MAX_ACCENTS = 3;
/** The longest time that is told of one note, s. */
export const MAX_SECONDS = 2 * 60 * 60;

/** A regular swing of the pitch inside notes. */
export interface Vibrato {
  /** Swings per second, Hz. */
  rate: number;
  /** From the lowest to the highest point of a swing, cents. */
  depth: number;
}

/** A partial of a note that is really in the spectrum. */
export interface MeasuredOvertone {
  /** The note whose partial it is. */
  of: NoteCode;
  /** Number of the partial, 2 or more: partial 2 is the first overtone. */
  partial: number;
  /** The note it sounds at. */
  note: NoteCode;
  /** Level relative to the strongest partial of the same note, dB (0 or less). */
  level: number;
  /** Share of the sound that the note `of` lasts, 0 to 1. */
  weight: number;
}

/**
 * The colour of a sound: what distinguishes two voices that sing the same notes. Medians over the voiced frames, so
 * that a cough or a slammed door does not count. `null` is what could not be measured.
 */
export interface Timbre {
  /** Spectral centroid, Hz. */
  centroid: number;
  /** The centroid divided by the pitch that sounds: 1 is a sine. */
  brightness: number;
  /** Share of the energy below 500 Hz, 0 to 1. */
  warmth: number;
  /** Spectral flatness, 0 (tone) to 1 (noise). */
  flatness: number;
  /** Harmonic-to-noise ratio, dB. */
  harmonicity: number | null;
  /** Sensory roughness, 0 to 1; 1 is that of two equal partials at their roughest distance. */
  roughness: number;
  /** Time in which the notes rise from 10 to 90 % of their amplitude, s. */
  attack: number | null;
  vibrato: Vibrato | null;
  /** Spread of the pitch inside notes that no slide and no vibrato explains, cents. */
  wander: number | null;
  /** The overtones that carry the sound, strongest first. */
  overtones: MeasuredOvertone[];
}
