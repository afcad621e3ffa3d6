import { midiOf, type NoteCode } from '#analysis/values/pitch.ts';
import type { MeasuredOvertone } from '#analysis/values/timbre.ts';

/** Maximum accents of a fragrance. */
export const MAX_ACCENTS = 3;

/** A measured overtone of the essence that is a catalogue note outside it. */
export interface Accent {
  note: NoteCode;
  /** The fundamental note. */
  of: NoteCode;
  /** Number of the partial, 2 to 16: partial 2 is the first overtone. */
  partial: number;
  /** Level relative to the strongest partial of that note, dB, -60 to 0. */
  level: number;
}

/** Typical decrease of partials, dB an octave; accents are above it. */
const USUAL_SLOPE = 5;
/**
 * Minimum level of an overtone relative to the strongest partial of its note, and range of accents below the first, dB.
 */
const MIN_LEVEL = -24;
const RANGE_DB = 9;
/** Minimum gap after the last strong one, dB. */
const LAST_GAP = 1;
interface Candidate extends MeasuredOvertone {
  /** dB. */
  strength: number;
}

/**
 * One candidate a note, with its strongest overtone; its strength is the power sum of all overtones at that note.
 */
function candidates(overtones: readonly MeasuredOvertone[], essence: readonly NoteCode[]): Candidate[] {
  const byNote = new Map<NoteCode, { best: MeasuredOvertone; most: number; sum: number }>();
  for (const overtone of overtones) {
    if (overtone.level < MIN_LEVEL || essence.includes(overtone.note) || !essence.includes(overtone.of)) continue;
    const standing = overtone.level + USUAL_SLOPE * Math.log2(overtone.partial);
    const power = overtone.weight * 10 ** (standing / 10);
    const accumulated = byNote.get(overtone.note) ?? { best: overtone, most: 0, sum: 0 };
    accumulated.sum += power;
    if (power > accumulated.most) Object.assign(accumulated, { best: overtone, most: power });
    byNote.set(overtone.note, accumulated);
  }
  return [...byNote.values()]
    .map(({ best, sum }) => ({ ...best, strength: 10 * Math.log10(sum) }))
    .sort((a, b) => b.strength - a.strength || midiOf(a.note) - midiOf(b.note));
}

/**
 * The accents of a sound: one to three notes outside the essence that are strong overtones, highest first. None without
 * strong overtones, as in a whistle. The widest gap between the strengths of the first four decides their number, so
 * that a lossy codec or another microphone position seldom changes them.
 */
export function accentsOf(overtones: readonly MeasuredOvertone[], essence: readonly NoteCode[]): Accent[] {
  const sorted = candidates(overtones, essence);
  const lowest = (sorted[0]?.strength ?? 0) - RANGE_DB;
  const strong = sorted.filter(({ strength }) => strength >= lowest);
  let count = 0;
  let widest = 0;
  for (let n = 1; n <= Math.min(MAX_ACCENTS, strong.length); n++) {
    const gap = strong[n - 1]!.strength - (strong[n]?.strength ?? lowest - LAST_GAP);
    if (gap < widest) continue;
    widest = gap;
    count = n;
  }
  return strong
    .slice(0, count)
    .sort((a, b) => midiOf(b.note) - midiOf(a.note))
    .map(({ note, of, partial, level }) => ({ note, of, partial, level: Math.min(0, Math.round(10 * level) / 10) }));
}
