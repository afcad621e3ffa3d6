import { midiOfHz } from '../values/pitch.ts';
import { powerDecibels } from '../dsp/decibels.ts';
import { commonTuning, heldShare } from '../monophony/melody.ts';
import type { PitchTrack } from '../monophony/pitchTrack.ts';
import { TrackMemory } from '../monophony/trackMemory.ts';
import { HOP_SECONDS, steps } from '../parameters.ts';
import type { PolyphonicTranscription } from '../polyphony/index.ts';
import { densityOf } from '../polyphony/notes/density.ts';
import type { NoteEvent, Tuning } from '../types.ts';
import { DEEP_VOICE, SECONDS } from './parameters.ts';
import { voiceFeatures } from './voices.ts';

/** Results of both transcribers for a whole sound. */
export interface TranscriberResults {
  /** `hits` are the onsets of drum hits, s. */
  monophonic: { notes: NoteEvent[]; tuning: Tuning; hits: number[] };
  polyphonic: PolyphonicTranscription & {
    tuning: Tuning;
    /** Polyphony of a stretch (textureMeter.ts), 0 to 1, null where nothing shows it; times in s. */
    polyphonyIn: (from: number, to: number) => number | null;
    /** True when the very low part is one voice, whose partials look like many. */
    isDeepOneVoice: boolean;
  };
  track: PitchTrack;
  /** s */
  duration: number;
}

/** A part of a sound, s. */
export interface TimeSpan {
  from: number;
  to: number;
}

/** Features of a stretch from the results of both transcribers, for textureClassifier.ts. */
export interface TextureFeatures {
  /** {@link FEATURE_COUNT} measurements, most of them 0 to 1. */
  values: Float64Array;
  /** Share of the voiced steps that are very low, 0 to 1. */
  deep: number;
  /** Share of the voiced steps that are one voice whose lowest partials are cut, 0 to 1. */
  cut: number;
  /** Polyphony of its spectra, 0 to 1; null where too few of them are clearly pitched. */
  polyphony: number | null;
  /** Density of its chords: from 1 on the classifier of chords is better (polyphony/notes/density.ts). */
  density: number;
  /** True when any pitch sounds. */
  isTelling: boolean;
}

/** Changes of pitch between two steps, semitones, that divide them into still, moving, gliding and leaping. */
const CHANGES = [0.02, 0.08, 0.3];
/** Modulations of the level: syllables come 2 to 8 times a second (Houtgast & Steeneken 1985), tremolo and roughness faster, Hz. */
const MODULATIONS = [2, 4, 8, 16];

/** Number of measurements of a stretch. */
export const FEATURE_COUNT = 43;

type Steps = Pick<PitchTrack, 'hz' | 'clarity' | 'level' | 'power' | 'silent' | 'cutVoice' | 'length'>;

/** The stretches by which a sound of this length, s, is classified: one around the middle of each `SECONDS.every`. */
function stretchesOf(duration: number): TimeSpan[] {
  const count = Math.max(1, Math.round(duration / SECONDS.every));
  return Array.from({ length: count }, (_, i) => {
    const middle = (i + 0.5) * SECONDS.every;
    return { from: Math.max(0, middle - SECONDS.around), to: Math.min(duration, middle + SECONDS.around) };
  });
}

/** Features of the stretches of a sound from number `first` on. */
export function featuresOf(
  { duration, monophonic, polyphonic, track }: TranscriberResults,
  first = 0,
): TextureFeatures[] {
  const stretches = stretchesOf(duration).slice(first);
  const one = notesIn(stretches, monophonic.notes);
  const several = notesIn(stretches, polyphonic.notes);
  const plausible = notesIn(stretches, polyphonic.plausible);
  const chords = soundingIn(stretches, polyphonic.chords);
  return stretches.map(({ from, to }, i) => {
    const sounding = stepsIn(track, { from, to });
    const { pitches, levels, held, deep, cut } = pathMemory.of(track, steps(from), steps(to), 0, () =>
      pathEvidence(sounding),
    );
    const hits = monophonic.hits.filter((time) => time >= from && time < to).length;
    const polyphony = polyphonic.polyphonyIn(from, to);
    const voices = voiceFeatures(plausible[i]!, sounding);
    const { perSecond, together, density } = densityOf(chords[i]!, from, to);
    const values = [
      ...pitches,
      ...levels,
      held,
      hits / Math.max(1, hits + one[i]!.length),
      ...noteListFeatures(one[i]!, monophonic.tuning, to - from),
      ...noteListFeatures(plausible[i]!, polyphonic.tuning, to - from),
      ...noteListFeatures(several[i]!, polyphonic.tuning, to - from),
      polyphony ?? 0,
      polyphony === null ? 1 : 0,
      voices.onPath,
      voices.explained,
      voices.together,
      Math.min(1, perSecond / 10),
      Math.min(1, together / 4),
      deep,
    ];
    return {
      values: Float64Array.from(values, (value) => (Number.isFinite(value) ? value : 0)),
      deep,
      cut,
      polyphony,
      density,
      isTelling: pitches[0]! > 0 || plausible[i]!.length > 0,
    };
  });
}

