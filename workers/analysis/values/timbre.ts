import type { NoteCode } from './pitch.ts';

/** A regular modulation of the pitch inside notes. */
export interface Vibrato {
  /** Rate, Hz. */
  rate: number;
  /** Peak-to-peak depth, cents. */
  depth: number;
}

/** A partial of a note, measured in the spectrum. */
export interface MeasuredOvertone {
  /** The fundamental note. */
  of: NoteCode;
  /** Number of the partial, 2 or more: partial 2 is the first overtone. */
  partial: number;
  /** The note at its frequency. */
  note: NoteCode;
  /** Level relative to the strongest partial of the same note, dB (0 or less). */
  level: number;
  /** Duration of the note `of` as a share of the sound, 0 to 1. */
  weight: number;
}

export const MANNERS = ['sung', 'spoken', 'played'] as const;

/** Origin of a sound, as far as the sound shows it. */
export interface VoiceType {
  kind: (typeof MANNERS)[number];
  /** 0 to 1. */
  confidence: number;
}

/**
 * The timbre of a sound, which distinguishes two voices that sing the same notes. Medians over the voiced frames, so
 * that a cough or a slammed door does not count. `null` means not measurable.
 */
export interface Timbre {
  /** Spectral centroid, Hz. */
  centroid: number;
  /** Centroid divided by pitch: 1 is a sine. */
  brightness: number;
  /** Share of the energy below 500 Hz, 0 to 1. */
  warmth: number;
  /** Spectral flatness, 0 (tone) to 1 (noise). */
  flatness: number;
  /** Harmonic-to-noise ratio, dB. */
  harmonicity: number | null;
  /** Sensory roughness, 0 to 1; 1 is that of two equal partials at their roughest interval. */
  roughness: number;
  /** Rise time of the notes from 10 to 90 % of their amplitude, s. */
  attack: number | null;
  vibrato: Vibrato | null;
  /** Deviation of the pitch inside notes that is neither slide nor vibrato, cents. */
  wander: number | null;
  /** Absent where the sound does not show it. */
  manner?: VoiceType;
  /** The main overtones, strongest first. */
  overtones: MeasuredOvertone[];
}
