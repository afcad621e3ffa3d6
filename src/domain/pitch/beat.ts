/**
 * A beat as a value: tempo, swing, the notes that were chosen and the pads that are on. Every change returns a new
 * pattern. A pattern fits into a link; whatever a link or the local store holds, reading it gives a pattern.
 */
import { byPitch, HIGHEST_MIDI, isNoteCode, LOWEST_MIDI, midiOf, noteCodeOf, type NoteCode } from './pitch.ts';

export const COLUMNS = 8;
export const BPM = { min: 60, max: 180, initial: 120 } as const;
export const ROWS = { min: 4, max: 12, initial: 8 } as const;
/** Where the off-beat step stands between two beats, per cent: 50 is straight, 67 is a triplet feel. */
export const SWING = { min: 50, max: 75, initial: 50 } as const;
export const INITIAL_NOTES: readonly NoteCode[] = ['C3', 'E3', 'G3', 'C4'];
/** Length of a pad's tone, s. */
export const PAD_LENGTH = 0.5;

export type Band = 'top' | 'middle' | 'base';

export interface BeatPattern {
  /** Beats a minute, 60 to 180. */
  readonly bpm: number;
  /** 4 to 12. */
  readonly rows: number;
  /** Per cent, 50 to 75. */
  readonly swing: number;
  /** Chosen notes in the order in which they were chosen, each once. */
  readonly notes: readonly NoteCode[];
  /** Pads that are on: bit c of a note's mask is column c. Notes without a pad are absent. */
  readonly pads: Readonly<Partial<Record<NoteCode, number>>>;
}

/** A pad of the grid. */
export interface BeatCell {
  note: NoteCode;
  isActive: boolean;
}

export const INITIAL_BEAT: BeatPattern = {
  bpm: BPM.initial,
  rows: ROWS.initial,
  swing: SWING.initial,
  notes: INITIAL_NOTES,
  pads: {},
};

const clampTo = (value: number, { min, max, initial }: { min: number; max: number; initial: number }): number =>
  Number.isFinite(value) ? Math.min(max, Math.max(min, Math.round(value))) : initial;

/** Length of a step (half a beat) in s. */
export function stepSeconds(bpm: number): number {
  return 60 / bpm / 2;
}

/** When a step (0, 1, 2 ...) of a running beat sounds, s after its start; every second step comes late by the swing. */
export function stepTime(step: number, pattern: Pick<BeatPattern, 'bpm' | 'swing'>): number {
  const length = stepSeconds(pattern.bpm);
  return step * length + (step % 2 === 0 ? 0 : swingDelay(pattern));
}

/** How late an off-beat step comes, s. */
export function swingDelay({ bpm, swing }: Pick<BeatPattern, 'bpm' | 'swing'>): number {
  return stepSeconds(bpm) * ((2 * swing) / 100 - 1);
}

/**
 * The notes of the grid's rows, top row (highest) first. More chosen notes than rows: the rows take notes spread evenly
 * from the lowest to the highest. Fewer: the chosen notes are repeated an octave higher (then two, and so on) until the
 * rows are full or the catalogue ends. No notes, no rows.
 */
export function rowNotes({ notes, rows }: Pick<BeatPattern, 'notes' | 'rows'>): NoteCode[] {
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
  // A choice at the very top of the catalogue has no octave above it: repeat downwards.
  for (let drop = 12; filled.size > 0 && filled.size < rows && drop <= HIGHEST_MIDI; drop += 12) {
    for (const note of chosen) {
      if (filled.size < rows && midiOf(note) - drop >= LOWEST_MIDI) filled.add(noteCodeOf(midiOf(note) - drop));
    }
  }
  return [...filled].sort(byPitch).reverse();
}

/** The band of a row counted from the top: the highest third is top, the lowest base. */
export function bandOfRow(row: number, rows: number): Band {
  return (['top', 'middle', 'base'] as const)[Math.min(2, Math.floor((row * 3) / rows))]!;
}

/** True when the pad of a note is on in a column (0 to 7). */
export function isOn(pattern: BeatPattern, note: NoteCode, column: number): boolean {
  return ((pattern.pads[note] ?? 0) & (1 << column)) !== 0;
}

