/**
 * A beat as a value: tempo, swing, the chosen notes, and four patterns of pads with their strengths.
 *
 * Where a beat is, from a pad to a fragrance (paths within src/features/instruments, where no folder of src is named):
 * 1. src/screens/beat-maker/ shows the pads and the settings; state/beat/beatMaker.ts is its state.
 * 2. state/beat/beat.ts opens, changes and stores it, with undo; beatChanges.ts makes the new value.
 * 3. beatLink.ts encodes one for a link; ../schema/beat.ts reads a stored one.
 * 4. state/beat/playBeat.ts plays it, with audio/sound/beatPlayer.ts; beatHits.ts has what is struck, and when.
 * 5. state/beat/beatFile.ts makes a fragrance of it, by beatFragrance.ts; midiBeat.ts makes a beat of a MIDI file.
 */
import { byPitch, HIGHEST_MIDI, LOWEST_MIDI, midiOf, noteCodeOf, type NoteCode } from '#analysis/values/pitch.ts';

/** Steps of a bar: half beats, so that a bar has four beats. */
export const BAR_STEPS = 8;
export const MAX_BARS = 4;
export const BPM_RANGE = { min: 60, max: 180, initial: 120 } as const;
export const ROW_RANGE = { min: 4, max: 12, initial: 8 } as const;
/** Position of the off-beat step between two beats, per cent: 50 is straight, 67 is a triplet feel. */
export const SWING_RANGE = { min: 50, max: 75, initial: 50 } as const;
export const INITIAL_NOTES: readonly NoteCode[] = ['C3', 'E3', 'G3', 'C4'];
/** Length of a pad's tone, s. */
export const PAD_LENGTH = 0.5;
/** Strength of a pad in eighths: 8 is full, 0 is off. */
export const FULL_STRENGTH = 8;
/** Names of the patterns. */
export const PATTERN_NAMES = ['A', 'B', 'C', 'D'] as const;

export type Band = 'top' | 'middle' | 'base';

/** One pattern of pads. */
export interface Pattern {
  /** 1 to 4. */
  readonly bars: number;
  /**
   * The pads of a note: a digit a step, its strength in eighths, without trailing zeros. Notes without a pad are
   * absent. Hidden steps after the last bar keep their pads.
   */
  readonly pads: Readonly<Partial<Record<NoteCode, string>>>;
}

export interface Beat {
  /** Beats a minute, 60 to 180. */
  readonly bpm: number;
  /** 4 to 12. */
  readonly rows: number;
  /** Per cent, 50 to 75. */
  readonly swing: number;
  /** Chosen notes in the order of choice, each once. */
  readonly notes: readonly NoteCode[];
  /** Muted rows. */
  readonly muted: readonly NoteCode[];
  /** Soloed rows: if there are any, only these are audible. */
  readonly solo: readonly NoteCode[];
  /** A to D. */
  readonly patterns: readonly Pattern[];
  /** Index of the pattern on the grid, 0 to 3. */
  readonly shown: number;
}

/** A pad of the grid. */
export interface BeatCell {
  note: NoteCode;
  isActive: boolean;
  /** In eighths; 0 is off. */
  level: number;
}

export const EMPTY_PATTERN: Pattern = { bars: 1, pads: {} };

export const INITIAL_BEAT: Beat = {
  bpm: BPM_RANGE.initial,
  rows: ROW_RANGE.initial,
  swing: SWING_RANGE.initial,
  notes: INITIAL_NOTES,
  muted: [],
  solo: [],
  patterns: PATTERN_NAMES.map(() => EMPTY_PATTERN),
  shown: 0,
};

/** The nearest integer within a range; its initial value when not finite. */
export const clampTo = (value: number, { min, max, initial }: { min: number; max: number; initial: number }): number =>
  Number.isFinite(value) ? Math.min(max, Math.max(min, Math.round(value))) : initial;

type Tempo = Pick<Beat, 'bpm' | 'swing'>;

/** Length of a step (half a beat) in s. */
export function stepSeconds(bpm: number): number {
  return 60 / bpm / 2;
}

/**
 * Time of a step (0, 1, 2 ...) of a running beat, s after its start; every second step is delayed by the swing.
 */
export function stepTime(step: number, tempo: Tempo): number {
  const length = stepSeconds(tempo.bpm);
  return step * length + (step % 2 === 0 ? 0 : swingDelay(tempo));
}

/** Delay of an off-beat step, s. */
export function swingDelay({ bpm, swing }: Tempo): number {
  return stepSeconds(bpm) * ((2 * swing) / 100 - 1);
}

/**
 * The notes of the grid's rows, top row (highest) first. With more chosen notes than rows, the rows take notes spread
 * evenly from the lowest to the highest. With fewer, the chosen notes are repeated an octave higher (then two, and so
 * on) until the rows are full or the catalogue ends. Without notes there are no rows.
 */
