import { midiOfHz } from '../values/pitch.ts';
import type { NoteSegment } from './noteDecoder.ts';
import { HOP_SECONDS, steps } from '../parameters.ts';
import { NOTE } from './parameters.ts';
import type { PitchTrack } from './pitchTrack.ts';
import type { Stage } from './stageMemory.ts';
import { plateauOf } from './modulation/plateau.ts';
import { joinVibrato, soundingLength } from './modulation/vibrato.ts';

/** Refines the boundaries of the decoder's notes with the sound around them. */

const length = ({ first, end }: NoteSegment): number => (end - first) * HOP_SECONDS;

/** Drops notes that are too short, joins a note with its attack on an overtone, and moves the beginnings of others. */
const alignNotes: Stage = (notes, note, _, track) => {
  if (length(note) < NOTE.minSeconds) return;
  const last = notes.at(-1);
  if (last !== undefined && isOvertoneAttack(last, notes.at(-2), note, track)) {
    last.end = note.end;
    last.midi = note.midi;
    return;
  }
  if (last !== undefined) alignOnset(last, note, track);
  beginAfterRest(last, note, track);
  notes.push(note);
};

const splitNotes: Stage = (notes, note, _, track) => {
  for (const part of splitAtDip(note, track)) notes.push(...splitAtStep(part, track));
};

/**
 * Appends a note, or adds it to the end of the one before if it is a slip: at a release before a rest a voice may slip
 * by a semitone, without a rise of its partials or without a leap, as a reed does when its wind stops.
 */
const appendOrRelease: Stage = (notes, note, next, track) => {
  const before = notes.at(-1);
  const isSlip =
    before !== undefined &&
    note.first - before.end <= 1 &&
    (next === undefined || next.first - note.end > steps(NOTE.slipRest)) &&
    soundingLength(note, track) * HOP_SECONDS <= NOTE.slipSeconds &&
    Math.abs(pitchOf(note, track) - pitchOf(before, track)) < NOTE.slipStep &&
    (!partialsRise(note.first - steps(NOTE.riseBefore), note.first + steps(NOTE.slipRise), track) ||
      slides(note.first - steps(NOTE.slipSlide), note.first + 2 * steps(NOTE.slipSlide), track));
  if (isSlip) before.end = note.end;
  else notes.push(note);
};

/** The stages that correct the boundaries of the decoder's notes. */
export const BOUNDARY_STAGES: readonly Stage[] = [joinVibrato, alignNotes, splitNotes, appendOrRelease];

/** Median pitch of the voiced steps of a segment, fractional MIDI. */
export function pitchOf({ first, end, midi }: NoteSegment, { hz }: PitchTrack): number {
  const pitches: number[] = [];
  for (let t = first; t < end; t++) {
    if (!(hz[t]! > 0)) continue;
    const pitch = midiOfHz(hz[t]!);
    if (Math.abs(pitch - midi) < 1) pitches.push(pitch);
  }
  pitches.sort((a, b) => a - b);
  return pitches.length === 0 ? midi : pitches[pitches.length >> 1]!;
}

/**
 * Moves the beginning of a note that follows another without a rest to the change of pitch. The decoder needs a rise of
 * the partials, which comes late in a glide, after a soft consonant, or while the two sounds overlap and beat. A full
 * onset moves only a little: where pitch and level change at different times, annotators of singing and of instruments
 * put the onset shortly before the partials rise fastest. A consonant that holds the pitch of the note belongs to the
 * note.
 */