/** The grid, top row first, 8 cells a row. */
export function gridOf(pattern: BeatPattern): BeatCell[][] {
  return rowNotes(pattern).map((note) =>
    Array.from({ length: COLUMNS }, (_, column) => ({ note, isActive: isOn(pattern, note, column) })),
  );
}

/** Notes that sound in a column, highest first. */
export function columnNotes(pattern: BeatPattern, column: number): NoteCode[] {
  return rowNotes(pattern).filter((note) => isOn(pattern, note, column));
}

/** The hits of one round of a beat; a pad is always struck fully. */
export function hitsOf(pattern: BeatPattern): { note: NoteCode; velocity: number }[] {
  const hits: { note: NoteCode; velocity: number }[] = [];
  for (let column = 0; column < COLUMNS; column++)
    for (const note of columnNotes(pattern, column)) hits.push({ note, velocity: 1 });
  return hits;
}

export function withPad(pattern: BeatPattern, note: NoteCode, column: number, on: boolean): BeatPattern {
  if (column < 0 || column >= COLUMNS || isOn(pattern, note, column) === on) return pattern;
  const { [note]: before = 0, ...others } = pattern.pads;
  const mask = on ? before | (1 << column) : before & ~(1 << column);
  return { ...pattern, pads: mask === 0 ? others : { ...others, [note]: mask } };
}

export function cleared(pattern: BeatPattern): BeatPattern {
  return Object.keys(pattern.pads).length === 0 ? pattern : { ...pattern, pads: {} };
}

export function withBpm(pattern: BeatPattern, bpm: number): BeatPattern {
  return { ...pattern, bpm: clampTo(bpm, BPM) };
}

export function withRows(pattern: BeatPattern, rows: number): BeatPattern {
  return { ...pattern, rows: clampTo(rows, ROWS) };
}

export function withSwing(pattern: BeatPattern, swing: number): BeatPattern {
  return { ...pattern, swing: clampTo(swing, SWING) };
}

/**
 * The notes that a beat makes a fragrance of: the chosen ones and those of the painted rows. The notes that the beat maker
 * begins with were chosen by nobody: the first painted pad replaces them.
 */
export function selectedNotes(pattern: BeatPattern): NoteCode[] {
  const painted = rowNotes(pattern).filter((note) => pattern.pads[note] !== undefined);
  return painted.length > 0 && hasInitialNotes(pattern) ? painted : [...new Set([...pattern.notes, ...painted])];
}

function hasInitialNotes({ notes }: BeatPattern): boolean {
  return notes.length === INITIAL_NOTES.length && INITIAL_NOTES.every((note, i) => notes[i] === note);
}

/** Selects a note; or takes it out with its pads when it was selected. The rows follow the new selection. */
export function withNoteToggled(pattern: BeatPattern, note: NoteCode): BeatPattern {
  const before = selectedNotes(pattern);
  if (!before.includes(note)) return { ...pattern, notes: [...before, note] };
  const { [note]: _, ...pads } = pattern.pads;
  return { ...pattern, notes: before.filter((other) => other !== note), pads };
}

/** True when two patterns sound and look the same. */
export function samePattern(a: BeatPattern, b: BeatPattern): boolean {
  return a === b || (encodeBeat(a) === encodeBeat(b) && padsKey(a) === padsKey(b));
}

function padsKey({ pads }: BeatPattern): string {
  return (Object.entries(pads) as [NoteCode, number][]).sort((a, b) => byPitch(a[0], b[0])).join(' ');
}

/** Version of the text below; a future format gets another first digit. */
const FORMAT = '1';
const HEX_PAD = 2;

/**
 * A pattern as text for a link, digits, letters and dots only: `1.bpm.rows.swing.notes.pads`. Notes are MIDI numbers,
 * two base-36 digits each, in the order of choice; pads are the rows' masks from the lowest row up, two hex digits
 * each, without the empty rows at the end.
 */