/** The steps of a stretch. */
function stepsIn({ hz, clarity, level, power, silent, cutVoice, length }: PitchTrack, { from, to }: TimeSpan): Steps {
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

/** The notes that sound in each stretch. */
function soundingIn(stretches: readonly TimeSpan[], notes: readonly NoteEvent[]): NoteEvent[][] {
  const sounding = stretches.map((): NoteEvent[] => []);
  const firstEnd = stretches[0]?.to ?? 0;
  for (const note of notes)
    for (let i = Math.max(0, Math.floor((note.onset - firstEnd) / SECONDS.every)); i < stretches.length; i++) {
      if (stretches[i]!.from >= note.offset) break;
      if (note.onset < stretches[i]!.to) sounding[i]!.push(note);
    }
  return sounding;
}

/** The sounding parts of the notes in each stretch, counted from its beginning, s. */
const notesIn = (stretches: readonly TimeSpan[], notes: readonly NoteEvent[]): NoteEvent[][] =>
  soundingIn(stretches, notes).map((all, i) => {
    const { from, to } = stretches[i]!;
    return all.map((note) => ({
      ...note,
      onset: Math.max(0, note.onset - from),
      offset: Math.min(to, note.offset) - from,
    }));
  });

/** Features of the pitch path and the level of a stretch. */
const pathEvidence = (sounding: Steps) => ({
  pitches: pitchEvidence(sounding),
  levels: levelEvidence(sounding),
  held: heldShare(sounding) ?? 0.5,
  deep: voicedShare(sounding, (t) => sounding.hz[t]! < DEEP_VOICE.belowHz),
  cut: voicedShare(sounding, (t) => sounding.cutVoice[t] === 1),
});

const pathMemory = new TrackMemory<ReturnType<typeof pathEvidence>>();

/** Share of the voiced steps that meet a condition, 0 to 1. */
function voicedShare({ hz, length }: Pick<PitchTrack, 'hz' | 'length'>, isAsked: (t: number) => boolean): number {
  let voiced = 0;
  let asked = 0;
  for (let t = 0; t < length; t++) {
    if (!(hz[t]! > 0)) continue;
    voiced++;
    if (isAsked(t)) asked++;
  }
  return voiced === 0 ? 0 : asked / voiced;
}

/** The value of which the share `q` is below it; `values` is not empty. */
function quantile(values: readonly number[], q: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))]!;
}

/** Movement of the pitch path: 9 values. */
function pitchEvidence({ hz, clarity, level, power, silent, length }: Steps): number[] {
  const pitches: number[] = [];
  const clarities: number[] = [];
  const partials: number[] = [];
  const classes = CHANGES.map(() => 0);
  let sounding = 0;
  let changes = 0;
  for (let t = 0; t < length; t++) {
    if (silent[t] === 0) sounding++;
    if (!(hz[t]! > 0)) continue;
    const pitch = midiOfHz(hz[t]!);
    if (t > 0 && hz[t - 1]! > 0) {
      changes++;
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
    ...classes.map((count) => count / Math.max(1, changes)),
    quantile(pitches, 0.5) / 100,
    Math.min(1, (quantile(pitches, 0.9) - quantile(pitches, 0.1)) / 24),
    quantile(clarities, 0.5),
    quantile(clarities, 0.1),
    Math.min(1, quantile(partials, 0.5)),
  ];
}

/** Movement of the level: 6 values. */
function levelEvidence({ power, silent, length }: Steps): number[] {
  const levels: number[] = [];
  for (let t = 0; t < length; t++) if (silent[t] === 0) levels.push(powerDecibels(power[t]!));
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

/** Statistics of the notes of a transcription: 6 values. */
function noteListFeatures(notes: readonly NoteEvent[], tuning: Tuning, duration: number): number[] {
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
