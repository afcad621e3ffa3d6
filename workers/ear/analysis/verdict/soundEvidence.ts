import { midiOfHz } from '../../values/pitch.ts';
import { powerDecibels } from '../dsp/decibels.ts';
import { commonTuning, heldShare } from '../monophony/melody.ts';
import type { PitchTrack } from '../monophony/pitchTrack.ts';
import { HOP_SECONDS } from '../parameters.ts';
import type { PolyphonicTranscription } from '../polyphony/index.ts';
import type { NoteEvent, SpectralShape, Tuning } from '../types.ts';
import { voiceEvidence } from './voices.ts';

/** What both transcribers have found in a whole sound. */
export interface WholeSound {
  monophonic: { notes: NoteEvent[]; tuning: Tuning; drumShare: number };
  polyphonic: PolyphonicTranscription & {
    tuning: Tuning;
    polyphony: number;
    /** Of a very low voice, whose partials look like many. */
    isOneDeepVoice: boolean;
  };
  track: PitchTrack;
  /** Mean of the voiced steps. */
  shape: SpectralShape;
  /** s */
  duration: number;
  /** Power below which a step is silent. */
  gate: number;
}

/** Changes of pitch between two steps, semitones, that divide them into still, moving, gliding and leaping. */
const CHANGES = [0.02, 0.08, 0.3];
/** Modulations of the level: syllables come 2 to 8 times a second (Houtgast & Steeneken 1985), tremolo and roughness faster, Hz. */
const MODULATIONS = [2, 4, 8, 16];

/** The number of measurements of {@link soundEvidence}. */
export const SOUND_EVIDENCE_LENGTH = 42;

/** Measurements of a whole sound, most of them 0 to 1, for the judges of verdict.ts. */
export function soundEvidence({ monophonic, polyphonic, track, shape, duration, gate }: WholeSound): Float64Array {
  const voices = voiceEvidence(polyphonic.plausible, track);
  const values = [
    ...pitchEvidence(track, gate),
    ...levelEvidence(track, gate),
    heldShare(track) ?? 0.5,
    monophonic.drumShare,
    ...noteEvidence(monophonic.notes, monophonic.tuning, duration),
    ...noteEvidence(polyphonic.plausible, polyphonic.tuning, duration),
    ...noteEvidence(polyphonic.notes, polyphonic.tuning, duration),
    polyphonic.polyphony,
    voices.onPath,
    voices.explained,
    voices.together,
    Math.log2(1 + shape.centroid / 500) / 5,
    shape.flatness,
    Math.log2(1 + duration) / 5,
  ];
  return Float64Array.from(values, (value) => (Number.isFinite(value) ? value : 0));
}

/** The value of which the share `q` is below it; `values` is not empty. */
function quantile(values: readonly number[], q: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
}

/** How the pitch path moves: 9 values. */
function pitchEvidence({ hz, clarity, level, power, length }: PitchTrack, gate: number): number[] {
  const pitches: number[] = [];
  const clarities: number[] = [];
  const partials: number[] = [];
  const classes = CHANGES.map(() => 0);
  let sounding = 0;
  let steps = 0;
  for (let t = 0; t < length; t++) {
    if (power[t]! >= gate) sounding++;
    if (!(hz[t]! > 0)) continue;
    const pitch = midiOfHz(hz[t]!);
    if (t > 0 && hz[t - 1]! > 0) {
      steps++;
      const change = Math.abs(pitch - pitches.at(-1)!);
      const at = CHANGES.findIndex((limit) => change < limit);
      if (at >= 0) classes[at]!++;
    }
    pitches.push(pitch);
    clarities.push(clarity[t]!);
    partials.push(level[t]! ** 2 / (power[t]! + Number.MIN_VALUE));
  }
  if (pitches.length === 0) return Array.from({ length: 9 }, () => 0);
  return [
    pitches.length / Math.max(1, sounding),
    ...classes.map((count) => count / Math.max(1, steps)),
    quantile(pitches, 0.5) / 100,
    Math.min(1, (quantile(pitches, 0.9) - quantile(pitches, 0.1)) / 24),
    quantile(clarities, 0.5),
    quantile(clarities, 0.1),
    Math.min(1, quantile(partials, 0.5)),
  ];
}

/** How the level moves: 6 values. */
function levelEvidence({ power, length }: PitchTrack, gate: number): number[] {
  const levels: number[] = [];
  for (let t = 0; t < length; t++) if (power[t]! >= gate) levels.push(powerDecibels(power[t]!));
  if (levels.length < 4) return Array.from({ length: 2 + MODULATIONS.length }, () => 0);
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  const deviation = Math.sqrt(levels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / levels.length);
  let falling = 0;
  for (let t = 1; t < levels.length; t++) if (levels[t]! < levels[t - 1]!) falling++;
  return [
    Math.min(1, deviation / 20),
    falling / levels.length,
    ...MODULATIONS.map((rate) => Math.min(1, modulation(levels, rate) / 10)),
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

/** What the notes of a transcription are like: 6 values. */
function noteEvidence(notes: readonly NoteEvent[], tuning: Tuning, duration: number): number[] {
  if (notes.length === 0) return [0, 0, 0, 0, 0, 0];
  const seconds = notes.map(({ onset, offset }) => offset - onset);
  const counts = new Map<number, number>();
  for (const { midi } of notes) counts.set(midi, (counts.get(midi) ?? 0) + 1);
  const sounding = seconds.reduce((sum, one) => sum + one, 0);
  return [
    Math.min(1, notes.length / Math.max(0.5, duration) / 10),
    Math.min(1, quantile(seconds, 0.5)),
    Math.min(1, sounding / Math.max(0.1, duration) / 2),
    Math.min(1, commonTuning(notes, tuning) / 8),
    Math.max(...counts.values()) / notes.length,
    notes.reduce((sum, { confidence }) => sum + confidence, 0) / notes.length,
  ];
}
