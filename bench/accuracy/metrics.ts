import { hzOfMidi } from '#analysis/values/pitch.ts';
import type { EstimatedNote, PitchStep } from '#bench/transcribers/types.ts';
import type { Label, ReferenceNote } from './corpus.ts';

/**
 * Metrics of a transcription. Notes as in mir_eval (Raffel et al. 2014): a reference and an estimated note match if
 * their onsets are within 50 ms and their pitches within 50 cents; the largest possible matching counts. Pitch tracks
 * on a grid of 10 ms. Sets of distinct notes as the essence uses them.
 */

/** s */
const ONSET_TOLERANCE = 0.05;
const CENTS_TOLERANCE = 50;
/** Tolerance of an offset: this, s, or this share of the length of the reference note, whichever is more. */
const OFFSET_TOLERANCE = 0.05;
const OFFSET_SHARE = 0.2;
/** Maximum number of notes of the essence. */
const SET_SIZE = 8;
/**
 * Maximum distance between a semitone and a reference pitch, semitones: a tone between two semitones may be named after
 * either.
 */
const NAME_TOLERANCE = 0.62;
/** Grid of pitch tracks and maximum distance of the nearest estimate, s. */
const GRID_S = 0.01;
const MAX_DISTANCE = 0.04;

/** Distances are rounded to four places before they are compared, as mir_eval does, so that 50 ms is within 50 ms. */
const isWithin = (distance: number, tolerance: number): boolean => Math.round(distance * 1e4) / 1e4 <= tolerance;

const isMatch = (reference: ReferenceNote, estimated: EstimatedNote): boolean =>
  isWithin(Math.abs(reference.onset - estimated.onset), ONSET_TOLERANCE) &&
  isWithin(100 * Math.abs(reference.midi - estimated.midi), CENTS_TOLERANCE);

/** The same, and the notes end together too. */
export const isWholeMatch = (reference: ReferenceNote, estimated: EstimatedNote): boolean =>
  isMatch(reference, estimated) &&
  isWithin(
    Math.abs(reference.offset - estimated.offset),
    Math.max(OFFSET_TOLERANCE, OFFSET_SHARE * (reference.offset - reference.onset)),
  );

/** Size of the maximum matching of reference and estimated notes (augmenting paths, Berge 1957). */
export function matchNotes(
  reference: readonly ReferenceNote[],
  estimated: readonly EstimatedNote[],
  matches = isMatch,
): number {
  const partner = new Map<EstimatedNote, ReferenceNote>();
  const findPartner = (note: ReferenceNote, visited: Set<EstimatedNote>): boolean => {
    for (const candidate of estimated) {
      if (visited.has(candidate) || !matches(note, candidate)) continue;
      visited.add(candidate);
      const rival = partner.get(candidate);
      if (rival === undefined || findPartner(rival, visited)) {
        partner.set(candidate, note);
        return true;
      }
    }
    return false;
  };
  return reference.reduce((count, note) => count + (findPartner(note, new Set()) ? 1 : 0), 0);
}

/** The semitones that sound longest in total, longest first. */
function longestSemitones(notes: readonly EstimatedNote[], count: number): number[] {
  const seconds = new Map<number, number>();
  for (const { midi, onset, offset } of notes)
    seconds.set(Math.round(midi), (seconds.get(Math.round(midi)) ?? 0) + Math.max(0, offset - onset));
  return [...seconds]
    .sort(([a, long], [b, longer]) => longer - long || a - b)
    .slice(0, count)
    .map(([key]) => key);
}

export interface SetCounts {
  /** Number of the eight longest estimated semitones that are in the reference, and number of estimated ones. */
  right: number;
  heard: number;
  /**
   * Number of the eight longest reference semitones that are among the sixteen longest estimated ones (ties are
   * common), and number of reference ones.
   */
  found: number;
  true: number;
}