export function encodeBeat(pattern: BeatPattern): string {
  const notes = pattern.notes.map((note) => midiOf(note).toString(36).padStart(2, '0')).join('');
  const pads = rowNotes(pattern)
    .reverse()
    .map((note) => (pattern.pads[note] ?? 0).toString(16).padStart(HEX_PAD, '0'))
    .join('')
    .replace(/(00)+$/, '');
  return [FORMAT, pattern.bpm, pattern.rows, pattern.swing, notes, pads].join('.');
}

/**
 * The pattern of such a text. Never throws: a number out of range is moved to the nearest allowed one, an unknown note
 * or pad is left out, a missing field takes its initial value. Null only when the text is no pattern at all.
 */
export function decodeBeat(text: string | null | undefined): BeatPattern | null {
  const [format, bpm, rows, swing, noteText, padText] = (text ?? '').slice(0, 400).toLowerCase().split('.');
  if (format !== FORMAT || noteText === undefined) return null;
  const notes = noteText === '' ? [] : distinctNotes(pairsOf(noteText).map((pair) => Number.parseInt(pair, 36)));
  const empty: BeatPattern = {
    bpm: clampTo(numberOf(bpm), BPM),
    rows: clampTo(numberOf(rows), ROWS),
    swing: clampTo(numberOf(swing), SWING),
    notes: noteText !== '' && notes.length === 0 ? INITIAL_NOTES : notes,
    pads: {},
  };
  const masks = pairsOf(padText ?? '').map((pair) => Number.parseInt(pair, 16));
  const pads: Partial<Record<NoteCode, number>> = {};
  for (const [index, note] of rowNotes(empty).reverse().entries()) {
    const mask = masks[index];
    if (mask !== undefined && Number.isInteger(mask) && mask > 0) pads[note] = mask & 0xff;
  }
  return { ...empty, pads };
}

function numberOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
}

/** Pairs of characters that are letters or digits; a pair with anything else in it is kept as `zz`, so that the rest stays in place. */
function pairsOf(text: string): string[] {
  return (text.match(/../g) ?? []).map((pair) => (/^[\da-z]{2}$/.test(pair) ? pair : 'zz'));
}

function distinctNotes(numbers: readonly number[]): NoteCode[] {
  const codes = numbers.filter((midi) => midi >= LOWEST_MIDI && midi <= HIGHEST_MIDI).map(noteCodeOf);
  return [...new Set(codes)].filter(isNoteCode);
}

/** A note event of any length, times in s. */
export interface TimedNote {
  midi: number;
  onset: number;
  velocity: number;
}

/** What became of imported notes. */
export interface BeatImport {
  pattern: BeatPattern;
  /** Notes that found a pad. */
  placed: number;
  /** Notes that did not: later than the 8 columns, or of a pitch beyond the 12 rows. */
  left: number;
}

/**
 * A beat from notes in time: the 8 half-beat steps from the beat of the first note on; of more than 12 pitches the most
 * frequent stay. Null when there is no note.
 */
export function beatFromNotes(notes: readonly TimedNote[], bpm: number): BeatImport | null {
  if (notes.length === 0) return null;
  const tempo = clampTo(bpm, BPM);
  // Steps are counted in the file's own tempo, so that a tempo outside our range does not move the notes.
  const step = stepSeconds(Number.isFinite(bpm) && bpm > 0 ? bpm : tempo);
  const first = Math.floor(Math.min(...notes.map(({ onset }) => onset)) / (2 * step) + 1e-6) * 2;
  const placed = notes
    .map(({ midi, onset }) => ({ note: noteCodeOf(midi), column: Math.round(onset / step) - first }))
    .filter(({ column }) => column >= 0 && column < COLUMNS);
  const counts = new Map<NoteCode, number>();
  for (const { note } of placed) counts.set(note, (counts.get(note) ?? 0) + 1);
  const chosen = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, ROWS.max)
    .map(([note]) => note)
    .sort(byPitch);
  if (chosen.length === 0) return null;
  const base: BeatPattern = { ...INITIAL_BEAT, bpm: tempo, rows: Math.max(ROWS.min, chosen.length), notes: chosen };
  const kept = placed.filter(({ note }) => chosen.includes(note));
  const pattern = kept.reduce((before, { note, column }) => withPad(before, note, column, true), base);
  return { pattern, placed: kept.length, left: notes.length - kept.length };
}