export function rowNotes({ notes, rows }: Pick<Beat, 'notes' | 'rows'>): NoteCode[] {
  const chosen = [...notes].sort(byPitch);
  if (chosen.length >= rows) {
    return Array.from(
      { length: rows },
      (_, row) => chosen[Math.round((row * (chosen.length - 1)) / (rows - 1))]!,
    ).reverse();
  }
  const filled = new Set<NoteCode>(chosen);
  for (let lift = 12; filled.size > 0 && filled.size < rows && lift <= HIGHEST_MIDI; lift += 12) {
    for (const note of chosen) {
      if (filled.size < rows && midiOf(note) + lift <= HIGHEST_MIDI) filled.add(noteCodeOf(midiOf(note) + lift));
    }
  }
  // At the top of the catalogue there is no higher octave: repeat downwards.
  for (let drop = 12; filled.size > 0 && filled.size < rows && drop <= HIGHEST_MIDI; drop += 12) {
    for (const note of chosen) {
      if (filled.size < rows && midiOf(note) - drop >= LOWEST_MIDI) filled.add(noteCodeOf(midiOf(note) - drop));
    }
  }
  return [...filled].sort(byPitch).reverse();
}

/** The band of a row (from the top): the highest third is top, the lowest base. */
export function bandOfRow(row: number, rows: number): Band {
  return (['top', 'middle', 'base'] as const)[Math.min(2, Math.floor((row * 3) / rows))]!;
}

/** True for a beat with more than one pattern or bar, or with a muted or soloed row. */
export function hasArrangement({ patterns, shown, muted, solo }: Beat): boolean {
  const longer = patterns.some(({ bars, pads }, i) => bars > 1 || (i > 0 && Object.keys(pads).length > 0));
  return longer || shown > 0 || muted.length > 0 || solo.length > 0;
}

/** The pattern on the grid. */
export function shownPattern({ patterns, shown }: Beat): Pattern {
  return patterns[shown] ?? EMPTY_PATTERN;
}

/** Steps of the pattern on the grid, 8 to 32. */
export function stepsOf(beat: Beat): number {
  return shownPattern(beat).bars * BAR_STEPS;
}

/** Strength of a pad of the pattern on the grid, in eighths; 0 is off. */
export function levelAt(beat: Beat, note: NoteCode, column: number): number {
  return levelIn(shownPattern(beat), note, column);
}

export function levelIn({ pads }: Pattern, note: NoteCode, column: number): number {
  return Number(pads[note]?.[column] ?? 0);
}

/** The grid, top row first, 8 cells per row and bar. */
export function gridOf(beat: Beat): BeatCell[][] {
  return rowNotes(beat).map((note) =>
    Array.from({ length: stepsOf(beat) }, (_, column) => {
      const level = levelAt(beat, note, column);
      return { note, isActive: level > 0, level };
    }),
  );
}

/** True when no pattern has a pad. */
export function isBlank(beat: Beat): boolean {
  return rowNotes(beat).every((note) => !beat.patterns.some((pattern) => isPainted(pattern, note)));
}

/** True when the pattern on the grid has no pad. */
export function isGridEmpty(beat: Beat): boolean {
  return !rowNotes(beat).some((note) => isPainted(shownPattern(beat), note));
}

/** True when a pattern has a pad within its bars for a note. */
export function isPainted({ bars, pads }: Pattern, note: NoteCode): boolean {
  return /[1-8]/.test((pads[note] ?? '').slice(0, bars * BAR_STEPS));
}

/**
 * The notes of a beat's fragrance: the chosen ones and those of painted rows. The first painted pad replaces the
 * initial notes, which the visitor did not choose.
 */
export function selectedNotes(beat: Beat): NoteCode[] {
  const paintedRows = rowNotes(beat).filter((note) => beat.patterns.some((pattern) => isPainted(pattern, note)));
  return paintedRows.length > 0 && hasInitialNotes(beat) ? paintedRows : [...new Set([...beat.notes, ...paintedRows])];
}

function hasInitialNotes({ notes }: Beat): boolean {
  return notes.length === INITIAL_NOTES.length && INITIAL_NOTES.every((note, i) => notes[i] === note);
}

/** True when two beats sound and look the same. */
export function sameBeat(a: Beat, b: Beat): boolean {
  return a === b || keyOf(a) === keyOf(b);
}

function keyOf({ notes, muted, solo, patterns, ...numbers }: Beat): string {
  const pads = patterns.map((pattern) =>
    (Object.entries(pattern.pads) as [NoteCode, string][]).sort((a, b) => byPitch(a[0], b[0])),
  );
  const rest = [numbers.bpm, numbers.rows, numbers.swing, numbers.shown, patterns.map(({ bars }) => bars)];
  return JSON.stringify([rest, notes, [...muted].sort(byPitch), [...solo].sort(byPitch), pads]);
}
