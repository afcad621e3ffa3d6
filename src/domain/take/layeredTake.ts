/**
 * A take as a value: what was played, layer by layer, exactly as it was played. Quantising happens when it is heard or taken
 * along, so that it can be chosen anew at any time. Every change returns a new take.
 */
import { BPM, clampTo } from '../beat/beat.ts';
import type { PlayedNote, Take } from '../instruments/keyboard.ts';
import type { ToneId } from '../instruments/tone.ts';

/** To what the notes are moved: nothing, eighths, sixteenths, or eighths of which every second is a triplet late. */
export const QUANTISE = ['off', 'eighth', 'sixteenth', 'swing'] as const;
export type Quantise = (typeof QUANTISE)[number];
export const QUANTISE_NAMES: Readonly<Record<Quantise, string>> = {
  off: 'Off',
  eighth: '1/8',
  sixteenth: '1/16',
  swing: 'Swing',
};

/** Beats of a bar, and of the count-in. */
export const BEATS = 4;
/** Notes and length (s) that a take holds at most, in all its layers: a quarter of an hour of fast playing. */
export const MAX_TAKE_NOTES = 5000;
export const MAX_TAKE_SECONDS = 900;
export const MAX_LAYERS = 64;

/** A note of a take, with the tone in which it sounded. */
export interface TakeNote extends PlayedNote {
  tone?: ToneId;
}

export interface LayeredTake {
  /** Beats a minute, 60 to 180. */
  readonly bpm: number;
  readonly quantise: Quantise;
  /** Where a beat is, s: 0 for what was played with the metronome, else where the first note was. */
  readonly firstBeat: number;
  /** Each with at least one note, in order of onset; s from the start of the take. */
  readonly layers: readonly (readonly TakeNote[])[];
  /** s */
  readonly duration: number;
}

export const EMPTY_TAKE: LayeredTake = { bpm: BPM.initial, quantise: 'off', firstBeat: 0, layers: [], duration: 0 };

/** Where in a beat notes may stand, as parts of it. */
const GRIDS: Readonly<Record<Exclude<Quantise, 'off'>, readonly number[]>> = {
  eighth: [0, 1 / 2],
  sixteenth: [0, 1 / 4, 1 / 2, 3 / 4],
  swing: [0, 2 / 3],
};

/** The nearest place of a grid, s. */
function nearest(time: number, { bpm, quantise, firstBeat }: LayeredTake): number {
  if (quantise === 'off') return time;
  const beat = 60 / bpm;
  const at = (time - firstBeat) / beat;
  const places = [...GRIDS[quantise], 1].map((part) => Math.floor(at) + part);
  const best = places.reduce((near, place) => (Math.abs(place - at) < Math.abs(near - at) ? place : near));
  return Math.max(0, firstBeat + best * beat);
}

/** Number of notes in all layers. */
export function countNotes({ layers }: LayeredTake): number {
  return layers.reduce((sum, notes) => sum + notes.length, 0);
}

/**
 * The take with another layer, of so many seconds; without a change when the layer has no note.
 * @param free true when no metronome was heard: the first note of the first layer is then its first beat
 */
export function withLayer(take: LayeredTake, { notes, duration }: Take, free: boolean): LayeredTake {
  if (notes.length === 0 || take.layers.length >= MAX_LAYERS) return take;
  const layer = [...notes].sort((a, b) => a.onset - b.onset || a.midi - b.midi);
  const firstBeat = take.layers.length > 0 ? take.firstBeat : free ? layer[0]!.onset : 0;
  return { ...take, firstBeat, layers: [...take.layers, layer], duration: Math.max(take.duration, duration) };
}

export function withQuantise(take: LayeredTake, quantise: Quantise): LayeredTake {
  return { ...take, quantise };
}

/** The take at another tempo: what is played already is played faster or slower with it. */
export function withTempo(take: LayeredTake, tempo: number): LayeredTake {
  const bpm = clampTo(tempo, BPM);
  const by = take.bpm / bpm;
  if (take.duration * by > MAX_TAKE_SECONDS) return take;
  const scaled = (note: TakeNote): TakeNote => ({ ...note, onset: note.onset * by, offset: note.offset * by });
  return {
    ...take,
    bpm,
    firstBeat: take.firstBeat * by,
    layers: take.layers.map((notes) => notes.map(scaled)),
    duration: take.duration * by,
  };
}

/** The take without its layers, for a new one at the same tempo. */
export function withoutLayers({ bpm, quantise }: LayeredTake): LayeredTake {
  return { ...EMPTY_TAKE, bpm, quantise };
}

/**
 * What is heard of a take: all layers together in order of onset, quantised. A note keeps its length, but ends where the same
 * key is struck again.
 */
export function heardTake(take: LayeredTake): { notes: TakeNote[]; duration: number } {
  const notes = take.layers
    .flat()
    .map((note) => {
      const onset = nearest(note.onset, take);
      return { ...note, onset, offset: onset + (note.offset - note.onset) };
    })
    .sort((a, b) => a.onset - b.onset || a.midi - b.midi);
  const last = new Map<number, TakeNote>();
  for (const note of notes) {
    const before = last.get(note.midi);
    if (before !== undefined && before.onset < note.onset) before.offset = Math.min(before.offset, note.onset);
    last.set(note.midi, note);
  }
  return { notes, duration: notes.reduce((end, { offset }) => Math.max(end, offset), take.duration) };
}
