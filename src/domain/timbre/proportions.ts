import type { NoteCode } from '../pitch/pitch.ts';
import { MAX_SECONDS } from './timbre.ts';

/** How much of a note is in the blend, and why. */
export interface Proportion {
  note: NoteCode;
  /** Parts of 100, at least 1. */
  parts: number;
  /** How long it sounded in all, s; 0 for an overtone that was added. Absent for a beat. */
  seconds?: number;
  /** Mean loudness over that time, or over the hits, 0 to 1. */
  loudness?: number;
  /** Hits in the beat; absent for everything else. */
  hits?: number;
}

/** A note event as far as it matters here. */
export interface Sounding {
  note: NoteCode;
  /** s. */
  onset: number;
  offset: number;
  /** Loudness, 0 to 1. */
  velocity: number;
  /** Clarity, 0 to 1; notes that were played are wholly clear. */
  confidence?: number;
}

const PARTS = 100;
/** What a note that never sounded by itself (an overtone that was added) has of the strongest one's weight. */
const QUIET = 0.1;

const rounded = (value: number): number => Math.round(1000 * value) / 1000;

/** Whole parts of 100 of some weights, each at least 1, by the largest remainders; ties in order. */
function partsOf(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const spare = PARTS - weights.length;
  const exact = weights.map((weight) => (total > 0 ? (spare * weight) / total : spare / weights.length));
  const parts = exact.map((share) => 1 + Math.floor(share + 1e-9));
  const left = PARTS - parts.reduce((sum, part) => sum + part, 0);
  const order = exact.map((share, i) => ({ i, rest: share - Math.floor(share + 1e-9) }));
  order.sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (const { i } of order.slice(0, left)) parts[i]!++;
  return parts;
}

/**
 * The proportions of an essence, in its order: each note weighs its duration times its loudness times its clarity. Adds
 * up to 100. An essence has at least one note and at most 32.
 */
export function proportionsOf(essence: readonly NoteCode[], notes: readonly Sounding[]): Proportion[] {
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
  const parts = partsOf(all.map(({ weight, seconds }) => (seconds > 0 ? weight : QUIET * strongest)));
  return essence.map((note, i) => {
    const { seconds, loud } = all[i]!;
    const loudness = seconds > 0 ? rounded(loud / seconds) : 0;
    return { note, parts: parts[i]!, seconds: rounded(Math.min(MAX_SECONDS, seconds)), loudness };
  });
}

/** The proportions of a beat: each note weighs its hits, each hit by its velocity. */
export function proportionsOfBeat(
  notes: readonly NoteCode[],
  hits: readonly { note: NoteCode; velocity: number }[],
): Proportion[] {
  const distinct = [...new Set(notes)];
  const own = distinct.map((note) => hits.filter((hit) => hit.note === note));
  const sums = own.map((list) => list.reduce((sum, { velocity }) => sum + velocity, 0));
  const strongest = Math.max(0, ...sums);
  const parts = partsOf(sums.map((sum) => (sum > 0 ? sum : QUIET * strongest)));
  return distinct.map((note, i) => ({
    note,
    parts: parts[i]!,
    hits: own[i]!.length,
    loudness: own[i]!.length > 0 ? rounded(sums[i]! / own[i]!.length) : 0,
  }));
}

/** Why a note has its share, as a clause. */
export function proportionReason({ seconds, loudness = 1, hits }: Proportion): string {
  const loud = `at ${Math.round(100 * loudness)} % loudness`;
  if (hits !== undefined) return hits === 0 ? 'chosen, not hit' : `${hits} ${hits === 1 ? 'hit' : 'hits'} ${loud}`;
  return seconds === undefined || seconds === 0 ? 'an overtone that rings along' : `${seconds.toFixed(1)} s ${loud}`;
}
