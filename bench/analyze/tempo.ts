import type { NoteEvent } from '#analysis/types.ts';

/**
 * The tempo of notes, by the method of Ellis, "Beat tracking by dynamic programming" (Journal of New Music Research 36,
 * 2007), section 3.2: the autocorrelation of the onset strength, weighted by a log-normal preference for 120 beats a
 * minute. The strength is of the notes' onsets here, not of the spectrum; the preference is one octave wide, as librosa
 * has it.
 */

export interface Tempo {
  /** Beats a minute. */
  bpm: number;
  /** Repetition of the onsets after a beat, 0 to 1. */
  confidence: number;
}

/** Steps of the onset strength, and the standard deviation of an onset's time, s. */
const STEP_S = 0.01;
const ONSET_DEVIATION_S = 0.02;
const MAX_BPM = 240;
const MIN_BPM = 40;
const PREFERRED_BPM = 120;
const PREFERENCE_OCTAVES = 1;
/** Fewer onsets have no tempo. */
const MIN_ONSETS = 8;
/** Onsets by chance repeat less than this (tempo.test.ts). */
const MIN_CONFIDENCE = 0.35;

/** Onset strength by steps: each note by its velocity; those of a chord add up. */
function strengthOf(notes: readonly NoteEvent[]): Float64Array {
  const first = Math.min(...notes.map(({ onset }) => onset));
  const last = Math.max(...notes.map(({ onset }) => onset));
  const reach = Math.ceil((3 * ONSET_DEVIATION_S) / STEP_S);
  const strength = new Float64Array(Math.ceil((last - first) / STEP_S) + 2 * reach + 1);
  for (const { onset, velocity } of notes) {
    const at = (onset - first) / STEP_S + reach;
    for (let i = Math.round(at) - reach; i <= Math.round(at) + reach; i++)
      if (i >= 0 && i < strength.length)
        strength[i]! += velocity * Math.exp(-0.5 * (((i - at) * STEP_S) / ONSET_DEVIATION_S) ** 2);
  }
  return strength;
}

/** Autocorrelation at a lag in steps, whatever its length. */
function correlation(strength: Float64Array, lag: number): number {
  let sum = 0;
  for (let i = lag; i < strength.length; i++) sum += strength[i]! * strength[i - lag]!;
  return (sum * strength.length) / (strength.length - lag);
}

/** The place of a maximum between steps, by a parabola through three values. */
function peakAt(strength: Float64Array, lag: number): number {
  const [before, at, after] = [-1, 0, 1].map((step) => correlation(strength, lag + step)) as [number, number, number];
  const curve = before - 2 * at + after;
  return curve >= 0 ? lag : lag + Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / curve));
}

/** The lag of one beat, from that of 2, 4 and 8 beats, whose error is divided by as many. */
function refineBeat(strength: Float64Array, beat: number): number {
  let lag = peakAt(strength, beat);
  for (const beats of [2, 4, 8]) {
    const near = Math.round(beats * lag);
    if (near > strength.length / 2) break;
    const lags = [-2, -1, 0, 1, 2].map((step) => near + step);
    const best = lags.reduce((a, b) => (correlation(strength, b) > correlation(strength, a) ? b : a));
    lag = peakAt(strength, best) / beats;
  }
  return lag;
}

/**
 * The tempo of notes; null where their onsets do not repeat. A tempo may be half or twice the one that a person taps.
 */
export function tempoOf(notes: readonly NoteEvent[]): Tempo | null {
  const onsets = notes.map(({ onset }) => onset).sort((a, b) => a - b);
  if (onsets.filter((onset, i) => i === 0 || onset - onsets[i - 1]! > ONSET_DEVIATION_S).length < MIN_ONSETS)
    return null;
  const strength = strengthOf(notes);
  const power = correlation(strength, 0);
  let best = 0;
  let highest = 0;
  for (let lag = Math.round(60 / MAX_BPM / STEP_S); lag <= 60 / MIN_BPM / STEP_S && lag < strength.length / 2; lag++) {
    const octaves = Math.log2(60 / (lag * STEP_S) / PREFERRED_BPM);
    const weighted = correlation(strength, lag) * Math.exp(-0.5 * (octaves / PREFERENCE_OCTAVES) ** 2);
    if (weighted > highest) [best, highest] = [lag, weighted];
  }
  const confidence = Math.min(1, correlation(strength, best) / power);
  if (best === 0 || confidence < MIN_CONFIDENCE) return null;
  return { bpm: 60 / (refineBeat(strength, best) * STEP_S), confidence };
}
