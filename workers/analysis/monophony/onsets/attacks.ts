import { midiOfHz } from '../../../../src/domain/pitch/pitch.ts';
import { powerDecibels } from '../../dsp/decibels.ts';
import { NOTE, steps } from '../../parameters.ts';
import { pitchOf } from '../boundaries.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { ATTACK, LEGATO } from './parameters.ts';
import { plateauOf } from '../swings/plateau.ts';

/** Where notes whose partials rise slowly have begun. The decoder finds where they rise fastest, which is up to 80 ms later. */

const SHORTEST = steps(NOTE.minSeconds);
const HELD = steps(LEGATO.held);

/** Lets notes begin with their attack. Changes the segments, which are in order, in place. */
export function beginWithAttack(segments: readonly NoteSegment[], track: PitchTrack): void {
  for (const [i, note] of segments.entries()) {
    const before = segments[i - 1];
    const begun = attackOf(note, track);
    if (begun < note.first) beginAt(begun, note, before);
    if (before === undefined) continue;
    const tied = legatoStart(before, note, track);
    if (tied < note.first) beginAt(tied, note, before);
  }
}

/** Lets a note begin at a step, and the one before it end there. */
function beginAt(step: number, note: NoteSegment, before: NoteSegment | undefined): void {
  const earliest = before === undefined ? 0 : before.first + SHORTEST;
  note.first = Math.min(note.first, Math.max(step, earliest));
  if (before !== undefined) before.end = Math.min(before.end, note.first);
}

/**
 * The step at which a note's partials begin to rise, if that is near and their pitch is steady from the beginning on: that of a voice
 * that slides into its note is not. Its first step otherwise.
 */
function attackOf(note: NoteSegment, track: PitchTrack): number {
  const pitch = pitchOf(note, track);
  const { first } = note;
  const isNear = (t: number, within: number): boolean => Math.abs(midiOfHz(track.hz[t]!) - pitch) < within;
  let start = first;
  while (start < first + steps(ATTACK.within) && !isNear(start, NOTE.tiedNear)) start++;
  for (let t = start; t < start + steps(ATTACK.steady); t++) if (!isNear(t, NOTE.tiedHeld)) return first;
  const risen = track.risen[start]!;
  return risen === 0 || start - risen < first - steps(ATTACK.before) ? first : start - risen + steps(NOTE.lead);
}

/**
 * The step at which a note begins that follows another as legato does: that one is let go of as this one begins, so that the level
 * falls, by not much, before it rises. The middle between where it begins to fall and where the note was found. Only for tones that
 * are held at one pitch, before and after, as instruments do: between two notes of a singer is a consonant, or a slide. The note's
 * first step otherwise.
 */
function legatoStart(before: NoteSegment, note: NoteSegment, track: PitchTrack): number {
  const { first } = note;
  if (first - before.end > steps(LEGATO.rest)) return first;
  const level = (t: number): number => powerDecibels(track.power[t]!);
  let lowest = first;
  for (let t = Math.max(0, first - steps(LEGATO.around)); t < first + steps(LEGATO.after); t++)
    if (track.power[t]! < track.power[lowest]!) lowest = t;
  const earliest = Math.max(before.first + SHORTEST, first - steps(LEGATO.longest));
  let falls = lowest;
  while (falls > earliest && level(falls - 1) > level(falls) + LEGATO.minStep) falls--;
  const fall = level(falls) - level(lowest);
  if (fall < LEGATO.minFall || fall > LEGATO.maxFall) return first;
  const settled = first + steps(LEGATO.settled);
  const isHeld =
    plateauOf(falls - HELD, falls, track, LEGATO.range) > 0 && plateauOf(settled, settled + HELD, track) > 0;
  return isHeld ? first - Math.min(steps(LEGATO.maxShift), Math.round((first - falls) / 2)) : first;
}
