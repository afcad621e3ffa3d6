import type { NoteCode } from '#analysis/values/pitch.ts';
import type { Analysis } from '#analysis/analyze.ts';

/**
 * Measures whether the notes of a sound are stable: the same sound begun at ten moments and at four levels should have
 * one essence, since these copies sound the same.
 */

const START_COUNT = 10;
/** Distance of two starts, s: it is no multiple of any step of the engine. */
const START_DISTANCE_S = 0.011;
const LEVEL_FACTORS = [1, 0.5, 0.25, 0.125];

/** The sound from ten starts, then at three levels more. */
export function makeCopies(pcm: Float32Array, sampleRate: number): Float32Array[] {
  const starts = Array.from({ length: START_COUNT }, (_, i) =>
    pcm.subarray(Math.round(i * START_DISTANCE_S * sampleRate)),
  );
  return [...starts, ...LEVEL_FACTORS.slice(1).map((gain) => pcm.map((sample) => gain * sample))];
}

/** Number of notes in both, divided by that of notes in either; 1 for two empty ones. */
export function jaccard(a: readonly NoteCode[], b: readonly NoteCode[]): number {
  const all = new Set([...a, ...b]);
  return all.size === 0 ? 1 : a.filter((note) => b.includes(note)).length / all.size;
}

export interface Steadiness {
  /** Mean of all pairs of copies, 0 to 1. */
  alike: number;
  /** True if some copies have notes and others none. */
  flips: boolean;
  /** True if the sound has notes, and not only resonances. */
  hasNotes: boolean;
}

/** Compares the notes of the copies of one sound. */
export function steadinessOf(heard: readonly Pick<Analysis, 'essence' | 'notes'>[]): Steadiness {
  let sum = 0;
  let pairs = 0;
  for (let i = 1; i < heard.length; i++)
    for (let j = 0; j < i; j++, pairs++) sum += jaccard(heard[i]!.essence, heard[j]!.essence);
  const withNotes = heard.filter(({ notes }) => notes.length > 0).length;
  return {
    alike: pairs === 0 ? 1 : sum / pairs,
    flips: withNotes > 0 && withNotes < heard.length,
    hasNotes: withNotes > 0,
  };
}
