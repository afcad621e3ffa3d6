import { midiOfHz } from '../../values/pitch.ts';
import { powerDecibels } from '../../dsp/decibels.ts';
import { steps } from '../../parameters.ts';
import { pitchOf } from '../boundaries.ts';
import { medianOf } from '../median.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { isSurelyRepeat, type RatedRepeat } from '../repeats/repeats.ts';
import { HIT } from './parameters.ts';

/**
 * Joins the parts of a note that sounds through the hit of a drum. The hit is a short burst at frequencies between the
 * partials of the note, whose level is the same before and after it. A note that is struck again rises with its
 * partials, and one that is blown or sung again dips before. A repeat in `ratedRepeats` is joined only if the burst has no
 * power at its partials.
 */
export function joinAcrossHits(
  joined: NoteSegment[],
  note: NoteSegment,
  track: PitchTrack,
  ratedRepeats: readonly RatedRepeat[],
): void {
  const last = joined.at(-1);
  const isAgain = isSurelyRepeat(note, ratedRepeats);
  const isOne =
    last !== undefined &&
    (isUndipped(last, note, track, isAgain ? HIT.share : -Infinity) || (!isAgain && isThroughHit(last, note, track)));
  if (isOne) last.end = note.end;
  else joined.push(note);
}

function isThroughHit(before: NoteSegment, note: NoteSegment, track: PitchTrack): boolean {
  if (note.first - before.end > steps(HIT.longest)) return false;
  if (!(Math.abs(pitchOf(note, track) - pitchOf(before, track)) < HIT.same)) return false;
  const { level, power } = track;
  // The hit begins a little before the end of the first part.
  const from = before.end - steps(HIT.around);
  const to = note.first + steps(HIT.around);
  const beside = steps(HIT.beside);
  const decibels = (t: number): number => 20 * Math.log10(level[t]! + 1e-9);
  const loudness = (t: number): number => powerDecibels(power[t]!);
  const early = [Math.max(before.first, from - beside), from] as const;
  const late = [to, Math.min(note.end, to + beside)] as const;
  if (early[1] - early[0] < steps(HIT.least) || late[1] - late[0] < steps(HIT.least)) return false;
  const change = medianOf(decibels, ...late) - medianOf(decibels, ...early);
  if (change > HIT.rise || change < -HIT.fall) return false;
  let burst = -Infinity;
  let lowest = Infinity;
  let share = Infinity;
  for (let t = from; t < to; t++) {
    burst = Math.max(burst, loudness(t));
    lowest = Math.min(lowest, decibels(t));
    share = Math.min(share, decibels(t) - loudness(t));
  }
  const gap = note.first - before.end;
  const usual = medianOf(decibels, ...early);
  const above = burst - Math.max(medianOf(loudness, ...early), medianOf(loudness, ...late));
  if (above < HIT.burst) return false;
  const shareOf = (t: number): number => decibels(t) - loudness(t);
  if (Math.min(medianOf(shareOf, ...early), medianOf(shareOf, ...late)) - share < HIT.share) return false;
  // Between two parts that are further apart the level is that of another pitch.
  return gap > 1 || lowest >= usual - HIT.dip;
}

/**
 * True when the partials keep their level from one part to the other, or rise, as those of the hit are added. A note
 * that is played again dips before.
 * @param burst least rise of the power beyond that of the partials, dB
 */
function isUndipped(before: NoteSegment, note: NoteSegment, track: PitchTrack, burst: number): boolean {
  if (note.first - before.end > steps(HIT.apart)) return false;
  const { level, hz, power } = track;
  const pitch = pitchOf(note, track);
  if (!(Math.abs(pitch - pitchOf(before, track)) < HIT.same)) return false;
  const decibels = (t: number): number => 20 * Math.log10(level[t]! + 1e-9);
  const around = steps(HIT.around);
  const early = [Math.max(before.first, before.end - around), before.end] as const;
  const late = [note.first + around, Math.min(note.end, note.first + around + steps(HIT.beside))] as const;
  if (early[1] - early[0] < steps(HIT.least) || late[1] - late[0] < 2) return false;
  const usual = medianOf(decibels, ...early);
  const change = medianOf(decibels, ...late) - usual;
  if (change > HIT.rise || change < -HIT.fall) return false;
  const floor = usual + Math.min(0, change) - HIT.undipped;
  const loudness = (t: number): number => powerDecibels(power[t]!);
  const usualLoudness = medianOf(loudness, ...early);
  let beside = -Infinity;
  for (let t = before.end - 2; t < late[0]; t++) {
    // At another pitch the level is that of the drum.
    const isElsewhere = hz[t]! > 0 && Math.abs(midiOfHz(hz[t]!) - pitch) > HIT.same;
    if (!isElsewhere && decibels(t) < floor) return false;
    beside = Math.max(beside, loudness(t) - usualLoudness - Math.max(0, decibels(t) - usual));
  }
  return beside >= burst;
}
