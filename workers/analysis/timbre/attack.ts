import { HOP_SECONDS, steps } from '../parameters.ts';
import type { NoteEvent } from '../types.ts';
import { ATTACK } from './parameters.ts';
import { median } from './medians.ts';

/** Time at which the amplitude last passed `level` before the step `peak`, in steps with fractions. */
function passedAt(power: Float32Array, level: number, first: number, peak: number): number {
  for (let t = peak; t > first; t--) {
    const before = Math.sqrt(power[t - 1]!);
    const after = Math.sqrt(power[t]!);
    if (before <= level) return t - 1 + (after > before ? (level - before) / (after - before) : 0);
  }
  return first;
}

/** Rise time of one note, s, or null if its level does not rise. */
function riseOf(note: NoteEvent, power: Float32Array, length: number): number | null {
  const onset = steps(note.onset);
  const from = Math.max(0, onset - steps(ATTACK.before));
  const to = Math.min(length - 1, steps(Math.min(note.offset, note.onset + ATTACK.after)));
  if (to <= onset) return null;
  let peak = onset;
  for (let t = onset; t <= to; t++) if (power[t]! > power[peak]!) peak = t;
  let foot = from;
  for (let t = from; t <= peak; t++) if (power[t]! <= power[foot]!) foot = t;
  if (!(power[peak]! > power[foot]! * 10 ** (ATTACK.minRise / 10))) return null;
  const low = Math.sqrt(power[foot]!);
  const span = Math.sqrt(power[peak]!) - low;
  const start = passedAt(power, low + ATTACK.from * span, foot, peak);
  const end = passedAt(power, low + ATTACK.to * span, foot, peak);
  // The widths of two rises in a row add up in squares, so that of the window can be subtracted.
  return Math.sqrt(Math.max(0, ((end - start) * HOP_SECONDS) ** 2 - ATTACK.smear ** 2));
}

/**
 * Median rise time of the notes, s: from 10 to 90 % of the amplitude (the attack time of Peeters 2004, there as its
 * logarithm), from the mean square `power` of `length` steps. Null if no note was attacked.
 */
export function attackOf(notes: readonly NoteEvent[], power: Float32Array, length: number): number | null {
  return median(notes.map((note) => riseOf(note, power, length)).filter((rise) => rise !== null));
}
