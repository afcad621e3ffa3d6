import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { hzOf, isOvertoneOf, type NoteCode } from '../../../../core/pitch/pitch.ts';
import type { Accent } from '../timbre/accents.ts';
import type { HeardNote } from './model.ts';

/** The owner of the sound in a sentence: the reader (`your`), or somebody else (`the`). */
export type Whose = 'your' | 'the';

const PLACES = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

/** Explains why a note is or is not in the essence, by its heard notes. */
export function whyThisNote(
  code: NoteCode,
  essence: readonly NoteCode[],
  heard: readonly HeardNote[],
  whose: Whose = 'your',
): string {
  const times = heard.filter(({ note }) => note === code);
  const sounded = times.reduce((sum, { onset, offset }) => sum + Math.max(0, offset - onset), 0);
  const perfume = perfumeNoteOf(code).name;
  const often = times.length === 1 ? 'once' : times.length === 2 ? 'twice' : `${times.length} times`;
  const place = essence.indexOf(code);
  if (place < 0)
    return `${code} was heard ${often}, for ${sounded.toFixed(1)} seconds: too briefly beside the others to join the essence.`;
  if (times.length === 0 && !heard.some(({ note }) => isOvertoneOf(code, note)))
    return `${code} is a resonance, not a note: ${whose} sound is strong around ${hzOf(code).toFixed(0)} Hz. It brings ${perfume}.`;
  if (times.length === 0)
    return `${whose === 'your' ? `You did not sing or play ${code}` : `${code} was not sung or played`}: it rang along as an overtone, and brought ${perfume}.`;
  const comes = place === 0 ? 'sounds most of all' : `comes ${PLACES[place - 1] ?? 'last'}`;
  return `${code} ${comes}: heard ${often}, ${sounded.toFixed(1)} seconds in all. It smells of ${perfume}.`;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** From this partial on an accent rings two octaves and more above its note. */
const HIGH_PARTIAL = 4;

/** Explains an accent in a sentence, with its measured level. */
export function accentReason({ note, of, partial, level }: Accent, whose: Whose = 'your'): string {
  const above = partial >= HIGH_PARTIAL ? 'High above' : 'Above';
  const article = /^[AEF]/.test(note) ? 'an' : 'a';
  const ordinal = ORDINALS[partial - 2] ?? `${partial - 1}th`;
  const below = Math.round(-level);
  const loud = below === 0 ? 'as strong as any partial of it' : `${below} dB below its strongest partial`;
  return `${above} ${whose} ${of} rings ${article} ${note}, its ${ordinal} overtone, ${loud}: ${perfumeNoteOf(note).name}.`;
}
