import { hzOfMidi } from '../../src/domain/pitch.ts';
import type { HeardNote, PitchStep } from '../engines/types.ts';
import type { Label, TrueNote } from './corpus.ts';

/**
 * How right a hearing is. Notes as mir_eval judges them (Raffel et al. 2014): a true and a heard note may be paired when
 * their onsets are within 50 ms and their pitches within 50 cents, and the largest possible pairing counts. Pitch tracks
 * on a grid of 10 ms. Sets of distinct notes as the essence uses them.
 */

/** s */
const ONSET_TOLERANCE = 0.05;
const CENTS_TOLERANCE = 50;
/** The essence holds at most so many notes. */
const SET_SIZE = 8;
/** Largest distance of a note's name from a true pitch, semitones: a tone sung between two keys may have either name. */
const NAME_TOLERANCE = 0.62;
/** Grid of pitch tracks, s, and how far the nearest reading may be. */
const GRID = 0.01;
const NEAREST = 0.04;

/** Distances are rounded to four places before they are compared, as mir_eval does, so that 50 ms is within 50 ms. */
const within = (distance: number, tolerance: number): boolean => Math.round(distance * 1e4) / 1e4 <= tolerance;

export const isMatch = (truth: TrueNote, heard: HeardNote): boolean =>
  within(Math.abs(truth.onset - heard.onset), ONSET_TOLERANCE) && within(100 * Math.abs(truth.midi - heard.midi), CENTS_TOLERANCE);

/** Size of the largest pairing of true with heard notes in which every note has one partner at most (augmenting paths, Berge 1957). */
export function matched(truth: readonly TrueNote[], heard: readonly HeardNote[]): number {
  const partner = new Map<HeardNote, TrueNote>();
  const findPartner = (note: TrueNote, asked: Set<HeardNote>): boolean => {
    for (const candidate of heard) {
      if (asked.has(candidate) || !isMatch(note, candidate)) continue;
      asked.add(candidate);
      const rival = partner.get(candidate);
      if (rival === undefined || findPartner(rival, asked)) {
        partner.set(candidate, note);
        return true;
      }
    }
    return false;
  };
  return truth.reduce((count, note) => count + (findPartner(note, new Set()) ? 1 : 0), 0);
}

/** Keys of the notes that sound longest altogether, longest first. */
function longestKeys(notes: readonly HeardNote[], count: number): number[] {
  const seconds = new Map<number, number>();
  for (const { midi, onset, offset } of notes) seconds.set(Math.round(midi), (seconds.get(Math.round(midi)) ?? 0) + Math.max(0, offset - onset));
  return [...seconds].sort(([a, long], [b, longer]) => longer - long || a - b).slice(0, count).map(([key]) => key);
}

export interface SetCounts {
  /** Of the eight longest heard keys, those that are true; and how many there were. */
  right: number;
  heard: number;
  /** Of the eight longest true keys, those among the sixteen longest heard ones (ties are common); and how many there were. */
  found: number;
  true: number;
}

export function compareSets(truth: readonly TrueNote[], heard: readonly HeardNote[]): SetCounts {
  const names = (key: number, { midi }: TrueNote): boolean => Math.abs(key - midi) <= NAME_TOLERANCE;
  const heardKeys = longestKeys(heard, SET_SIZE);
  const wider = longestKeys(heard, 2 * SET_SIZE);
  const trueKeys = longestKeys(truth, SET_SIZE);
  return {
    right: heardKeys.filter((key) => truth.some((note) => names(key, note))).length,
    heard: heardKeys.length,
    found: trueKeys.filter((key) => truth.some((note) => Math.round(note.midi) === key && wider.some((other) => names(other, note)))).length,
    true: trueKeys.length,
  };
}

/**
 * The true pitch on the grid: Hz, 0 where nothing is voiced, NaN where it is not known. A label's own track speaks where it
 * is whole; else the notes do, without their edges. Null when the sound is not judged: many voices, or nothing known.
 * Hand-annotated singing has notes but no track, and a singer's pitch is not the note's.
 */
function trueTrack({ notes, mono, kind, f0, f0_partial: partial, duration }: Label): Float64Array | null {
  const track = new Float64Array(Math.floor(duration / GRID)).fill(Number.NaN);
  const own = (): void => {
    for (const [time, hz] of f0 ?? []) {
      const step = Math.round(time / GRID);
      if (step >= 0 && step < track.length) track[step] = hz;
    }
  };
  if (f0 !== undefined && partial !== true) {
    own();
    return track;
  }
  if (!mono || kind === 'sung' || notes.length === 0) return null;
  for (let step = 0; step < track.length; step++) {
    const time = step * GRID;
    if (!notes.some(({ onset, offset }) => time > onset - 0.05 && time < offset + 0.2)) track[step] = 0;
  }
  if (f0 !== undefined) own();
  else {
    for (const { midi, onset, offset } of notes) {
      for (let step = Math.ceil((onset + 0.03) / GRID); step < track.length && step * GRID <= offset - 0.02; step++) track[step] = hzOfMidi(midi);
    }
  }
  return track;
}

/** A pitch track from notes, for engines without one: at each moment the surest note. */
export function trackFromNotes(notes: readonly HeardNote[], duration: number): PitchStep[] {
  return Array.from({ length: Math.floor(duration / GRID) }, (_, step) => {
    const time = step * GRID;
    let surest: HeardNote | null = null;
    for (const note of notes) {
      if (time >= note.onset && time < note.offset && (surest === null || (note.confidence ?? 0) > (surest.confidence ?? 0))) surest = note;
    }
    return surest === null ? [time, 0, 0] : [time, hzOfMidi(surest.midi), 1];
  });
}

/** Raw pitch accuracy's two counts: voiced steps, and those with a pitch within 50 cents. Null where pitch is not judged. */
export function comparePitch(label: Label, track: readonly PitchStep[]): { voiced: number; right: number } | null {
  const truth = trueTrack(label);
  if (truth === null) return null;
  const counts = { voiced: 0, right: 0 };
  let at = 0;
  for (const [step, hz] of truth.entries()) {
    const time = step * GRID;
    while (at + 1 < track.length && Math.abs(track[at + 1]![0] - time) <= Math.abs(track[at]![0] - time)) at++;
    if (!(hz > 0)) continue;
    counts.voiced++;
    const reading = track[at];
    if (reading === undefined || Math.abs(reading[0] - time) >= NEAREST || !(reading[1] > 0)) continue;
    if (Math.abs(1200 * Math.log2(reading[1] / hz)) <= CENTS_TOLERANCE) counts.right++;
  }
  return counts;
}
