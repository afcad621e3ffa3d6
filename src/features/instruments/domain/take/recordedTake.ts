/**
 * A take as a value: the played notes, unquantised. Quantising happens on playback and export, so that it can be
 * changed at any time. Every change returns a new take.
 */
import { BPM_RANGE, clampTo } from '../beat/beat.ts';
import type { PlayedNote, Take } from '../keyboard/keyboard.ts';
import type { ToneId } from '../keyboard/tone.ts';
import type { Gesture } from './gestures.ts';

/** Quantisation: none, eighths, sixteenths, or eighths with every second a triplet late. */
export const QUANTISE_OPTIONS = ['off', 'eighth', 'sixteenth', 'swing'] as const;
export type Quantise = (typeof QUANTISE_OPTIONS)[number];
export const QUANTISE_NAMES: Readonly<Record<Quantise, string>> = {
  off: 'Off',
  eighth: '1/8',
  sixteenth: '1/16',
  swing: 'Swing',
};

/** Beats of a bar, and of the count-in. */
export const BEATS_PER_BAR = 4;
/** Maximum notes and length (s) of a take: a quarter of an hour of fast playing. */
export const MAX_TAKE_NOTES = 5000;
export const MAX_TAKE_SECONDS = 900;

/** A note of a take with its tone. */
export interface TakeNote extends PlayedNote {
  tone?: ToneId;
  /** The channel whose gestures it follows. */
  channel?: number;
  /** Time at which its key went up, s; only if a pedal holds the note longer. */
  keyUp?: number;
  /** Velocity with which its key went up, 0 to 1, where the device measures it. */
  release?: number;
}

export interface RecordedTake {
  /** Beats a minute, 60 to 180. */
  readonly bpm: number;
  readonly quantise: Quantise;
  /** Time of a beat, s: 0 with the metronome, else the first note. */
  readonly firstBeat: number;
  /** In order of onset; s from the start of the take. */
  readonly notes: readonly TakeNote[];
  /** In order of time. */
  readonly gestures: readonly Gesture[];
  /** s */
  readonly duration: number;
}

export const EMPTY_TAKE: RecordedTake = {
  bpm: BPM_RANGE.initial,
  quantise: 'off',
  firstBeat: 0,
  notes: [],
  gestures: [],
  duration: 0,
};

/** Grid positions as parts of a beat. */
const GRID_POSITIONS: Readonly<Record<Exclude<Quantise, 'off'>, readonly number[]>> = {
  eighth: [0, 1 / 2],
  sixteenth: [0, 1 / 4, 1 / 2, 3 / 4],
  swing: [0, 2 / 3],
};

/** The nearest time on the grid, s. */
function nearest(time: number, { bpm, quantise, firstBeat }: RecordedTake): number {
  if (quantise === 'off') return time;
  const beat = 60 / bpm;
  const at = (time - firstBeat) / beat;
  const places = [...GRID_POSITIONS[quantise], 1].map((part) => Math.floor(at) + part);
  const best = places.reduce((near, place) => (Math.abs(place - at) < Math.abs(near - at) ? place : near));
  return Math.max(0, firstBeat + best * beat);
}

/**
 * A recording in the place of the former one, at its tempo and grid.
 * @param free true without a metronome: the first note is then the first beat
 */
export function withRecording(
  { bpm, quantise }: RecordedTake,
  { notes, gestures = [], duration }: Take,
  free: boolean,
): RecordedTake {
  const sorted = [...notes].sort((a, b) => a.onset - b.onset || a.midi - b.midi);
  return { bpm, quantise, firstBeat: free ? (sorted[0]?.onset ?? 0) : 0, notes: sorted, gestures, duration };
}

export function withQuantise(take: RecordedTake, quantise: Quantise): RecordedTake {
  return { ...take, quantise };
}

/** A note with each of its times changed. */
function withTimes(note: TakeNote, changed: (time: number) => number): TakeNote {
  const { onset, offset, keyUp } = note;
  return {
    ...note,
    onset: changed(onset),
    offset: changed(offset),
    ...(keyUp !== undefined && { keyUp: changed(keyUp) }),
  };
}

/** Changes the tempo, and with it the speed of the played notes and gestures. */
export function withTempo(take: RecordedTake, tempo: number): RecordedTake {
  const bpm = clampTo(tempo, BPM_RANGE);
  const by = take.bpm / bpm;
  if (take.duration * by > MAX_TAKE_SECONDS) return take;
  return {
    ...take,
    bpm,
    firstBeat: take.firstBeat * by,
    notes: take.notes.map((note) => withTimes(note, (time) => time * by)),
    gestures: take.gestures.map((gesture) => ({ ...gesture, time: gesture.time * by })),
    duration: take.duration * by,
  };
}

/**
 * The audible notes and gestures, in order of onset, quantised. A note keeps its length, but ends where its key is
 * struck again. Strikes of one key in one tone that quantising brings to the same moment are one note, the loudest and
 * longest.
 */
export function audibleNotes(take: RecordedTake): { notes: TakeNote[]; gestures: Gesture[]; duration: number } {
  const played = take.notes
    .map((note) => {
      const onset = nearest(note.onset, take);
      // Not by a difference: an unquantised note keeps its very times.
      return onset === note.onset ? { ...note } : withTimes(note, (time) => onset + (time - note.onset));
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
  return {
    notes,
    gestures: [...take.gestures],
    duration: notes.reduce((end, { offset }) => Math.max(end, offset), take.duration),
  };
}
