import { featuresOf, type NoteRise, type NoteSums } from './noteFeatures.ts';
import { classifyNote } from './noteClassifier.ts';
import { PARAMETERS } from '../parameters.ts';
import type { NoteMeter } from '../spectrumHistory.ts';

const { rate, note: P, spectrum, template } = PARAMETERS;
/** Length of the measured beginning of a note, steps. */
export const STRETCH_STEPS = Math.round((P.stretch * rate) / spectrum.hop);

/** A note of the polyphonic transcriber. Times in s. */
export interface PolyphonicNote {
  midi: number;
  /** Deviation from the semitone by its partials, and that of the templates, by which it has its name; cents. */
  cents: number;
  tuning: number;
  onset: number;
  offset: number;
  /** Relative to a full-scale sine. */
  power: number;
  /** Activation summed over its beginning (`stretch`), relative to the minimum of the rules. */
  strength: number;
  /** Accepted by the rules: strong, pitched and long enough, and not a partial of a lower note. */
  plausible: boolean;
  /** Features (noteFeatures.ts), and the network's certainty that it is in the sound, 0 to 1. */
  features: Float64Array;
  probability: number;
  /** True when its whole beginning has been measured, or all of it. */
  complete: boolean;
  /** The note of the same pitch that sounded until this one began. */
  before: PolyphonicNote | null;
}

/** A note that sounds, or has ended and is not evaluated yet. */
export interface OpenCandidate {
  pitch: number;
  /** Time of the common onset near its rise, or of the rise itself, s. */
  onset: number;
  /** Step of the rise. */
  begun: number;
  /** Highest activation: the sum of its compressed magnitudes. */
  peak: number;
  /** The peak, decaying like a held string. */
  decayingPeak: number;
  /** Activation summed over its first `stretch` seconds. */
  sum: number;
  /** The same sum for the loudest lower pitch of which this one could be a partial. */
  lower: number;
  /** Highest recent maximum of all activations, within that time. */
  loudest: number;
  /** s; set when the note ends. */
  offset: number;
  rise: NoteRise;
  sums: NoteSums;
  meter: NoteMeter;
  /** True when its rise is large enough to be accepted without the network. */
  clear: boolean;
  /** The note of the same pitch that sounded until it began, and the reported form of this one. */
  before: OpenCandidate | null;
  reported: PolyphonicNote | null;
}

/**
 * Creates a candidate with its features; null if it is too weak or too short.
 * @param tuning of the templates, cents
 */
export function candidateOf(note: OpenCandidate, tuning: number, hasEnded = true): PolyphonicNote | null {
  const { onset, offset, peak, pitch } = note;
  const strength = note.sum / (P.strength * note.loudest);
  const seconds = offset - onset;
  if (strength < P.minStrength || seconds < P.minSeconds) return null;
  const midi = template.lowest + pitch;
  const features = featuresOf(midi, strength, seconds, note.sums.newest / peak, note.sums, note.rise);
  return {
    midi,
    cents: note.meter.cents ?? tuning,
    tuning,
    onset: Math.max(0, onset),
    offset,
    power: note.meter.power,
    strength,
    plausible:
      note.clear &&
      strength >= 1 &&
      note.sums.largest >= P.pitchedShare * note.sums.total &&
      note.sum >= P.partial * note.lower,
    features,
    probability: classifyNote(features),
    complete: hasEnded || note.sums.steps >= STRETCH_STEPS,
    before: note.before?.reported ?? null,
  };
}
