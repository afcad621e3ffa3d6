import { isOvertoneOf, type NoteCode } from '#analysis/values/pitch.ts';
import { roundTo } from '#core/values/numbers.ts';

/** Maximum duration of one note, s. */
export const MAX_SECONDS = 2 * 60 * 60;

/** The share of a note in the blend, and its reasons. */
export interface Proportion {
  note: NoteCode;
  /** Parts of 100, at least 1. */
  parts: number;
  /** Total duration, s; 0 for an added overtone or resonance. Absent for a beat. */
  seconds?: number;
  /** Mean loudness over that time, or over the hits, 0 to 1. */
  loudness?: number;
  /** Hits in the beat; absent otherwise. */
  hits?: number;
}

/** The needed fields of a note event. */
export interface BlendNote {
  note: NoteCode;
  /** s. */
  onset: number;
  offset: number;
  /** Loudness, 0 to 1. */
  velocity: number;
  /** Clarity, 0 to 1; 1 for played notes. */
  confidence?: number;
}

const TOTAL_PARTS = 100;
/** Weight of a note without events (an added overtone or resonance), relative to the strongest. */
const QUIET_WEIGHT = 0.1;

/** Rounds weights to integer parts of `whole`, each at least 1, by the largest remainders; ties in order. */
export function partsOf(weights: readonly number[], whole = TOTAL_PARTS): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const spare = whole - weights.length;
  const exact = weights.map((weight) => (total > 0 ? (spare * weight) / total : spare / weights.length));
  const parts = exact.map((share) => 1 + Math.floor(share + 1e-9));
  const left = whole - parts.reduce((sum, part) => sum + part, 0);
  const order = exact.map((share, i) => ({ i, rest: share - Math.floor(share + 1e-9) }));
  order.sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (const { i } of order.slice(0, left)) parts[i]!++;
  return parts;
}

/**
 * The proportions of an essence, in its order: weights are duration times loudness times clarity. The sum is 100. An
 * essence has 1 to 32 notes.
 */
export function proportionsOf(essence: readonly NoteCode[], notes: readonly BlendNote[]): Proportion[] {
  const sums = new Map(essence.map((note) => [note, { weight: 0, seconds: 0, loud: 0 }]));
  for (const { note, onset, offset, velocity, confidence = 1 } of notes) {
    const sum = sums.get(note);
    const seconds = Math.max(0, offset - onset);
    if (sum === undefined) continue;
    sum.weight += seconds * velocity * confidence;
    sum.seconds += seconds;
    sum.loud += seconds * velocity;
  }
  const all = essence.map((note) => sums.get(note)!);
  const strongest = Math.max(...all.map(({ weight }) => weight));
  const parts = partsOf(all.map(({ weight, seconds }) => (seconds > 0 ? weight : QUIET_WEIGHT * strongest)));
  return essence.map((note, i) => {
    const { seconds, loud } = all[i]!;
    const loudness = seconds > 0 ? roundTo(loud / seconds) : 0;
    return { note, parts: parts[i]!, seconds: roundTo(Math.min(MAX_SECONDS, seconds)), loudness };
  });
}

/** The proportions of a beat: weights are the sums of hit velocities. */
export function proportionsOfBeat(
  notes: readonly NoteCode[],
  hits: readonly { note: NoteCode; velocity: number }[],
): Proportion[] {
  const distinct = [...new Set(notes)];
  const hitsOfNote = distinct.map((note) => hits.filter((hit) => hit.note === note));
  const sums = hitsOfNote.map((list) => list.reduce((sum, { velocity }) => sum + velocity, 0));
  const strongest = Math.max(0, ...sums);
  const parts = partsOf(sums.map((sum) => (sum > 0 ? sum : QUIET_WEIGHT * strongest)));
  return distinct.map((note, i) => ({
    note,
    parts: parts[i]!,
    hits: hitsOfNote[i]!.length,
    loudness: hitsOfNote[i]!.length > 0 ? roundTo(sums[i]! / hitsOfNote[i]!.length) : 0,
  }));
}

/** Explains the share of a note among all of its blend, as a clause. */
export function proportionReason(
  { note, seconds, loudness = 1, hits }: Proportion,
  all: readonly Proportion[],
): string {
  const loud = loudness < 1 / 3 ? 'soft' : loudness < 2 / 3 ? 'half loud' : 'loud';
  if (hits !== undefined) return hits === 0 ? 'chosen, not hit' : `${hits} ${hits === 1 ? 'hit' : 'hits'}, ${loud}`;
  if (seconds !== undefined && seconds > 0) return `${seconds.toFixed(1)} s, ${loud}`;
  const isOvertone = all.some((other) => (other.seconds ?? 0) > 0 && isOvertoneOf(note, other.note));
  return isOvertone ? 'an overtone that rings along' : 'a resonance of the sound';
}
