import { powerDecibels } from '../../dsp/decibels.ts';
import { steps } from '../../parameters.ts';
import { NOTE } from '../parameters.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { ATTACK, LEGATO } from './parameters.ts';
import type { Stage } from '../stageMemory.ts';
import { plateauOf } from '../modulation/plateau.ts';

/**
 * Corrects the beginnings of notes whose partials rise slowly. The decoder finds their fastest rise, up to 80 ms
 * later.
 */

const MIN_STEPS = steps(NOTE.minSeconds);
const HELD_STEPS = steps(LEGATO.held);

/** Moves the beginnings of notes to their attacks. */
export const beginWithAttack: Stage = (notes, note, _, track) => {
  const before = notes.at(-1);
  notes.push(note);
  skipFaint(note, track);
  if (before === undefined) return;
  const tied = legatoStart(before, note, track);
  if (tied >= note.first) return;
  note.first = Math.min(note.first, Math.max(tied, before.first + MIN_STEPS));
  before.end = Math.min(before.end, note.first);
};

/**
 * Moves the beginning of a note that swells slowly to the step at which it becomes audible: annotators of bowed and
 * blown notes put it where the level comes within `faint` of the loudest. A soft consonant before a vowel rises faster;
 * it belongs to the note.
 */
function skipFaint(note: NoteSegment, { power }: PitchTrack): void {
  const end = Math.min(note.end, note.first + steps(ATTACK.swell));
  let loudest = note.first;
  for (let t = note.first; t < end; t++) if (power[t]! > power[loudest]!) loudest = t;
  const latest = Math.min(loudest, note.end - MIN_STEPS);
  const reaches = (decibels: number): number => {
    const threshold = power[loudest]! * 10 ** (-decibels / 10);
    let t = note.first;
    while (t < loudest && power[t]! < threshold) t++;
    return t;
  };
  const audible = reaches(ATTACK.faint);
  const full = reaches(ATTACK.full);
  if (full - audible < steps(ATTACK.slow) || full - reaches(ATTACK.half) < steps(ATTACK.lastSlow)) return;
  note.first = Math.min(latest, audible);
}

/**
 * The beginning of a legato note: the previous note is released as this one begins, so that the level falls a little
 * before it rises. Returns the middle between the beginning of the fall and the found beginning. Only for tones held at
 * one pitch before and after, as instruments do: a singer has a consonant or a slide between two notes. Otherwise the
 * first step of the note.
 */
function legatoStart(before: NoteSegment, note: NoteSegment, track: PitchTrack): number {
  const { first } = note;
  if (first - before.end > steps(LEGATO.rest)) return first;
  const level = (t: number): number => powerDecibels(track.power[t]!);
  let lowest = first;
  for (let t = Math.max(0, first - steps(LEGATO.around)); t < first + steps(LEGATO.after); t++)
    if (track.power[t]! < track.power[lowest]!) lowest = t;
  const earliest = Math.max(before.first + MIN_STEPS, first - steps(LEGATO.longest));
  let falls = lowest;
  while (falls > earliest && level(falls - 1) > level(falls) + LEGATO.minStep) falls--;
  const fall = level(falls) - level(lowest);
  if (fall < LEGATO.minFall || fall > LEGATO.maxFall) return first;
  const settled = first + steps(LEGATO.settled);
  const isHeld =
    plateauOf(falls - HELD_STEPS, falls, track, LEGATO.range) > 0 &&
    plateauOf(settled, settled + HELD_STEPS, track) > 0;
  return isHeld ? first - Math.min(steps(LEGATO.maxShift), Math.round((first - falls) / 2)) : first;
}
