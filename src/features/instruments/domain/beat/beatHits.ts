/** The hits of a beat, with their times. */
import type { NoteCode } from '#analysis/values/pitch.ts';
import { BAR_STEPS, FULL_STRENGTH, levelAt, levelIn, rowNotes, stepSeconds, stepTime, type Beat } from './beat.ts';

/** A pad that is struck. */
export interface Hit {
  note: NoteCode;
  /** Above 0, and up to 1. */
  velocity: number;
}

/** True when a row is audible: not muted, and soloed if any row is. */
export function isRowAudible(beat: Pick<Beat, 'muted' | 'solo'>, note: NoteCode, rows: readonly NoteCode[]): boolean {
  if (beat.muted.includes(note)) return false;
  // A soloed note without a row must not silence the rest.
  return beat.solo.includes(note) || !beat.solo.some((other) => rows.includes(other));
}

/** The audible hits in a column of the pattern on the grid, highest first. */
export function columnHits(beat: Beat, column: number): Hit[] {
  const rows = rowNotes(beat);
  return rows.flatMap((note) => {
    const level = levelAt(beat, note, column);
    return level > 0 && isRowAudible(beat, note, rows) ? [{ note, velocity: level / FULL_STRENGTH }] : [];
  });
}

/**
 * The pads of all patterns, A to D, played one after the other; s from the start. Includes muted ones, as the drawing
 * shows them.
 */
export function hitsOf(beat: Beat): { hits: (Hit & { time: number })[]; seconds: number } {
  const rows = rowNotes(beat);
  const hits: (Hit & { time: number })[] = [];
  let start = 0;
  for (const pattern of beat.patterns) {
    const steps = pattern.bars * BAR_STEPS;
    const own = Array.from({ length: steps }, (_, column) =>
      rows.flatMap((note) => {
        const level = levelIn(pattern, note, column);
        return level > 0 ? [{ note, velocity: level / FULL_STRENGTH, time: start + stepTime(column, beat) }] : [];
      }),
    ).flat();
    if (own.length === 0) continue;
    hits.push(...own);
    start += steps * stepSeconds(beat.bpm);
  }
  return { hits, seconds: start };
}