export function compareSets(reference: readonly ReferenceNote[], estimated: readonly EstimatedNote[]): SetCounts {
  const names = (key: number, { midi }: ReferenceNote): boolean => Math.abs(key - midi) <= NAME_TOLERANCE;
  const estimatedSet = longestSemitones(estimated, SET_SIZE);
  const widerSet = longestSemitones(estimated, 2 * SET_SIZE);
  const referenceSet = longestSemitones(reference, SET_SIZE);
  return {
    right: estimatedSet.filter((key) => reference.some((note) => names(key, note))).length,
    heard: estimatedSet.length,
    found: referenceSet.filter((key) =>
      reference.some((note) => Math.round(note.midi) === key && widerSet.some((other) => names(other, note))),
    ).length,
    true: referenceSet.length,
  };
}

/**
 * The reference pitch on the grid: Hz, 0 where unvoiced, NaN where unknown. It is the pitch track of the label if that
 * is complete, else it is made from the notes without their edges. Null if the pitch is not scored: several voices, or
 * no label. Hand-annotated singing has notes but no track, and the pitch of a singer is not exactly that of the note.
 */
function referenceTrack({ notes, mono, kind, f0, f0_partial: partial, duration }: Label): Float64Array | null {
  const track = new Float64Array(Math.floor(duration / GRID_S)).fill(Number.NaN);
  const countOwn = (): void => {
    for (const [time, hz] of f0 ?? []) {
      const step = Math.round(time / GRID_S);
      if (step >= 0 && step < track.length) track[step] = hz;
    }
  };
  if (f0 !== undefined && partial !== true) {
    countOwn();
    return track;
  }
  if (!mono || kind === 'sung' || notes.length === 0) return null;
  for (let step = 0; step < track.length; step++) {
    const time = step * GRID_S;
    if (!notes.some(({ onset, offset }) => time > onset - 0.05 && time < offset + 0.2)) track[step] = 0;
  }
  if (f0 !== undefined) countOwn();
  else {
    for (const { midi, onset, offset } of notes) {
      for (let step = Math.ceil((onset + 0.03) / GRID_S); step < track.length && step * GRID_S <= offset - 0.02; step++)
        track[step] = hzOfMidi(midi);
    }
  }
  return track;
}

/** A pitch track from notes, for engines without one: at each step the note with the highest confidence. */
export function trackFromNotes(notes: readonly EstimatedNote[], duration: number): PitchStep[] {
  return Array.from({ length: Math.floor(duration / GRID_S) }, (_, step) => {
    const time = step * GRID_S;
    let best: EstimatedNote | null = null;
    for (const note of notes) {
      if (
        time >= note.onset &&
        time < note.offset &&
        (best === null || (note.confidence ?? 0) > (best.confidence ?? 0))
      )
        best = note;
    }
    return best === null ? [time, 0, 0] : [time, hzOfMidi(best.midi), 1];
  });
}

/**
 * The two counts of raw pitch accuracy: voiced steps, and those with a pitch within 50 cents. Null if the pitch is not
 * scored.
 */
export function comparePitch(label: Label, track: readonly PitchStep[]): { voiced: number; right: number } | null {
  const reference = referenceTrack(label);
  if (reference === null) return null;
  const counts = { voiced: 0, right: 0 };
  let at = 0;
  for (const [step, hz] of reference.entries()) {
    const time = step * GRID_S;
    while (at + 1 < track.length && Math.abs(track[at + 1]![0] - time) <= Math.abs(track[at]![0] - time)) at++;
    if (!(hz > 0)) continue;
    counts.voiced++;
    const estimate = track[at];
    if (estimate === undefined || Math.abs(estimate[0] - time) >= MAX_DISTANCE || !(estimate[1] > 0)) continue;
    if (Math.abs(1200 * Math.log2(estimate[1] / hz)) <= CENTS_TOLERANCE) counts.right++;
  }
  return counts;
}