function alignOnset(before: NoteSegment, after: NoteSegment, track: PitchTrack): void {
  if (after.rise >= NOTE.tiedSure) return;
  const from = pitchOf(before, track);
  const to = pitchOf(after, track);
  if (Math.abs(to - from) < NOTE.tiedStep) return;
  const { hz } = track;
  const earliest = Math.max(before.first + 1, after.first - steps(NOTE.tiedWithin));
  const isLater = (t: number): boolean =>
    hz[t]! > 0 && Math.abs(midiOfHz(hz[t]!) - to) < Math.abs(midiOfHz(hz[t]!) - from);
  let start = after.first;
  while (start > earliest && isLater(start - 1)) start--;
  if (start === earliest || !(hz[start - 1]! > 0)) return;
  const changed = glideStart(start, earliest, from, to, track);
  if (!partialsRise(changed - 1, after.first, track) && !isNear(to, start, after.first, track)) return;
  // The onset of a note is `lead` before its first step: put the onset at the change of pitch.
  const begun = Math.min(after.first, changed + steps(NOTE.lead));
  const isFull = after.rise >= NOTE.riseTo;
  after.first = isFull
    ? Math.max(begun, Math.min(after.first - steps(NOTE.tiedShift), holdStart(to, after.first, begun, track)))
    : begun;
  before.end = Math.min(before.end, after.first);
}

/**
 * Moves the beginning of a note after a rest to that of its pitch, which is soft before its partials rise fastest.
 */
function beginAfterRest(before: NoteSegment | undefined, note: NoteSegment, track: PitchTrack): void {
  if (note.rise >= NOTE.tiedSure) return;
  const { hz } = track;
  const pitch = pitchOf(note, track);
  const earliest = Math.max(before?.end ?? 0, note.first - steps(NOTE.tiedWithin));
  let start = note.first;
  // Skip a step or two between: they may be wrong, or a consonant.
  for (let t = start; t > earliest && start - t <= steps(NOTE.skipped); t--)
    if (isNear(pitch, t - 1, t, track)) start = t - 1;
  if (start === earliest || hz[start - 1]! > 0) return;
  note.first = Math.min(note.first, blurStart(start, earliest, track) + steps(NOTE.lead));
}

/** The first step, at least `earliest`, from which the pitch is held until the step `until`. */
function holdStart(pitch: number, until: number, earliest: number, { hz }: PitchTrack): number {
  let start = until;
  while (start > earliest && hz[start - 1]! > 0 && Math.abs(midiOfHz(hz[start - 1]!) - pitch) < NOTE.tiedHeld) start--;
  return start;
}

/**
 * The step, at most `start`, at which the pitch is lost because two notes overlap: the gap is short and as loud as the
 * notes. Such a gap is no rest; the new note begins at its first step.
 */
function blurStart(start: number, earliest: number, { hz, power }: PitchTrack): number {
  const longest = steps(NOTE.blurSeconds);
  let first = start;
  while (first > earliest && start - first <= longest && !(hz[first - 1]! > 0)) first--;
  if (start - first > longest || first < longest || !(hz[first - 1]! > 0)) return start;
  const loudness = (from: number): number => Math.max(...power.subarray(from, from + longest));
  const quiet = Math.min(loudness(first - longest), loudness(start)) * 10 ** (-NOTE.blurDip / 10);
  return Math.min(...power.subarray(first, start)) > quiet ? first : start;
}

/** The step, at most `start`, at which a glide from one pitch to another has gone `glideFrom` of its way. */
function glideStart(start: number, earliest: number, from: number, to: number, { hz }: PitchTrack): number {
  const direction = Math.sign(to - from);
  let last = direction * midiOfHz(hz[start - 1]!);
  for (; start > earliest && hz[start - 1]! > 0; start--) {
    const pitch = direction * midiOfHz(hz[start - 1]!);
    const isOnTheWay = pitch - direction * from >= NOTE.glideFrom * Math.abs(to - from);
    if (!isOnTheWay || pitch - last > NOTE.glideBack || last - pitch > NOTE.glideStep) break;
    last = pitch;
  }
  return start;
}

/** True when every step in [from, to) is voiced and near this pitch, fractional MIDI. */
function isNear(pitch: number, from: number, to: number, { hz }: PitchTrack): boolean {
  for (let t = from; t < to; t++) if (!(Math.abs(midiOfHz(hz[t]!) - pitch) < NOTE.tiedNear)) return false;
  return true;
}

