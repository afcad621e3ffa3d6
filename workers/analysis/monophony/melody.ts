import { midiOfHz } from '../values/pitch.ts';
import { steps } from '../parameters.ts';
import { MELODY, NOTE } from './parameters.ts';
import type { NoteEvent, Tuning } from '../types.ts';
import { HeldMeter } from './modulation/heldMeter.ts';
import type { NoteSegment } from './noteDecoder.ts';
import type { PitchTrack } from './pitchTrack.ts';
import { plateauOf } from './modulation/plateau.ts';

/**
 * Distinguishes the notes of a melody from drums and talk in the background. Singing holds its pitch; in speech it
 * glides through nearly every syllable (Gerhard 2003; Ohishi et al. 2005), and that of a drum falls. A pitch is held
 * where it is level, or where it swings around a level as in vibrato: the means over two successive periods of the
 * vibrato agree.
 */

/** True for a sibilant: a narrow band of noise has a high pitch of low clarity. */
export const isSibilant = ({ midi, confidence }: Pick<NoteEvent, 'midi' | 'confidence'>): boolean =>
  midi >= MELODY.sibilantFrom && confidence < MELODY.sibilantBelow;

/** Share of the voiced steps with a held pitch, 0 to 1; null if too few are voiced. */
export function heldShare({ hz, length }: Pick<PitchTrack, 'hz' | 'length'>): number | null {
  const meter = new HeldMeter();
  for (let t = 0; t < length; t++) meter.push(hz[t]!);
  return meter.share;
}

/**
 * Evidence for a common tuning: Rayleigh's statistic (Mardia & Jupp 2000), the number of different notes times their
 * squared clarity; about 1 by chance.
 */
export function commonTuning(notes: readonly NoteEvent[], tuning: Tuning): number {
  return new Set(notes.map(({ midi }) => midi)).size * tuning.confidence ** 2;
}

/**
 * True for a drum hit: its pitch falls steeply from the beginning as the skin comes to rest, without rising on the way;
 * or it ends before it has a pitch. The scoop of a singer is a small part of a held note.
 */
export function isDrumHit({ first, end }: Pick<NoteSegment, 'first' | 'end'>, { hz }: Pick<PitchTrack, 'hz'>): boolean {
  let voiced = 0;
  let steady = 0;
  let falling = 0;
  let change = 0;
  let path = 0;
  let last = Number.NaN;
  for (let t = first; t < end; t++) {
    if (!(hz[t]! > 0)) continue;
    const pitch = midiOfHz(hz[t]!);
    if (voiced++ > 0) {
      change += pitch - last;
      path += Math.abs(pitch - last);
      if (Math.abs(pitch - last) < MELODY.steadyStep) steady++;
      else falling += pitch < last ? 1 : 0;
    }
    last = pitch;
  }
  if (voiced < steps(MELODY.minPitchSeconds)) return true;
  // A single step down belongs to the end of the note before.
  if (falling < steps(MELODY.minPitchSeconds)) return false;
  return (
    -change >= MELODY.hitFall && -change >= MELODY.hitMonotony * path && steady < MELODY.hitSteadyShare * (end - first)
  );
}

/**
 * For each of the notes, by beginning: true when at least half of the notes around it, with itself, are hits of a drum.
 * It then counts as a hit, too.
 */
export function hasMostlyDrumNeighbours(
  notes: readonly Pick<NoteSegment, 'first'>[],
  isHit: readonly boolean[],
): boolean[] {
  const around = steps(MELODY.hitsAround);
  let from = 0;
  let to = 0;
  let hits = 0;
  return notes.map(({ first }) => {
    for (; to < notes.length && notes[to]!.first <= first + around; to++) hits += Number(isHit[to]);
    for (; notes[from]!.first < first - around; from++) hits -= Number(isHit[from]);
    return hits >= MELODY.maxDrumShare * (to - from);
  });
}

/** True for a syllable of talk in the background of a melody: a short note whose pitch glides throughout. */
export function isSpokenSyllable({ first, end }: NoteSegment, track: PitchTrack): boolean {
  const heldSteps = steps(MELODY.syllableHeld);
  if (end - first > steps(MELODY.syllable)) return false;
  for (let t = first; t + heldSteps <= end; t++)
    if (!Number.isNaN(plateauOf(t, t + heldSteps, track, MELODY.syllableRange))) return false;
  return true;
}

/** Minimum share of the square of the partials' summed amplitude in the power of a note. */
const PARTIALS_SHARE = 10 ** (NOTE.minPartials / 10);

/**
 * True when the partials of a note explain its level. A low rumble repeats at every short delay, so that its ripples
 * look like high pitches, which hardly appear in the spectrum.
 */
export function hasPartials(
  { first, end }: NoteSegment,
  { hz, level, power }: Pick<PitchTrack, 'hz' | 'level' | 'power'>,
): boolean {
  const shares: number[] = [];
  for (let t = first; t < end; t++) if (hz[t]! > 0) shares.push(level[t]! ** 2 / (power[t]! + Number.MIN_VALUE));
  shares.sort((a, b) => a - b);
  return shares.length === 0 || shares[shares.length >> 1]! >= PARTIALS_SHARE;
}
