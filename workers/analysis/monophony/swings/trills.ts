import { midiOfHz } from '../../../../src/domain/pitch/pitch.ts';
import { decibels } from '../../dsp/decibels.ts';
import { HOP_SECONDS, NOTE, steps } from '../../parameters.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { plateauOf } from './plateau.ts';

/**
 * A trill is split into its notes, whose plateaus are short. A wide vibrato swings as far and as fast, but its tone moves as
 * a whole, whereas in a trill one tone replaces another: between the two there is less of either, and it rests on both. A room
 * makes the partials of a vibrato dip too, and in fast trills or low ones only one of the two is clear.
 */
export function splitTrill(note: NoteSegment, track: PitchTrack): NoteSegment[] {
  const plateau = steps(NOTE.trillPlateau);
  const parts: NoteSegment[] = [{ ...note }];
  /** Of each boundary, dB. */
  const dips: number[] = [];
  for (let t = note.first + plateau; t + plateau < note.end; t++) {
    const before = plateauOf(t - plateau, t, track);
    if (Number.isNaN(before)) continue;
    const gap = trillGap(t, before, note.end, track);
    if (gap === null) continue;
    const after = plateauOf(t + gap, t + gap + plateau, track);
    let first = t;
    while (first < t + gap && Math.abs(midiOfHz(track.hz[first]!) - before) < Math.abs(after - before) / 2) first++;
    const last = parts.at(-1)!;
    last.end = first;
    last.midi = before;
    parts.push({ ...note, first, midi: after });
    dips.push(dipBetween(t, t + gap, track));
    t = first + plateau;
  }
  if (!isTrill(parts, track)) return [note];
  dips.sort((a, b) => a - b);
  const dip = dips[dips.length >> 1]!;
  const resting = restingShare(parts, track);
  const isNoVibrato =
    dip >= NOTE.trillSureDip ||
    resting >= NOTE.trillSurelyResting ||
    (dip >= NOTE.trillDip && resting >= NOTE.trillResting);
  return isNoVibrato ? parts : [note];
}

/** Steps from `from` to a plateau of a trill that is another than that at `before`, fractional MIDI; null if there is none. */
function trillGap(from: number, before: number, end: number, track: PitchTrack): number | null {
  const plateau = steps(NOTE.trillPlateau);
  for (let gap = steps(NOTE.trillGap); gap >= steps(NOTE.trillLeastGap); gap--) {
    if (from + gap + plateau > end) continue;
    const step = Math.abs(plateauOf(from + gap, from + gap + plateau, track) - before);
    if (step >= NOTE.trillStep && step <= NOTE.maxStep) return gap;
  }
  return null;
}

/**
 * Whether these parts of a note are clear, short and come back to where they were: a single step may be the tail of the
 * note before, or a release, and a sibilant has many.
 */
function isTrill(parts: readonly NoteSegment[], { clarity }: PitchTrack): boolean {
  return (
    parts.length > 2 &&
    parts.every(({ first, end, midi }, i) => {
      const isInside = i > 0 && i < parts.length - 1;
      if (isInside && (end - first) * HOP_SECONDS > NOTE.trillNote) return false;
      if (i > 1 && Math.abs(midi - parts[i - 2]!.midi) >= NOTE.minStep) return false;
      return clarity.subarray(first, end).reduce((sum, value) => sum + value, 0) >= NOTE.trillClarity * (end - first);
    })
  );
}

/** Share of the time of these parts of a note in which the pitch rests: that of a vibrato turns where that of a trill rests. */
function restingShare(parts: readonly NoteSegment[], { hz }: PitchTrack): number {
  let moved = 0;
  let resting = 0;
  for (let i = 1; i < parts.length; i++) {
    const { first, end, midi } = parts[i]!;
    const before = parts[i - 1]!;
    const least = NOTE.trillRest * Math.abs(midi - before.midi);
    // The last one may be held.
    const until = i === parts.length - 1 ? Math.min(end, first + before.end - before.first) : end;
    for (let t = first; t < until; t++) {
      if (Math.abs(midiOfHz(hz[t]!) - midiOfHz(hz[t - 1]!)) < least) resting++;
      else moved++;
    }
  }
  return resting / (resting + moved);
}

/** How far the partials of the pitch path dip between the steps before `from` and those from `to` on, dB. */
function dipBetween(from: number, to: number, { level }: PitchTrack): number {
  const reach = steps(NOTE.trillPlateau);
  const lowest = Math.min(...level.subarray(from, to));
  const before = Math.max(...level.subarray(from - reach, from));
  const after = Math.max(...level.subarray(to, to + reach));
  return decibels(Math.min(before, after) / lowest);
}