/** True when `first`, after a rest, is the attack of `note` on one of its overtones: an overblown pipe, a bow. */
function isOvertoneAttack(
  first: NoteSegment,
  before: NoteSegment | undefined,
  note: NoteSegment,
  track: PitchTrack,
): boolean {
  if (length(first) > NOTE.overtoneAttackSeconds || length(note) < length(first)) return false;
  if ((note.first - first.end) * HOP_SECONDS > NOTE.overtoneAttackSeconds) return false;
  if (before !== undefined && (first.first - before.end) * HOP_SECONDS < NOTE.mergeWithin) return false;
  const interval = pitchOf(first, track) - pitchOf(note, track);
  return [2, 3, 4].some((partial) => Math.abs(interval - 12 * Math.log2(partial)) < NOTE.overtoneAttackDeviation);
}

/** Splits a note where its level dips and recovers, however soft the second onset is. */
function splitAtDip(note: NoteSegment, track: PitchTrack): NoteSegment[] {
  const { power } = track;
  const ratio = 10 ** (NOTE.dip / 10);
  let loudest = 0;
  for (let t = note.first; t < note.end; t++) {
    loudest = Math.max(loudest, power[t]!);
    if (!(power[t]! * ratio < loudest)) continue;
    // Find the lowest step before the level recovers by as much.
    let deepest = t;
    for (let u = t; u < note.end; u++) {
      if (power[u]! < power[deepest]!) deepest = u;
      if (!(power[u]! > power[deepest]! * ratio)) continue;
      const second = { ...note, first: deepest };
      if (length({ ...note, end: deepest }) < NOTE.minSeconds || length(second) < NOTE.minSeconds) return [note];
      return [{ ...note, end: deepest }, ...splitAtDip(second, track)];
    }
    return [note];
  }
  return [note];
}

/**
 * Splits a note at a slur: a step of pitch from one plateau to another, however smooth. A smaller step at the
 * beginning, together with a rise of the partials, is a scoop: the note then begins where it reaches its pitch.
 */
function splitAtStep(note: NoteSegment, track: PitchTrack): NoteSegment[] {
  const plateau = steps(NOTE.plateauSeconds);
  const gap = steps(NOTE.plateauGap);
  for (let t = note.first + plateau; t + gap + plateau <= note.end; t++) {
    const before = plateauOf(t - plateau, t, track);
    const after = plateauOf(t + gap, t + gap + plateau, track);
    const step = Math.abs(after - before);
    const isSlur = step >= NOTE.minStep && step <= NOTE.maxStep;
    const isScoop =
      step >= NOTE.minScoop &&
      step < NOTE.minStep &&
      t - note.first <= steps(NOTE.maxScoopSeconds) &&
      partialsRise(t - gap, t + 2 * gap, track);
    if (!isSlur && !isScoop) continue;
    let first = t;
    while (first < t + gap && Math.abs(midiOfHz(track.hz[first]!) - before) < step / 2) first++;
    const rest = splitAtStep({ ...note, first, midi: after }, track);
    return isSlur ? [{ ...note, end: first, midi: before }, ...rest] : rest;
  }
  return [note];
}

/** True when the steps from `from` to `to` are voiced and their pitch has no leap. */
function slides(from: number, to: number, { hz }: PitchTrack): boolean {
  for (let t = from; t < to; t++)
    if (!(Math.abs(midiOfHz(hz[t + 1]!) - midiOfHz(hz[t]!)) <= NOTE.slipStepwise)) return false;
  return true;
}

/** True when the partials of the pitch rise by `tiedRise` in one of the steps [from, to). */
function partialsRise(from: number, to: number, { rise }: PitchTrack): boolean {
  for (let t = from; t < to; t++) if (rise[t]! >= NOTE.tiedRise) return true;
  return false;
}
