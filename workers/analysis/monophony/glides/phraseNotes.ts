import { midiOfHz } from '../../values/pitch.ts';
import { HOP_SECONDS, steps } from '../../parameters.ts';
import type { NoteEvent } from '../../types.ts';
import { velocityOf } from '../../velocity.ts';
import { SINE_POWER } from '../monophonicTranscriber.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { GLIDE } from './parameters.ts';

/**
 * The notes of a phrase whose pitch glides: the pitches where it dwells, chosen for each second by the 20 s before its
 * end.
 */

const KERNEL_REACH = Math.ceil(4 * GLIDE.smoothing);
const BLOCK_STEPS = steps(GLIDE.every);
const PAST_STEPS = steps(GLIDE.memory);
const MIN_STEPS = steps(GLIDE.minSeconds);
const MIN_NOTE_STEPS = steps(GLIDE.minNote);

/** Steps [first, end). */
export type StepRange = Pick<NoteSegment, 'first' | 'end'>;

/** A run of steps at a pitch, MIDI. */
interface Dwelt extends StepRange {
  midi: number;
}

/** A marked step with its pitch, fractional MIDI. */
interface Step {
  t: number;
  pitch: number;
}

/**
 * A second of a phrase, before the step `until`: the number of marked steps and notes up to its end, and the run that
 * goes on then.
 */
interface Second {
  until: number;
  marked: number;
  notes: number;
  open: Dwelt | null;
}

/** Results of a phrase, and the marked steps that they come from. */
interface Found {
  changes: number;
  marked: readonly number[];
  seconds: Second[];
  notes: NoteEvent[];
}

/** Results of the phrases of tracks that grow, by their first steps: the live view reads repeatedly. */
const foundIn = new WeakMap<PitchTrack, Map<number, Found>>();

/** Results of the first seconds of a phrase, as far as their marked steps are those of the last read. */
function settledIn(track: PitchTrack, first: number, marked: readonly number[]): Found {
  let phrases = foundIn.get(track);
  if (phrases === undefined) foundIn.set(track, (phrases = new Map()));
  const { changes } = track;
  const before = phrases.get(first);
  const found: Found = before?.changes === changes ? before : { changes, marked, seconds: [], notes: [] };
  let same = 0;
  while (same < marked.length && marked[same] === found.marked[same]) same++;
  const isSame = ({ marked: count, until }: Second): boolean => count <= same && !(marked[count]! < until);
  while (found.seconds.length > 0 && !isSame(found.seconds.at(-1)!)) found.seconds.pop();
  found.marked = marked;
  found.notes.length = found.seconds.at(-1)?.notes ?? 0;
  phrases.set(first, found);
  return found;
}

/** The notes of the marked steps of a phrase. @param weights how much each step counts (stillness.ts) */
export function notesOfPhrase(
  { first, end }: StepRange,
  marks: Uint8Array,
  track: PitchTrack,
  weights: Float32Array,
): NoteEvent[] {
  const marked: number[] = [];
  for (let t = first; t < end; t++) if (marks[t] === 1) marked.push(t);
  if (marked.length < MIN_STEPS) return [];
  const { seconds, notes } = settledIn(track, first, marked);
  const last = seconds.at(-1);
  let open = last?.open ?? null;
  const closed = (): NoteEvent[] =>
    open !== null && open.end - open.first >= MIN_NOTE_STEPS ? [noteOf(open, track, weights)] : [];
  let begin = last?.marked ?? 0;
  // Later seconds remember only these.
  const oldest = (last?.until ?? 0) + BLOCK_STEPS - PAST_STEPS;
  let remembered = marked
    .slice(0, begin)
    .filter((t) => t >= oldest)
    .map((t) => stepAt(t, track));
  let byPitch = [...remembered];
  for (let until = (last?.until ?? marked[0]!) + BLOCK_STEPS; begin < marked.length; until += BLOCK_STEPS) {
    let next = begin;
    while (next < marked.length && marked[next]! < until) next++;
    if (next === begin) continue;
    const newest = marked.slice(begin, next).map((t) => stepAt(t, track));
    const isRecent = ({ t }: Step): boolean => t >= until - PAST_STEPS;
    remembered = [...remembered.filter(isRecent), ...newest];
    // Most of it is in order.
    byPitch = [...byPitch.filter(isRecent), ...newest].sort((a, b) => a.pitch - b.pitch);
    const middle = medianPitch(remembered, byPitch, weights);
    const isNear = ({ pitch }: Step): boolean => Math.abs(pitch - middle) <= GLIDE.range;
    const pitches = highestOf(histogram(remembered.filter(isNear), weights));
    for (const step of newest) {
      const midi = isNear(step) ? nearestOf(pitches, step.pitch) : null;
      if (open !== null && (open.midi !== midi || open.end !== step.t)) {
        notes.push(...closed());
        open = null;
      }
      if (midi !== null) open = { midi, first: open?.first ?? step.t, end: step.t + 1 };
    }
    begin = next;
    seconds.push({ until, marked: next, notes: notes.length, open });
  }
  return [...notes, ...closed()];
}

