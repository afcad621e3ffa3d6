/**
 * Persistence of a fragrance, 0 to 1. In perfumery heavy materials evaporate last, and here low notes are the heavy
 * ones (docs/decisions.md, 17): it rises with the share of low and of sustained notes.
 */
import { midiOf, type NoteCode } from '#analysis/values/pitch.ts';
import { clamp } from '#core/values/numbers.ts';
import type { SoundTrace } from './model.ts';

/** Pitches of no and of full weight, MIDI: C7 and C2. */
const LIGHT_MIDI = 96;
const HEAVY_MIDI = 36;
/** A note of this length counts half as sustained, s. */
const HALF_SUSTAINED_S = 0.5;
/** Part of the low notes; the rest is that of the sustained ones. */
const LOW_PART = 0.6;
/** Range of a beat, as specified. */
const BEAT_FROM = 0.3;

const weightOf = (note: NoteCode): number => clamp((LIGHT_MIDI - midiOf(note)) / (LIGHT_MIDI - HEAVY_MIDI));

/** Mean weight, by strength. */
function lowOf(strengths: ReadonlyMap<NoteCode, number>): number {
  let sum = 0;
  let all = 0;
  for (const [note, strength] of strengths) {
    sum += strength * weightOf(note);
    all += strength;
  }
  return all === 0 ? 0 : sum / all;
}

/**
 * @param strengths strength of each note of the essence
 * @param trace when each note sounded; played notes without one count by their pitch alone
 * @returns 0 to 1
 */
export function persistenceOf(strengths: ReadonlyMap<NoteCode, number>, trace: SoundTrace | undefined): number {
  const low = lowOf(strengths);
  const lengths = (trace?.notes ?? []).map(({ onset, offset }) => Math.max(0, offset - onset));
  const all = lengths.reduce((sum, length) => sum + length, 0);
  if (all === 0) return low;
  const sustained = lengths.reduce((sum, length) => sum + (length * length) / (length + HALF_SUSTAINED_S), 0) / all;
  return LOW_PART * low + (1 - LOW_PART) * sustained;
}

/** @param notes of a beat, repeats counted; @returns 0.3 to 1 */
export function persistenceOfBeat(notes: readonly NoteCode[]): number {
  const low = notes.reduce((sum, note) => sum + weightOf(note), 0) / Math.max(1, notes.length);
  return BEAT_FROM + (1 - BEAT_FROM) * low;
}
