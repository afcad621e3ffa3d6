import { midiOf, noteCodeOf } from '../values/pitch.ts';
import { MIN_NOTES, SCORE_PER_NOTE, type Essence } from '../essence.ts';
import { RESONANCE } from './parameters.ts';

/** Shares of the spectrum below the quantiles that complete the maxima, the outer ones first. */
const QUANTILES = [0.125, 0.875, 0.375, 0.625];

/**
 * The essence with the resonances of its sound, where it has fewer than three notes. The score rises with them, so that
 * it has their number.
 */
export function withResonances({ essence, complexity }: Essence, profile: Float64Array): Essence {
  if (essence.length >= MIN_NOTES) return { essence, complexity };
  const all = [...essence, ...resonancesOf(profile, essence.map(midiOf)).map(noteCodeOf)];
  return { essence: all, complexity: Math.max(complexity, SCORE_PER_NOTE * (all.length - MIN_NOTES)) };
}

/**
 * Chooses the resonances of a spectrum by semitone (`ResonanceMeter.finish`) that fill the notes `given` up to
 * `RESONANCE.notes`, as MIDI numbers, strongest first: the maxima of the spectrum, then its quantiles. Without given
 * notes there are always as many; with given notes there may be fewer. None for a spectrum without power.
 */
function resonancesOf(profile: Float64Array, noteMidis: readonly number[]): number[] {
  const found: number[] = [];
  const isFree = (midi: number, minDistance: number): boolean =>
    [...noteMidis, ...found].every((other) => Math.abs(other - midi) >= minDistance);
  const take = (midis: readonly number[], minDistance: number): void => {
    for (const midi of midis)
      if (noteMidis.length + found.length < RESONANCE.notes && isFree(midi, minDistance)) found.push(midi);
  };
  if (!profile.some((height) => height > 0)) return found;
  take(maxima(profile), RESONANCE.apart);
  const left = profileBeside(profile, noteMidis);
  if (left.some((height) => height > 0))
    take(
      QUANTILES.map((share) => quantile(left, share)),
      RESONANCE.quantilesApart,
    );
  if (noteMidis.length === 0) take(byHeight(profile), 1);
  return found.sort((a, b) => heightOf(profile, b) - heightOf(profile, a) || a - b);
}

const heightOf = (profile: Float64Array, midi: number): number => profile[midi - RESONANCE.lowest]!;

function byHeight(profile: Float64Array): number[] {
  const midis = Array.from(profile, (_, i) => RESONANCE.lowest + i);
  return midis.sort((a, b) => heightOf(profile, b) - heightOf(profile, a) || a - b);
}

/** The maxima of a spectrum, highest first, without those that hardly stand out. */
function maxima(profile: Float64Array): number[] {
  const all = byHeight(profile);
  const least = RESONANCE.least * heightOf(profile, all[0]!);
  return all.filter((midi) => {
    const height = heightOf(profile, midi);
    const [before = 0, after = 0] = [profile[midi - RESONANCE.lowest - 1], profile[midi - RESONANCE.lowest + 1]];
    return height >= least && height >= before && height > after;
  });
}

/** The audible part of a spectrum away from the given notes, whose beginnings and ends spread into their neighbours. */
function profileBeside(profile: Float64Array, noteMidis: readonly number[]): Float64Array {
  const least = RESONANCE.audible * Math.max(...profile);
  const isApart = (midi: number): boolean => noteMidis.every((note) => Math.abs(note - midi) >= RESONANCE.beside);
  return profile.map((height, i) => (height >= least && isApart(RESONANCE.lowest + i) ? height : 0));
}

/** The semitone below which this share of the power of a spectrum lies. */
function quantile(profile: Float64Array, share: number): number {
  const total = profile.reduce((sum, height) => sum + height * height, 0);
  let below = 0;
  const at = profile.findIndex((height) => (below += height * height) >= share * total);
  return RESONANCE.lowest + Math.max(0, at);
}