const stepAt = (t: number, { hz }: PitchTrack): Step => ({ t, pitch: midiOfHz(hz[t]!) });

/**
 * The pitch below which half of the weight of the steps lies, fractional MIDI. @param byPitch the same steps, the
 * lowest first
 */
function medianPitch(remembered: readonly Step[], byPitch: readonly Step[], weights: Float32Array): number {
  const total = remembered.reduce((sum, { t }) => sum + weights[t]!, 0);
  let below = 0;
  return (byPitch.find(({ t }) => (below += weights[t]!) >= total / 2) ?? byPitch[0]!).pitch;
}

/** Weight of the steps by MIDI number. */
function histogram(remembered: readonly Step[], weights: Float32Array): Float64Array {
  const heights = new Float64Array(128);
  for (const { t, pitch } of remembered) {
    const middle = Math.round(pitch);
    for (let midi = Math.max(0, middle - KERNEL_REACH); midi <= Math.min(127, middle + KERNEL_REACH); midi++)
      heights[midi]! += weights[t]! * Math.exp(-(((pitch - midi) / GLIDE.smoothing) ** 2) / 2);
  }
  return heights;
}

/** The highest semitones of a histogram, as MIDI numbers, without those that are hardly there. */
function highestOf(heights: Float64Array): number[] {
  const least = GLIDE.least * Math.max(...heights);
  const midis = Array.from(heights, (_, midi) => midi).filter((midi) => heights[midi]! >= least);
  return midis.sort((a, b) => heights[b]! - heights[a]! || a - b).slice(0, GLIDE.pitches);
}

/** The pitch that a step belongs to; null if it is between them. */
function nearestOf(pitches: readonly number[], pitch: number): number | null {
  const distance = (midi: number): number => Math.abs(midi - pitch);
  const nearest = pitches.reduce<number | null>(
    (best, midi) => (best === null || distance(midi) < distance(best) ? midi : best),
    null,
  );
  return nearest !== null && distance(nearest) <= GLIDE.reach ? nearest : null;
}

function noteOf({ midi, first, end }: Dwelt, track: PitchTrack, weights: Float32Array): NoteEvent {
  let weight = 0;
  let deviation = 0;
  let power = 0;
  for (let t = first; t < end; t++) {
    weight += weights[t]!;
    deviation += weights[t]! * (stepAt(t, track).pitch - midi);
    power = Math.max(power, track.power[t]!);
  }
  return {
    midi,
    cents: weight === 0 ? 0 : (100 * deviation) / weight,
    onset: first * HOP_SECONDS,
    offset: end * HOP_SECONDS,
    confidence: weight / (end - first),
    velocity: velocityOf(power / SINE_POWER),
  };
}
