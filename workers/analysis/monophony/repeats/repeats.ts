import { steps } from '../../parameters.ts';
import { NOTE } from '../parameters.ts';
import { REPEAT } from './parameters.ts';
import { pitchOf } from '../boundaries.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { repeatCandidates } from './repeatFeatures.ts';
import { classifyRepeat } from './repeatClassifier.ts';
import { isWavering } from './heldTone.ts';

/**
 * Corrects repeats: splits notes whose repeats are too soft for the decoder's rules, and joins notes split in error.
 */

const MIN_DISTANCE_STEPS = steps(REPEAT.apart);
const MIN_STEPS = steps(REPEAT.minSeconds);
/**
 * Largest gap between two notes that may be joined, and search range around the beginning of the later one, steps.
 */
const MAX_TIED_GAP_STEPS = 2;
const MAX_EARLY_STEPS = steps(REPEAT.alone);
const MAX_LATE_STEPS = steps(NOTE.riseAfter);
const DELAY_STEPS = steps(REPEAT.delay);

/**
 * A candidate with its rating: its step, the certainty of a repeat, the first step of the note, and the rise of its
 * partials, dB.
 */
export interface RatedRepeat {
  step: number;
  certainty: number;
  first: number;
  rise: number;
}

/** The candidates for repeats in a sound from a step on, with their ratings, by time. */
export const rateRepeats = (track: PitchTrack, first = 0): RatedRepeat[] =>
  repeatCandidates(track, first).map(({ step, features }) => ({
    step,
    certainty: classifyRepeat(features),
    first: step - DELAY_STEPS,
    rise: track.rise[step]!,
  }));

/** Joins a note with the last where only a rise of their partials separates them; vowels rise too. */
export function joinFalseRepeat(
  joined: NoteSegment[],
  note: NoteSegment,
  track: PitchTrack,
  ratedRepeats: readonly RatedRepeat[],
): void {
  const last = joined.at(-1);
  if (last !== undefined && isTied(last, note, track) && isHardlyRepeat(last, note, track, ratedRepeats))
    last.end = note.end;
  else joined.push(note);
}

/** True when a note of the same pitch follows another without a rest. */
const isTied = (last: NoteSegment, note: NoteSegment, track: PitchTrack): boolean =>
  note.first - last.end <= MAX_TIED_GAP_STEPS && Math.abs(pitchOf(note, track) - pitchOf(last, track)) < REPEAT.joined;

const repeatsNear = ({ first }: NoteSegment, ratedRepeats: readonly RatedRepeat[]): RatedRepeat[] =>
  ratedRepeats.filter(({ step }) => step >= first - MAX_EARLY_STEPS && step <= first + MAX_LATE_STEPS);

/** True when the beginning of a note is surely a repeat. */
export const isSurelyRepeat = (note: NoteSegment, ratedRepeats: readonly RatedRepeat[]): boolean =>
  repeatsNear(note, ratedRepeats).some(({ certainty }) => certainty >= REPEAT.surely);

/** True when the beginning of a note has a rating, and is hardly a repeat of the last. */
function isHardlyRepeat(
  last: NoteSegment,
  note: NoteSegment,
  track: PitchTrack,
  ratedRepeats: readonly RatedRepeat[],
): boolean {
  const at = repeatsNear(note, ratedRepeats);
  return (
    at.length > 0 && at.every(({ certainty, step }) => certainty < REPEAT.hardly || isWavering(last.first, step, track))
  );
}

/** Splits a note at repeats that the decoder's rules do not find. @param repeats by time */
export function splitAtRepeats(
  notes: NoteSegment[],
  note: NoteSegment,
  track: PitchTrack,
  repeats: readonly RatedRepeat[],
): void {
  const { end } = note;
  let last = note;
  notes.push(last);
  for (const { step, first, rise } of repeats) {
    if (step - last.first < MIN_DISTANCE_STEPS) continue;
    if (end - step < MIN_STEPS) break;
    if (isWavering(last.first, step, track)) continue;
    last.end = first;
    last = { ...note, first, end, rise: Math.max(NOTE.minRise, rise) };
    notes.push(last);
  }
}

/** The certain repeats without those that are too near to a more certain one, by time. */
export function certainRepeats(ratedRepeats: readonly RatedRepeat[]): RatedRepeat[] {
  const chosen: RatedRepeat[] = [];
  let near: RatedRepeat[] = [];
  const choose = (): void => {
    const ofNear: RatedRepeat[] = [];
    for (const repeat of near.sort((a, b) => b.certainty - a.certainty))
      if (ofNear.every(({ step }) => Math.abs(step - repeat.step) >= MIN_DISTANCE_STEPS)) ofNear.push(repeat);
    chosen.push(...ofNear.sort((a, b) => a.step - b.step));
  };
  for (const repeat of ratedRepeats) {
    if (repeat.certainty < REPEAT.surely) continue;
    if (near.length > 0 && repeat.step - near.at(-1)!.step >= MIN_DISTANCE_STEPS) {
      choose();
      near = [];
    }
    near.push(repeat);
  }
  choose();
  return chosen;
}
