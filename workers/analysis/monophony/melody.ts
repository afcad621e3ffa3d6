import { midiOfHz } from '../../../src/domain/pitch/pitch.ts';
import { MELODY, NOTE, steps } from '../parameters.ts';
import type { NoteEvent, Tuning } from '../types.ts';
import type { NoteSegment } from './noteDecoder.ts';
import type { PitchTrack } from './pitchTrack.ts';

/**
 * The verdict on a whole sound of one voice: is it sung or played, or is it speech or percussion, whose pitches are no
 * notes? Singing holds its pitch; in speech it glides through nearly every syllable (Gerhard 2003; Ohishi et al. 2005),
 * and that of a drum falls. A pitch is held where it is level, or where it swings around a level as in vibrato: then its
 * means over two successive periods of the vibrato agree. Fast passages hold little, and so does a melody under
 * talk, but their notes are in tune with each other, those of speech are not.
 */

const LEVEL_STEPS = steps(MELODY.levelSeconds);
const PERIOD_STEPS = steps(MELODY.vibratoPeriod);

/** Whether a note is a sibilant: a narrow band of noise, which has a high pitch that is hardly clear. */
export const isSibilant = ({ midi, confidence }: Pick<NoteEvent, 'midi' | 'confidence'>): boolean =>
  midi >= MELODY.sibilantFrom && confidence < MELODY.sibilantBelow;

/** Share of the voiced steps whose pitch is held, 0 to 1; null if too few are voiced to tell. */
export function heldShare({ hz, length }: Pick<PitchTrack, 'hz' | 'length'>): number | null {
  const pitch = new Float32Array(length);
  /** Of all steps before each one: the sum of the pitches, and the number of voiced ones. */
  const sums = new Float64Array(length + 1);
  const voiced = new Int32Array(length + 1);
  for (let t = 0; t < length; t++) {
    const isVoiced = hz[t]! > 0;
    if (isVoiced) pitch[t] = midiOfHz(hz[t]!);
    sums[t + 1] = sums[t]! + pitch[t]!;
    voiced[t + 1] = voiced[t]! + (isVoiced ? 1 : 0);
  }
  if (voiced[length]! < steps(MELODY.minVoicedSeconds)) return null;

  let held = 0;
  /** Steps before this one are counted already, if they are held. */
  let counted = 0;
  for (let t = 0; t < length; t++) {
    let end = t;
    // The longer span is checked first: within it, a level one adds nothing.
    if (isVoicedFrom(voiced, t, 2 * PERIOD_STEPS) && isAroundLevel(sums, t)) end = t + 2 * PERIOD_STEPS;
    else if (t + LEVEL_STEPS > counted && isVoicedFrom(voiced, t, LEVEL_STEPS) && isLevel(pitch, t))
      end = t + LEVEL_STEPS;
    // Spans begin in order of time, so that only what is beyond all earlier ones is new.
    held += Math.max(0, end - Math.max(t, counted));
    counted = Math.max(counted, end);
  }
  return held / voiced[length]!;
}

/** Whether `count` steps from `from` on are voiced, by the number of voiced steps before each one. */
function isVoicedFrom(voiced: Int32Array, from: number, count: number): boolean {
  return from + count < voiced.length && voiced[from]! + count === voiced[from + count];
}

/** Whether two successive periods of a vibrato have the same mean, by the sum of the pitches before each step. */
function isAroundLevel(sums: Float64Array, from: number): boolean {
  const middle = sums[from + PERIOD_STEPS]!;
  const change = sums[from + 2 * PERIOD_STEPS]! - middle - (middle - sums[from]!);
  return Math.abs(change) <= MELODY.vibratoDrift * PERIOD_STEPS;
}

/** Whether the pitch of the step `from` and of those after it is level. */
function isLevel(pitch: Float32Array, from: number): boolean {
  let lowest = pitch[from]!;
  let highest = lowest;
  for (let t = from + 1; t < from + LEVEL_STEPS; t++) {
    if (pitch[t]! < lowest) lowest = pitch[t]!;
    if (pitch[t]! > highest) highest = pitch[t]!;
    if (highest - lowest > MELODY.levelRange) return false;
  }
  return true;
}

/**
 * How unlikely it is that notes at any pitches share a tuning as well as these do: Rayleigh's statistic (Mardia & Jupp
 * 2000), the number of different notes times their squared clarity; it is about 1 by chance.
 */
function commonTuning(notes: readonly NoteEvent[], tuning: Tuning): number {
  return new Set(notes.map(({ midi }) => midi)).size * tuning.confidence ** 2;
}

/**
 * Whether a note is the hit of a drum: its pitch falls steeply from the beginning on as the skin comes to rest, without rising
 * on the way; or it is over before there is a pitch. The scoop of a singer is a small part of a note that is held.
 */
export function isDrumHit({ first, end }: NoteSegment, { hz }: Pick<PitchTrack, 'hz'>): boolean {
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
  // A single step down is the end of the note before.
  if (falling < steps(MELODY.minPitchSeconds)) return false;
  return (
    -change >= MELODY.hitFall && -change >= MELODY.hitMonotony * path && steady < MELODY.hitSteadyShare * (end - first)
  );
}

/** Least share of the square of its partials' summed amplitude in the power of a note. */
const PARTIALS_SHARE = 10 ** (NOTE.minPartials / 10);

/**
 * Whether the partials of a note are as strong as it is. A low rumble repeats at every short delay, and its ripples are taken for
 * high pitches, which are hardly in the spectrum.
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

/** What a verdict on the notes of one voice needs of them: the notes, their tuning, and the share of them that are hits of a drum. */
interface VoiceNotes {
  notes: readonly NoteEvent[];
  tuning: Tuning;
  drumShare: number;
}

/** Whether the notes of one voice are a melody, rather than what a note decoder finds in speech or percussion. */
export function isMelody({ notes, tuning, drumShare }: VoiceNotes, track: PitchTrack): boolean {
  if (drumShare >= MELODY.maxDrumShare) return false;
  const held = heldShare(track);
  if (held === null || held >= MELODY.minHeldOfShort) return true;
  const common = commonTuning(notes, tuning);
  if (common >= MELODY.minCommonTuning) return true;
  // Syllables of a slow speaker are held for longer, but they are as short as any.
  return held >= MELODY.minHeld && (common >= MELODY.minCommonOfShort || medianLength(notes) >= MELODY.short);
}

/** Median duration of the notes, s; 0 without any. */
function medianLength(notes: readonly NoteEvent[]): number {
  const lengths = notes.map(({ onset, offset }) => offset - onset).sort((a, b) => a - b);
  return lengths[lengths.length >> 1] ?? 0;
}
