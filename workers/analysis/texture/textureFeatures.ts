import { commonTuning } from '../monophony/melody.ts';
import type { PitchTrack } from '../monophony/pitchTrack.ts';
import { TrackMemory } from '../monophony/trackMemory.ts';
import { steps } from '../parameters.ts';
import type { PolyphonicTranscription } from '../polyphony/index.ts';
import { densityOf } from '../polyphony/notes/density.ts';
import type { NoteEvent, Tuning } from '../types.ts';
import { TEXTURE } from './parameters.ts';
import { pathFeatures, quantile, stepsIn } from './pathFeatures.ts';
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

/** Number of measurements of a stretch. */
export const FEATURE_COUNT = 43;

const pathMemory = new TrackMemory<ReturnType<typeof pathFeatures>>();

/** The stretches by which a sound of this length, s, is classified: one around the middle of each `SECONDS.every`. */
function stretchesOf(duration: number): TimeSpan[] {
  const count = Math.max(1, Math.round(duration / TEXTURE.every));
  return Array.from({ length: count }, (_, i) => {
    const middle = (i + 0.5) * TEXTURE.every;
    return { from: Math.max(0, middle - TEXTURE.around), to: Math.min(duration, middle + TEXTURE.around) };
  });
}

/** Features of the stretches of a sound from number `first` on. */
export function featuresOf(
  { duration, monophonic, polyphonic, track }: TranscriberResults,
  first = 0,
): TextureFeatures[] {
  const stretches = stretchesOf(duration).slice(first);
  const notesOfStretch = notesIn(stretches, monophonic.notes);
  const several = notesIn(stretches, polyphonic.notes);
  const plausible = notesIn(stretches, polyphonic.plausible);
  const chords = soundingIn(stretches, polyphonic.chords);
  return stretches.map(({ from, to }, i) => {
    const sounding = stepsIn(track, from, to);
    const { pitches, levels, held, deep, cut } = pathMemory.of(track, steps(from), steps(to), 0, () =>
      pathFeatures(sounding),
    );
    const hits = monophonic.hits.filter((time) => time >= from && time < to).length;
    const polyphony = polyphonic.polyphonyIn(from, to);
    const voices = voiceFeatures(plausible[i]!, sounding);
    const { perSecond, together, density } = densityOf(chords[i]!, from, to);
    const values = [
      ...pitches,
      ...levels,
      held,
      hits / Math.max(1, hits + notesOfStretch[i]!.length),
      ...noteListFeatures(notesOfStretch[i]!, monophonic.tuning, to - from),
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

/** The notes that sound in each stretch. */
function soundingIn(stretches: readonly TimeSpan[], notes: readonly NoteEvent[]): NoteEvent[][] {
  const sounding = stretches.map((): NoteEvent[] => []);
  const firstEnd = stretches[0]?.to ?? 0;
  for (const note of notes)
    for (let i = Math.max(0, Math.floor((note.onset - firstEnd) / TEXTURE.every)); i < stretches.length; i++) {
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

/** Statistics of the notes of a transcription: 6 values. */
function noteListFeatures(notes: readonly NoteEvent[], tuning: Tuning, duration: number): number[] {
  if (notes.length === 0) return [0, 0, 0, 0, 0, 0];
  const seconds = notes.map(({ onset, offset }) => offset - onset);
  const counts = new Map<number, number>();
  for (const { midi } of notes) counts.set(midi, (counts.get(midi) ?? 0) + 1);
  const sounding = seconds.reduce((sum, part) => sum + part, 0);
  return [
    Math.min(1, notes.length / Math.max(0.5, duration) / 10),
    Math.min(1, quantile(seconds, 0.5)),
    Math.min(1, sounding / Math.max(0.1, duration) / 2),
    Math.min(1, commonTuning(notes, tuning) / 8),
    Math.max(...counts.values()) / notes.length,
    notes.reduce((sum, { confidence }) => sum + confidence, 0) / notes.length,
  ];
}
