import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { hzOf, isOvertoneOf, type NoteCode } from '#analysis/values/pitch.ts';
import type { Accent } from '../timbre/accents.ts';
import type { TraceNote } from '../composition/model.ts';
import { isAudible, ringsHigh, type VoiceKind } from './fragranceFacts.ts';

/** The owner of the sound in a sentence: the reader (`your`), or another person (`the`). */
export type Possessive = 'your' | 'the';

const PLACE_WORDS = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/**
 * Explains why a note is or is not in the essence, by its notes in the sound.
 * @param essence strongest first, as in the facts of the fragrance
 */
export function explainNote(
  code: NoteCode,
  essence: readonly NoteCode[],
  traceNotes: readonly TraceNote[],
  whose: Possessive = 'your',
  manner: VoiceKind = 'unknown',
): string {
  const times = traceNotes.filter(({ note }) => note === code);
  const sounded = times.reduce((sum, { onset, offset }) => sum + Math.max(0, offset - onset), 0);
  const perfume = perfumeNoteOf(code).name;
  const often = times.length === 1 ? 'once' : times.length === 2 ? 'twice' : `${times.length} times`;
  const place = essence.indexOf(code);
  if (place < 0)
    return `${code} was heard ${often}, for ${sounded.toFixed(1)} seconds: too briefly beside the others to join the essence.`;
  if (times.length === 0 && !traceNotes.some(({ note }) => isOvertoneOf(code, note)))
    return `${code} is a resonance, not a note: ${whose} sound is strong around ${hzOf(code).toFixed(0)} Hz. It brings ${perfume}.`;
  if (times.length === 0)
    return `${unintendedReason(code, whose, manner)}: it rang along as an overtone, and brought ${perfume}.`;
  const comes = place === 0 ? 'counts most' : `comes ${PLACE_WORDS[place - 1] ?? 'last'}`;
  return `${code} ${comes}: heard ${often}, ${sounded.toFixed(1)} seconds in all. It smells of ${perfume}.`;
}

/** Words for a note by accident, with the verb of its kind of sound if there is one. */
function unintendedReason(code: NoteCode, whose: Possessive, manner: VoiceKind): string {
  const isPlayed = manner === 'played' || manner === 'beat';
  const [doing, done] =
    manner === 'sung' ? ['sing', 'sung'] : isPlayed ? ['play', 'played'] : ['sing or play', 'sung or played'];
  return whose === 'your' ? `You did not ${doing} ${code}` : `${code} was not ${done}`;
}

const ORDINAL_WORDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** Explains an accent in a sentence. */
export function accentReason(accent: Accent, whose: Possessive = 'your'): string {
  const { note, of, partial } = accent;
  const above = ringsHigh(accent) ? 'High above' : 'Above';
  const article = /^[AEF]/.test(note) ? 'an' : 'a';
  const ordinal = ORDINAL_WORDS[partial - 2] ?? `${partial - 1}th`;
  const faint = isAudible(accent) ? '' : ', too faint to hear by itself';
  return `${above} ${whose} ${of} rings ${article} ${note}, its ${ordinal} overtone${faint}: ${perfumeNoteOf(note).name}.`;
}
