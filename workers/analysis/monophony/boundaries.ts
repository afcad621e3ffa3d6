import { midiOfHz } from '../../../src/domain/pitch/pitch.ts';
import type { NoteSegment } from './noteDecoder.ts';
import { HOP_SECONDS, NOTE, steps } from '../parameters.ts';
import type { PitchTrack } from './pitchTrack.ts';
import { plateauOf } from './swings/plateau.ts';
import { splitTrill } from './swings/trills.ts';
import { joinVibrato, soundingLength } from './swings/vibrato.ts';

/** Refines where the notes of the decoder begin and end, now that the whole sound is known. */

const length = ({ first, end }: NoteSegment): number => (end - first) * HOP_SECONDS;

/** Corrects the boundaries of the decoder's notes; changes the segments in place and returns those that are notes. */
export function refineBoundaries(segments: readonly NoteSegment[], track: PitchTrack): NoteSegment[] {
  const notes: NoteSegment[] = [];
  let last: NoteSegment | undefined;
  for (const note of joinVibrato(segments, track)) {
    skipBreath(note, track);
    if (length(note) < NOTE.minSeconds) continue;
    if (last !== undefined && isOvertoneAttack(last, notes.at(-2), note, track)) {
      last.end = note.end;
      last.midi = note.midi;
    } else {
      if (last !== undefined) alignOnset(last, note, track);
      beginAfterRest(last, note, track);
      notes.push(note);
      last = note;
    }
  }
  return notes
    .flatMap((note) => splitAtDip(note, track))
    .flatMap((note) => splitAtStep(note, track))
    .reduce<NoteSegment[]>((kept, note, i, all) => appendOrRelease(kept, note, all[i + 1], track), [])
    .flatMap((note) => splitTrill(note, track));
}

/**
 * Appends a note, or makes it the end of the one before: a voice that lets go of a tone before a rest may slip by a semitone, and
 * such a slip does not begin with a rise of its partials, or slides there without a leap, as a reed does whose wind stops.
 */
function appendOrRelease(
  kept: NoteSegment[],
  note: NoteSegment,
  next: NoteSegment | undefined,
  track: PitchTrack,
): NoteSegment[] {
  const before = kept.at(-1);
  const isSlip =
    before !== undefined &&
    note.first - before.end <= 1 &&
    (next === undefined || next.first - note.end > steps(NOTE.slipRest)) &&
    soundingLength(note, track) * HOP_SECONDS <= NOTE.slipSeconds &&
    Math.abs(pitchOf(note, track) - pitchOf(before, track)) < NOTE.slipStep &&
    (!partialsRise(note.first - steps(NOTE.riseBefore), note.first + steps(NOTE.slipRise), track) ||
      slides(note.first - steps(NOTE.slipSlide), note.first + 2 * steps(NOTE.slipSlide), track));
  if (isSlip) before.end = note.end;
  else kept.push(note);
  return kept;
}

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

/** Moves the beginning of a note past the unvoiced breath noise of a singer or wind player. */
function skipBreath(note: NoteSegment, { hz, power }: PitchTrack): void {
  let loudest = 0;
  for (let t = note.first; t < note.end; t++) loudest = Math.max(loudest, power[t]!);
  const quiet = loudest * 10 ** (-NOTE.breath / 10);
  while (note.first < note.end && !(hz[note.first]! > 0) && power[note.first]! < quiet) note.first++;
}

/**
 * Where one note follows another without a rest, the later one begins with the change of pitch. The decoder
 * waits for a rise of the partials, which comes late in a glide, after a soft consonant, or while the two sounds overlap
 * and beat. A full onset is moved by a little only: where pitch and level do not change at once, annotators of singing and
 * of instruments write the note down shortly before its partials rise fastest, wherever the pitch changed. A consonant that is
 * sung on the pitch of the note, though, and holds it, belongs to the note.
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
  // A note's onset is `lead` before its first step; here the onset itself belongs at the change of pitch.
  const begun = Math.min(after.first, changed + steps(NOTE.lead));
  const isFull = after.rise >= NOTE.riseTo;
  after.first = isFull
    ? Math.max(begun, Math.min(after.first - steps(NOTE.tiedShift), holdStart(to, after.first, begun, track)))
    : begun;
  before.end = Math.min(before.end, after.first);
}

/** A note after a rest begins with its pitch, which sounds softly before its partials rise fastest. */
function beginAfterRest(before: NoteSegment | undefined, note: NoteSegment, track: PitchTrack): void {
  if (note.rise >= NOTE.tiedSure) return;
  const { hz } = track;
  const pitch = pitchOf(note, track);
  const earliest = Math.max(before?.end ?? 0, note.first - steps(NOTE.tiedWithin));
  let start = note.first;
  // A step or two between may be wrong, or a consonant's.
  for (let t = start; t > earliest && start - t <= steps(NOTE.skipped); t--)
    if (isNear(pitch, t - 1, t, track)) start = t - 1;
  if (start === earliest || hz[start - 1]! > 0) return;
  note.first = Math.min(note.first, blurStart(start, earliest, track) + steps(NOTE.lead));
}

/** The first step, from `earliest` to `until`, from which on the pitch is held until that step. */
function holdStart(pitch: number, until: number, earliest: number, { hz }: PitchTrack): number {
  let start = until;
  while (start > earliest && hz[start - 1]! > 0 && Math.abs(midiOfHz(hz[start - 1]!) - pitch) < NOTE.tiedHeld) start--;
  return start;
}

/**
 * The step, at most `start`, from which on there is no pitch because two notes sound at once: the gap is short, and as loud as
 * they are. Such a gap is no rest, and the new note begins where the pitch of the one before is lost.
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

/** The step, at most `start`, from which on the pitch has come a share of its way in a glide from one pitch to another. */
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

/** Whether every step [from, to), all of them voiced, is near this pitch, fractional MIDI. */
function isNear(pitch: number, from: number, to: number, { hz }: PitchTrack): boolean {
  for (let t = from; t < to; t++) if (!(Math.abs(midiOfHz(hz[t]!) - pitch) < NOTE.tiedNear)) return false;
  return true;
}

/** Whether `first`, after a rest, is an attack of `note` on one of its overtones (an overblown pipe, a bow) and not a note of its own. */
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

/** A note whose level dips and recovers is split into two of the same pitch, however soft the second onset is. */
function splitAtDip(note: NoteSegment, track: PitchTrack): NoteSegment[] {
  const { power } = track;
  const ratio = 10 ** (NOTE.dip / 10);
  let loudest = 0;
  for (let t = note.first; t < note.end; t++) {
    loudest = Math.max(loudest, power[t]!);
    if (!(power[t]! * ratio < loudest)) continue;
    // The lowest step before the level recovers by as much.
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
 * A note whose pitch steps from one plateau to another is split into two, however smooth the step is: a slur.
 * A smaller step at its beginning, together with a rise of its partials, is a scoop: the note begins where it
 * reaches its pitch.
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

/** Whether the pitch of the steps from `from` to `to`, all of them voiced, goes on without a leap. */
function slides(from: number, to: number, { hz }: PitchTrack): boolean {
  for (let t = from; t < to; t++)
    if (!(Math.abs(midiOfHz(hz[t + 1]!) - midiOfHz(hz[t]!)) <= NOTE.slipStepwise)) return false;
  return true;
}

/** Whether the partials of the pitch rise in one of the steps [from, to) as those of a tied note do. */
function partialsRise(from: number, to: number, { rise }: PitchTrack): boolean {
  for (let t = from; t < to; t++) if (rise[t]! >= NOTE.tiedRise) return true;
  return false;
}
