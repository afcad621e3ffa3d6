/**
 * A take as a value: the played notes by layer, unquantised. Quantising happens on playback and export, so that it can
 * be changed at any time. Every change returns a new take.
 */
import { BPM, clampTo } from '../beat/beat.ts';
import type { PlayedNote, Take } from '../keyboard/keyboard.ts';
import type { ToneId } from '../keyboard/tone.ts';
import type { Gesture } from './gestures.ts';

/** Quantisation: none, eighths, sixteenths, or eighths with every second a triplet late. */
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
/** Maximum notes and length (s) of a take with all layers: a quarter of an hour of fast playing. */
export const MAX_TAKE_NOTES = 5000;
export const MAX_TAKE_SECONDS = 900;
export const MAX_LAYERS = 64;

/** A note of a take with its tone. */
export interface TakeNote extends PlayedNote {
  tone?: ToneId;
  /** The channel whose gestures it follows. */
  channel?: number;
}

export interface LayeredTake {
  /** Beats a minute, 60 to 180. */
  readonly bpm: number;
  readonly quantise: Quantise;
  /** Time of a beat, s: 0 with the metronome, else the first note. */
  readonly firstBeat: number;
  /** Each layer has at least one note, in order of onset; s from the start of the take. */
  readonly layers: readonly (readonly TakeNote[])[];
  /** The gestures of each layer, in order of time; channels are those of the layer. */
  readonly gestures: readonly (readonly Gesture[])[];
  /** s */
  readonly duration: number;
}

export const EMPTY_TAKE: LayeredTake = {
  bpm: BPM.initial,
  quantise: 'off',
  firstBeat: 0,
  layers: [],
  gestures: [],
  duration: 0,
};

/** Grid positions as parts of a beat. */
const GRIDS: Readonly<Record<Exclude<Quantise, 'off'>, readonly number[]>> = {
  eighth: [0, 1 / 2],
  sixteenth: [0, 1 / 4, 1 / 2, 3 / 4],
  swing: [0, 2 / 3],
};

/** The nearest time on the grid, s. */
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

/** Number of gestures in all layers. */
export function countGestures({ gestures }: LayeredTake): number {
  return gestures.reduce((sum, ofLayer) => sum + ofLayer.length, 0);
}

/**
 * Adds a layer of a given length; unchanged when the layer has no note.
 * @param free true without a metronome: the first note of the first layer is then its first beat
 */
export function withLayer(take: LayeredTake, { notes, gestures = [], duration }: Take, free: boolean): LayeredTake {
  if (notes.length === 0 || take.layers.length >= MAX_LAYERS) return take;
  const layer = [...notes].sort((a, b) => a.onset - b.onset || a.midi - b.midi);
  const firstBeat = take.layers.length > 0 ? take.firstBeat : free ? layer[0]!.onset : 0;
  return {
    ...take,
    firstBeat,
    layers: [...take.layers, layer],
    gestures: [...take.gestures, gestures],
    duration: Math.max(take.duration, duration),
  };
}

export function withQuantise(take: LayeredTake, quantise: Quantise): LayeredTake {
  return { ...take, quantise };
}

/** Changes the tempo, and with it the speed of the played notes and gestures. */
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
    gestures: take.gestures.map((all) => all.map((gesture) => ({ ...gesture, time: gesture.time * by }))),
    duration: take.duration * by,
  };
}

/** An empty take at the same tempo. */
export function withoutLayers({ bpm, quantise }: LayeredTake): LayeredTake {
  return { ...EMPTY_TAKE, bpm, quantise };
}

/** All layers in one. Renumbers the channels, so that no two layers share one. */
function withChannels({ layers, gestures }: LayeredTake): { layers: TakeNote[]; gestures: Gesture[] } {
  let first = 0;
  const all: { layers: TakeNote[]; gestures: Gesture[] } = { layers: [], gestures: [] };
  for (const [i, notes] of layers.entries()) {
    const from = first;
    const renumber = (channel: number): number => {
      first = Math.max(first, from + channel + 1);
      return from + channel;
    };
    for (const note of notes)
      all.layers.push(note.channel === undefined ? note : { ...note, channel: renumber(note.channel) });
    for (const gesture of gestures[i] ?? []) all.gestures.push({ ...gesture, channel: renumber(gesture.channel) });
  }
  all.gestures.sort((a, b) => a.time - b.time);
  return all;
}

/**
 * The audible notes and gestures: all layers in order of onset, quantised. A note keeps its length, but ends where its key is struck
 * again. Strikes of one key in one tone that quantising brings to the same moment are one note, the loudest and longest.
 */
export function heardTake(take: LayeredTake): { notes: TakeNote[]; gestures: Gesture[]; duration: number } {
  const { layers, gestures } = withChannels(take);
  const played = layers
    .map((note) => {
      const onset = nearest(note.onset, take);
      return { ...note, onset, offset: onset + (note.offset - note.onset) };
    })
    .sort((a, b) => a.onset - b.onset || a.midi - b.midi || b.velocity - a.velocity);
  const notes: TakeNote[] = [];
  /** The last strike of each key, in one tone or in several. */
  const last = new Map<number, TakeNote[]>();
  for (const note of played) {
    const struck = last.get(note.midi) ?? [];
    const atOnce = struck[0]?.onset === note.onset;
    const same = atOnce
      ? struck.find(({ tone, channel }) => tone === note.tone && channel === note.channel)
      : undefined;
    if (same !== undefined) {
      same.offset = Math.max(same.offset, note.offset);
      continue;
    }
    if (atOnce) struck.push(note);
    else {
      for (const before of struck) before.offset = Math.min(before.offset, note.onset);
      last.set(note.midi, [note]);
    }
    notes.push(note);
  }
  return { notes, gestures, duration: notes.reduce((end, { offset }) => Math.max(end, offset), take.duration) };
}
