import { midiOfHz } from '../../values/pitch.ts';
import { decibels } from '../../dsp/decibels.ts';
import { HOP_SECONDS, NOTE, steps } from '../../parameters.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { plateauOf } from './plateau.ts';

/**
 * Splits a trill into its notes, which have short plateaus. A wide vibrato swings as far and as fast, but its tone moves as
 * a whole. In a trill one tone replaces another: the level dips between them, and the pitch rests on both. In a room the
 * partials of a vibrato dip too, and those of a low trill hardly do.
 */
export function splitTrill(note: NoteSegment, track: PitchTrack): NoteSegment[] {
  const plateau = steps(NOTE.trillPlateau);
  const parts: NoteSegment[] = [{ ...note }];
  /** Dip at each boundary, dB. */
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
  const isNoVibrato = resting >= NOTE.trillSurelyResting || (dip >= NOTE.trillDip && resting >= NOTE.trillResting);
  return isNoVibrato ? parts : [note];
}

/**
 * Steps from `from` to the next plateau of a trill, apart from the pitch `before`, fractional MIDI; null without one.
 */
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
 * Whether these parts of a note are clear and short, and alternate between two pitches: a single step may be the tail of
 * the note before, or a release, and a sibilant has many.
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

/** Share of the time of these parts at which the pitch rests: a vibrato turns where a trill rests. */
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

/** Dip of the partials of the pitch path between the steps before `from` and those from `to` on, dB. */
function dipBetween(from: number, to: number, { level }: PitchTrack): number {
  const reach = steps(NOTE.trillPlateau);
  const lowest = Math.min(...level.subarray(from, to));
  const before = Math.max(...level.subarray(from - reach, from));
  const after = Math.max(...level.subarray(to, to + reach));
  return decibels(Math.min(before, after) / lowest);
}
