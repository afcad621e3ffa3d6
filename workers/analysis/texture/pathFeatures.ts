import { midiOfHz } from '../values/pitch.ts';
import { powerDecibels } from '../dsp/decibels.ts';
import { heldShare } from '../monophony/melody.ts';
import type { PitchTrack } from '../monophony/pitchTrack.ts';
import { HOP_SECONDS, steps } from '../parameters.ts';
import { DEEP_VOICE } from './parameters.ts';

/** Changes of pitch between two steps, semitones, that divide them into still, moving, gliding and leaping. */
const PITCH_CHANGE_LIMITS = [0.02, 0.08, 0.3];
/**
 * Modulations of the level: syllables come 2 to 8 times a second (Houtgast & Steeneken 1985), tremolo and roughness
 * faster, Hz.
 */
const MODULATION_HZ = [2, 4, 8, 16];

type Steps = Pick<PitchTrack, 'hz' | 'clarity' | 'level' | 'power' | 'silent' | 'cutVoice' | 'length'>;

/** The steps of a stretch, its times in s. */
export function stepsIn(
  { hz, clarity, level, power, silent, cutVoice, length }: PitchTrack,
  from: number,
  to: number,
): Steps {
  const first = Math.min(length, steps(from));
  const end = Math.min(length, steps(to));
  const cut = (values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> => values.subarray(first, end);
  return {
    hz: cut(hz),
    clarity: cut(clarity),
    level: cut(level),
    power: cut(power),
    silent: silent.subarray(first, end),
    cutVoice: cutVoice.subarray(first, end),
    length: end - first,
  };
}

/** The value of which the share `q` is below it; `values` is not empty. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
}

/** Features of the pitch path and the level of a stretch. */
export const pathFeatures = (sounding: Steps) => ({
  pitches: pitchFeatures(sounding),
  levels: levelFeatures(sounding),
  held: heldShare(sounding) ?? 0.5,
  deep: voicedShare(sounding, (t) => sounding.hz[t]! < DEEP_VOICE.belowHz),
  cut: voicedShare(sounding, (t) => sounding.cutVoice[t] === 1),
});

/** Share of the voiced steps that meet a condition, 0 to 1. */
function voicedShare({ hz, length }: Pick<PitchTrack, 'hz' | 'length'>, isAsked: (t: number) => boolean): number {
  let voiced = 0;
  let requested = 0;
  for (let t = 0; t < length; t++) {
    if (!(hz[t]! > 0)) continue;
    voiced++;
    if (isAsked(t)) requested++;
  }
  return voiced === 0 ? 0 : requested / voiced;
}

/** Movement of the pitch path: 9 values. */
function pitchFeatures({ hz, clarity, level, power, silent, length }: Steps): number[] {
  const pitches: number[] = [];
  const clarities: number[] = [];
  const partials: number[] = [];
  const classes = PITCH_CHANGE_LIMITS.map(() => 0);
  let sounding = 0;
  let changes = 0;
  for (let t = 0; t < length; t++) {
    if (silent[t] === 0) sounding++;
    if (!(hz[t]! > 0)) continue;
    const pitch = midiOfHz(hz[t]!);
    if (t > 0 && hz[t - 1]! > 0) {
      changes++;
      const change = Math.abs(pitch - pitches.at(-1)!);
      const at = PITCH_CHANGE_LIMITS.findIndex((limit) => change < limit);
      if (at >= 0) classes[at]!++;
    }
    pitches.push(pitch);
    clarities.push(clarity[t]!);
    partials.push(level[t]! ** 2 / (power[t]! + Number.MIN_VALUE));
  }
  if (pitches.length === 0) return Array.from({ length: 9 }, () => 0);
  return [
    pitches.length / Math.max(1, sounding),
    ...classes.map((count) => count / Math.max(1, changes)),
    quantile(pitches, 0.5) / 100,
    Math.min(1, (quantile(pitches, 0.9) - quantile(pitches, 0.1)) / 24),
    quantile(clarities, 0.5),
    quantile(clarities, 0.1),
    Math.min(1, quantile(partials, 0.5)),
  ];
}

/** Movement of the level: 6 values. */
function levelFeatures({ power, silent, length }: Steps): number[] {
  const levels: number[] = [];
  for (let t = 0; t < length; t++) if (silent[t] === 0) levels.push(powerDecibels(power[t]!));
  if (levels.length < 4) return Array.from({ length: 2 + MODULATION_HZ.length }, () => 0);
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  const deviation = Math.sqrt(levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / levels.length);
  let falling = 0;
  for (let t = 1; t < levels.length; t++) if (levels[t]! < levels[t - 1]!) falling++;
  return [
    Math.min(1, deviation / 20),
    falling / levels.length,
    ...MODULATION_HZ.map((rate) => Math.min(1, modulation(levels, rate) / 10)),
  ];
}

/** Mean change of the level over half a period of `rate`, dB. */
function modulation(levels: readonly number[], rate: number): number {
  const half = Math.max(1, Math.round(0.5 / rate / HOP_SECONDS));
  let sum = 0;
  let count = 0;
  // Compare with the middle of both neighbours, so that a slow fade counts little.
  for (let t = half; t + half < levels.length; t++, count++)
    sum += Math.abs(levels[t]! - (levels[t - half]! + levels[t + half]!) / 2);
  return count === 0 ? 0 : sum / count;
}
