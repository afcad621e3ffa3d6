/** The changes of a beat, each of which returns a new one. */
import type { NoteCode } from '#analysis/values/pitch.ts';
import {
  BAR_STEPS,
  BPM_RANGE,
  clampTo,
  FULL_STRENGTH,
  levelAt,
  MAX_BARS,
  PATTERN_NAMES,
  ROW_RANGE,
  selectedNotes,
  shownPattern,
  SWING_RANGE,
  type Beat,
  type Pattern,
  rowNotes,
} from './beat.ts';

/** Replaces the pattern on the grid. */
export function withPattern(beat: Beat, pattern: Pattern): Beat {
  return { ...beat, patterns: beat.patterns.map((other, i) => (i === beat.shown ? pattern : other)) };
}

/** Sets a pad of the pattern on the grid to a strength in eighths; 0 removes it. */
export function withLevel(beat: Beat, note: NoteCode, column: number, level: number): Beat {
  const clamped = Math.min(FULL_STRENGTH, Math.max(0, Math.round(level)));
  if (column < 0 || column >= MAX_BARS * BAR_STEPS || levelAt(beat, note, column) === clamped) return beat;
  const pattern = shownPattern(beat);
  const { [note]: before = '', ...otherPads } = pattern.pads;
  const line = before.padEnd(column, '0');
  const after = `${line.slice(0, column)}${clamped}${line.slice(column + 1)}`.replace(/0+$/, '');
  return withPattern(beat, { ...pattern, pads: after === '' ? otherPads : { ...otherPads, [note]: after } });
}

/** Removes the pads of all patterns. */
export function clearBeat(beat: Beat): Beat {
  const isEmpty = beat.patterns.every(({ pads }) => Object.keys(pads).length === 0);
  return isEmpty ? beat : { ...beat, patterns: beat.patterns.map((pattern) => ({ ...pattern, pads: {} })) };
}

export const withBpm = (beat: Beat, bpm: number): Beat => ({ ...beat, bpm: clampTo(bpm, BPM_RANGE) });
export const withRows = (beat: Beat, rows: number): Beat => ({ ...beat, rows: clampTo(rows, ROW_RANGE) });
export const withSwing = (beat: Beat, swing: number): Beat => ({ ...beat, swing: clampTo(swing, SWING_RANGE) });

/** Sets the bars of the pattern on the grid, 1 to 4; a restored bar has its former pads. */
export function withBars(beat: Beat, bars: number): Beat {
  return withPattern(beat, { ...shownPattern(beat), bars: clampTo(bars, { min: 1, max: MAX_BARS, initial: 1 }) });
}

/** Shows another pattern, 0 to 3. */
export function withShown(beat: Beat, shown: number): Beat {
  return { ...beat, shown: clampTo(shown, { min: 0, max: PATTERN_NAMES.length - 1, initial: 0 }) };
}

const toggle = (list: readonly NoteCode[], note: NoteCode): NoteCode[] =>
  list.includes(note) ? list.filter((other) => other !== note) : [...list, note];

export const withMuteToggled = (beat: Beat, note: NoteCode): Beat => ({
  ...beat,
  muted: toggle(beat.muted, note),
});

export const withSoloToggled = (beat: Beat, note: NoteCode): Beat => ({
  ...beat,
  solo: toggle(beat.solo, note),
});

/** Toggles the selection of a note; deselecting removes its pads. The rows follow. */
export function withNoteToggled(beat: Beat, note: NoteCode): Beat {
  const before = selectedNotes(beat);
  if (!before.includes(note)) return { ...beat, notes: [...before, note] };
  const withoutNote = (list: readonly NoteCode[]): NoteCode[] => list.filter((other) => other !== note);
  const patterns = beat.patterns.map(({ bars, pads }) => {
    const { [note]: _, ...rest } = pads;
    return { bars, pads: rest };
  });
  return {
    ...beat,
    notes: withoutNote(before),
    muted: withoutNote(beat.muted),
    solo: withoutNote(beat.solo),
    patterns,
  };
}

/* The example offered for an empty grid. */

/** Pads of the example: row from the lowest, step, and strength in eighths. */
const EXAMPLE_PADS = [
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
  return EXAMPLE_PADS.reduce<Beat>(
    (before, [row, column, level]) => {
      const note = rows[row];
      return note === undefined ? before : withLevel(before, note, column, level);
    },
    withBars(withPattern(beat, { ...shownPattern(beat), pads: {} }), 1),
  );
}
