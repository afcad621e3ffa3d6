/** Encodes a beat as text for a link. Decoding any text gives a beat or null. */
import {
  BAR_STEPS,
  BPM_RANGE,
  clampTo,
  EMPTY_PATTERN,
  FULL_STRENGTH,
  INITIAL_BEAT,
  INITIAL_NOTES,
  MAX_BARS,
  rowNotes,
  ROW_RANGE,
  SWING_RANGE,
  type Beat,
  type Pattern,
} from './beat.ts';
import { HIGHEST_MIDI, isNoteCode, LOWEST_MIDI, midiOf, noteCodeOf, type NoteCode } from '#analysis/values/pitch.ts';

/** Version of the format below. */
const FORMAT_VERSION = '2';
/** Maximum length to decode: four full patterns and the whole catalogue are shorter. */
const MAX_LENGTH = 2400;
/** Maximum run of empty pads in one letter. */
const MAX_RUN = 26;
const LETTER_A = 'a'.charCodeAt(0);

/**
 * Encodes a beat in digits, letters and dots: `2.bpm.rows.swing.notes.mix.shown.A.B.C.D`. Notes are MIDI numbers, two
 * base-36 digits each, in the order of choice. The mix has a digit a row, from the lowest up: 1 muted, 2 soloed, 3
 * both. A pattern is its number of bars, then its pads row by row from the lowest up: a digit is a strength in eighths,
 * a letter a run of 1 (a) to 26 (z) empty pads. Empty ends of fields and of the text are dropped, and so are hidden
 * pads.
 */
export function encodeBeat(beat: Beat): string {
  const rows = rowNotes(beat).reverse();
  const notes = beat.notes.map((note) => midiOf(note).toString(36).padStart(2, '0')).join('');
  const mix = rows.map((note) => (beat.muted.includes(note) ? 1 : 0) + (beat.solo.includes(note) ? 2 : 0)).join('');
  const tail = [
    mix.replace(/0+$/, ''),
    beat.shown === 0 ? '' : String(beat.shown),
    ...beat.patterns.map((pattern) => encodePattern(pattern, rows)),
  ];
  while (tail.at(-1) === '') tail.pop();
  return [FORMAT_VERSION, beat.bpm, beat.rows, beat.swing, notes, ...tail].join('.');
}

function encodePattern({ bars, pads }: Pattern, rows: readonly NoteCode[]): string {
  const steps = bars * BAR_STEPS;
  const line = rows
    .map((note) => (pads[note] ?? '').slice(0, steps).padEnd(steps, '0'))
    .join('')
    .replace(/0+$/, '');
  const packed = line.replace(new RegExp(`0{1,${MAX_RUN}}`, 'g'), (run) =>
    String.fromCharCode(LETTER_A + run.length - 1),
  );
  return bars === 1 && packed === '' ? '' : `${bars}${packed}`;
}

/**
 * Decodes a beat. Never throws: numbers out of range are clamped, unknown notes and pads
 * skipped, missing fields take their initial value. Null only when the text is not a beat at all.
 */
export function decodeBeat(text: string | null | undefined): Beat | null {
  const [format, bpm, rows, swing, noteText, ...tail] = (text ?? '').slice(0, MAX_LENGTH).toLowerCase().split('.');
  if (format !== FORMAT_VERSION || noteText === undefined) return null;
  const notes = noteText === '' ? [] : distinctNotes(pairsOf(noteText).map((pair) => Number.parseInt(pair, 36)));
  const empty: Beat = {
    ...INITIAL_BEAT,
    bpm: clampTo(numberOf(bpm), BPM_RANGE),
    rows: clampTo(numberOf(rows), ROW_RANGE),
    swing: clampTo(numberOf(swing), SWING_RANGE),
    notes: noteText !== '' && notes.length === 0 ? INITIAL_NOTES : notes,
  };
  const lines = rowNotes(empty).reverse();
  const [mix = '', shown = '', ...patterns] = tail;
  const markedNotes = (bit: number): NoteCode[] =>
    lines.filter((_, i) => /^[0-3]$/.test(mix[i] ?? '') && (Number(mix[i]) & bit) !== 0);
  return {
    ...empty,
    muted: markedNotes(1),
    solo: markedNotes(2),
    shown: /^[0-3]$/.test(shown) ? Number(shown) : 0,
    patterns: empty.patterns.map((_, i) => decodePattern(patterns[i] ?? '', lines)),
  };
}

function decodePattern(text: string, rows: readonly NoteCode[]): Pattern {
  const bars = clampTo(numberOf(text.slice(0, 1)), { min: 1, max: MAX_BARS, initial: 1 });
  const steps = bars * BAR_STEPS;
  let line = '';
  for (const sign of text.slice(1)) {
    // Read an invalid character as one empty pad, so that the rest stays in place.
    line += /[a-z]/.test(sign)
      ? '0'.repeat(sign.charCodeAt(0) - LETTER_A + 1)
      : String(Math.min(FULL_STRENGTH, numberOf(sign) || 0));
    if (line.length >= rows.length * steps) break;
  }
  const pads = rows
    .map((note, i) => [note, line.slice(i * steps, (i + 1) * steps).replace(/0+$/, '')] as const)
    .filter(([, pad]) => pad !== '');
  return pads.length === 0 && bars === 1 ? EMPTY_PATTERN : { bars, pads: Object.fromEntries(pads) };
}

function numberOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
}

/** Splits into pairs of letters or digits; an invalid pair becomes `zz`, so that the rest stays in place. */
function pairsOf(text: string): string[] {
  return (text.match(/../g) ?? []).map((pair) => (/^[\da-z]{2}$/.test(pair) ? pair : 'zz'));
}

function distinctNotes(numbers: readonly number[]): NoteCode[] {
  const codes = numbers.filter((midi) => midi >= LOWEST_MIDI && midi <= HIGHEST_MIDI).map(noteCodeOf);
  return [...new Set(codes)].filter(isNoteCode);
}
