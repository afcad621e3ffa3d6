import { midiOfHz } from '../../src/domain/pitch.ts';
import type { Segment } from './notes.ts';
import { HOP_SECONDS, NOTE } from './parameters.ts';
import type { Track } from './track.ts';

/**
 * Where the decoder’s notes begin and end, looked at again with the whole sound in hand: what only the
 * neighbourhood of a note tells.
 */

const steps = (seconds: number): number => Math.round(seconds / HOP_SECONDS);
const length = ({ first, end }: Segment): number => (end - first) * HOP_SECONDS;

/** The decoder's notes with their boundaries mended; changes the segments in place and returns those that are notes. */
export function polish(segments: readonly Segment[], track: Track): Segment[] {
  const notes: Segment[] = [];
  let last: Segment | undefined;
  for (const note of segments) {
    skipBreath(note, track);
    if (length(note) < NOTE.shortest) continue;
    if (last !== undefined && speaksOn(last, notes.at(-2), note, track)) {
      last.end = note.end;
      last.midi = note.midi;
    } else {
      if (last !== undefined) tie(last, note, track);
      notes.push(note);
      last = note;
    }
  }
  return notes.flatMap((note) => splitAtDip(note, track)).flatMap((note) => splitAtStep(note, track));
}

/** Median pitch of a segment's voiced steps, fractional MIDI. */
export function pitchOf({ first, end, midi }: Segment, { hz }: Track): number {
  const pitches: number[] = [];
  for (let t = first; t < end; t++) {
    if (!(hz[t]! > 0)) continue;
    const pitch = midiOfHz(hz[t]!);
    if (Math.abs(pitch - midi) < 1) pitches.push(pitch);
  }
  pitches.sort((a, b) => a - b);
  return pitches.length === 0 ? midi : pitches[pitches.length >> 1]!;
}

/** Lets a note begin after the breath that a wind player or a singer takes it with. */
function skipBreath(note: Segment, { hz, power }: Track): void {
  let loudest = 0;
  for (let t = note.first; t < note.end; t++) loudest = Math.max(loudest, power[t]!);
  const quiet = loudest * 10 ** (-NOTE.breath / 10);
  while (note.first < note.end && !(hz[note.first]! > 0) && power[note.first]! < quiet) note.first++;
}

/**
 * Where a note goes over into the next without a rest, the change of pitch says when. The decoder waits for a
 * rise, which may come late: from the beating of the two sounds while one dies and the other swells.
 */
function tie(before: Segment, after: Segment, track: Track): void {
  if (after.rise >= NOTE.riseTo) return;
  const from = pitchOf(before, track);
  const to = pitchOf(after, track);
  if (Math.abs(to - from) < NOTE.tiedStep) return;
  const { hz } = track;
  const earliest = Math.max(before.first + 1, after.first - steps(NOTE.tiedWithin));
  const isLater = (t: number): boolean => hz[t]! > 0 && Math.abs(midiOfHz(hz[t]!) - to) < Math.abs(midiOfHz(hz[t]!) - from);
  let start = after.first;
  while (start > earliest && isLater(start - 1)) start--;
  if (start === after.first || start === earliest || !(hz[start - 1]! > 0) || !hasArrived(to, start, after.first, track)) return;
  // What is written `lead` before its first step is to begin with the change of pitch.
  after.first = Math.min(after.first, start + steps(NOTE.lead));
  before.end = Math.min(before.end, after.first);
}

/** Whether a note of this pitch sounds in the steps [from, to) already. */
function hasArrived(pitch: number, from: number, to: number, { hz, rise }: Track): boolean {
  let near = true;
  for (let t = from; t < to; t++) {
    if (rise[t]! >= NOTE.tiedRise) return true;
    near &&= Math.abs(midiOfHz(hz[t]!) - pitch) < NOTE.tiedNear;
  }
  return near;
}

/** Whether `first`, after a rest, is only the overtone on which `note` begins to speak. */
function speaksOn(first: Segment, before: Segment | undefined, note: Segment, track: Track): boolean {
  if (length(first) > NOTE.speakSeconds || length(note) < length(first)) return false;
  if ((note.first - first.end) * HOP_SECONDS > NOTE.speakSeconds) return false;
  if (before !== undefined && (first.first - before.end) * HOP_SECONDS < NOTE.joinWithin) return false;
  const interval = pitchOf(first, track) - pitchOf(note, track);
  return [2, 3, 4].some((partial) => Math.abs(interval - 12 * Math.log2(partial)) < NOTE.speakNear);
}

/** A note whose level sinks and swells again is two of one pitch, however softly the second sets in. */
function splitAtDip(note: Segment, track: Track): Segment[] {
  const { power } = track;
  const ratio = 10 ** (NOTE.dip / 10);
  let loudest = 0;
  for (let t = note.first; t < note.end; t++) {
    loudest = Math.max(loudest, power[t]!);
    if (!(power[t]! * ratio < loudest)) continue;
    // The deepest step before it swells by as much.
    let deepest = t;
    for (let u = t; u < note.end; u++) {
      if (power[u]! < power[deepest]!) deepest = u;
      if (!(power[u]! > power[deepest]! * ratio)) continue;
      const second = { ...note, first: deepest };
      if (length({ ...note, end: deepest }) < NOTE.shortest || length(second) < NOTE.shortest) return [note];
      return [{ ...note, end: deepest }, ...splitAtDip(second, track)];
    }
    return [note];
  }
  return [note];
}

/**
 * A note whose pitch steps from one level to another is two, however smoothly: a slur. A smaller step at its
 * beginning, with a swell, is a scoop: the note begins where it has come to its pitch.
 */
function splitAtStep(note: Segment, track: Track): Segment[] {
  const level = steps(NOTE.levelSeconds);
  const apart = steps(NOTE.levelApart);
  for (let t = note.first + level; t + apart + level <= note.end; t++) {
    const before = levelOf(t - level, t, track);
    const after = levelOf(t + apart, t + apart + level, track);
    const step = Math.abs(after - before);
    const isSlur = step >= NOTE.step && step <= NOTE.longestStep;
    const isScoop = step >= NOTE.scoop && step < NOTE.step && t - note.first <= steps(NOTE.scoopSeconds) && rises(t - apart, t + 2 * apart, track);
    if (!isSlur && !isScoop) continue;
    let first = t;
    while (first < t + apart && Math.abs(midiOfHz(track.hz[first]!) - before) < step / 2) first++;
    const rest = splitAtStep({ ...note, first, midi: after }, track);
    return isSlur ? [{ ...note, end: first, midi: before }, ...rest] : rest;
  }
  return [note];
}

/** Mean pitch of the steps [from, to), fractional MIDI; NaN where it does not stay level. */
function levelOf(from: number, to: number, { hz }: Track): number {
  let lowest = Infinity;
  let highest = -Infinity;
  let sum = 0;
  for (let t = from; t < to; t++) {
    if (!(hz[t]! > 0)) return Number.NaN;
    const pitch = midiOfHz(hz[t]!);
    lowest = Math.min(lowest, pitch);
    highest = Math.max(highest, pitch);
    sum += pitch;
  }
  return highest - lowest <= NOTE.levelFlat ? sum / (to - from) : Number.NaN;
}

/** Whether the partials of the pitch rise in one of the steps [from, to) as those of a tied note do. */
function rises(from: number, to: number, { rise }: Track): boolean {
  for (let t = from; t < to; t++) if (rise[t]! >= NOTE.tiedRise) return true;
  return false;
}
