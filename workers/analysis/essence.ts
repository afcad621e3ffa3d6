import { noteCodeOf, type NoteCode } from './values/pitch.ts';
import { ESSENCE } from './parameters.ts';
import type { NoteEvent } from './types.ts';

/** Bounds of the note count, which is 3 + floor(score / 50) (docs/decisions.md 5). */
export const MIN_NOTES = 3;
const MAX_NOTES = 8;
export const SCORE_PER_NOTE = 50;

export interface Essence {
  /** Strongest first. */
  essence: NoteCode[];
  /** 0 to 299. */
  complexity: number;
}

interface Strength {
  code: NoteCode;
  midi: number;
  /** Sum of length times confidence, s. */
  strength: number;
  clear: boolean;
}

/** Total duration and clarity of each distinct note, strongest first. */
function strengths(notes: readonly NoteEvent[], isStill: (note: NoteEvent) => boolean): Strength[] {
  const byCode = new Map<NoteCode, { midi: number; seconds: number; strength: number; least: number }>();
  for (const note of notes) {
    const code = noteCodeOf(note.midi);
    const entry = byCode.get(code) ?? { midi: note.midi, seconds: 0, strength: 0, least: 0 };
    const seconds = note.offset - note.onset;
    entry.seconds += seconds;
    entry.strength += seconds * note.confidence;
    entry.least += seconds * (isStill(note) ? ESSENCE.clearStillness : ESSENCE.clearConfidence);
    byCode.set(code, entry);
  }
  const all = [...byCode].map(([code, { midi, seconds, strength, least }]) => ({
    code,
    midi,
    strength,
    clear: seconds >= ESSENCE.clearSeconds && strength >= least,
  }));
  const clear = all.filter((note) => note.clear);
  const mean = clear.reduce((sum, note) => sum + note.strength, 0) / Math.max(1, clear.length);
  for (const note of clear) note.clear = note.strength >= ESSENCE.clearShare * mean;
  return all.sort((a, b) => b.strength - a.strength || a.midi - b.midi);
}

/** Evenness of the strengths, 0 (one note dominates) to 1 (all equal): their entropy over its maximum. */
function evenness(all: readonly Strength[]): number {
  const total = all.reduce((sum, note) => sum + note.strength, 0);
  if (all.length < 2 || total === 0) return 0;
  let entropy = 0;
  for (const { strength } of all) if (strength > 0) entropy -= (strength / total) * Math.log(strength / total);
  return entropy / Math.log(all.length);
}

/**
 * Returns the dominant notes, strongest first, at most 3 + floor(complexity / 50) of them. The score has 50 points for
 * each clear distinct note beyond three, so that a melody of up to eight keeps every one and short or unclear notes
 * drop out first; the rest of the score is how evenly the notes share the time. Fewer than three distinct notes are
 * completed with the strongest overtones that `overtonesOf` (by MIDI number) found in the spectrum, never with an
 * invented note.
 * @param isStill whether the confidence of a note is weighted by its stillness, as in one voice
 */
export function essenceOf(
  notes: readonly NoteEvent[],
  overtonesOf: (midi: number) => readonly number[],
  isStill: (note: NoteEvent) => boolean = () => false,
): Essence {
  const all = strengths(notes, isStill);
  const clearCount = all.filter((note) => note.clear).length;
  const counted = Math.min(MAX_NOTES, Math.max(MIN_NOTES, clearCount));
  const complexity =
    all.length === 0 ? 0 : (counted - MIN_NOTES) * SCORE_PER_NOTE + Math.round((SCORE_PER_NOTE - 1) * evenness(all));
  const chosen = [...all.filter((note) => note.clear), ...all.filter((note) => !note.clear)].slice(0, counted);
  const essence = chosen.sort((a, b) => b.strength - a.strength || a.midi - b.midi).map((note) => note.code);
  if (essence.length < MIN_NOTES) {
    // Take all overtones of the strongest note before those of the next.
    for (const { midi } of chosen) {
      for (const overtone of overtonesOf(midi)) {
        const code = noteCodeOf(overtone);
        if (essence.length < MIN_NOTES && !essence.includes(code)) essence.push(code);
      }
    }
  }
  return { essence, complexity };
}
