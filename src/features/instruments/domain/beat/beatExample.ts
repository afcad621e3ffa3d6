/** The example offered for an empty grid. */
import { rowNotes, shownPattern, type Beat } from './beat.ts';
import { withBars, withLevel, withPattern } from './beatChanges.ts';

/** Pads of the example: row from the lowest, step, and strength in eighths. */
const EXAMPLE = [
  [0, 0, 8],
  [0, 3, 4],
  [0, 4, 7],
  [2, 2, 6],
  [2, 6, 6],
  [3, 1, 3],
  [3, 4, 5],
  [4, 3, 5],
  [5, 5, 6],
  [6, 7, 4],
  [7, 6, 3],
] as const;

/**
 * Puts the example on the grid: a bass on the beat, a melody between, loud and soft. With fewer rows its upper notes
 * are dropped.
 */
export function withExample(beat: Beat): Beat {
  const rows = rowNotes(beat).reverse();
  return EXAMPLE.reduce<Beat>(
    (before, [row, column, level]) => {
      const note = rows[row];
      return note === undefined ? before : withLevel(before, note, column, level);
    },
    withBars(withPattern(beat, { ...shownPattern(beat), pads: {} }), 1),
  );
}
