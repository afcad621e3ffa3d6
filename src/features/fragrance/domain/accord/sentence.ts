/** The sentence of an accord: which notes its voices share, and which material each brings. */
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { inWords } from '../words/description.ts';
import type { NoteCode } from '../../../../core/pitch/pitch.ts';
import { accordOf, ensembleOf, type Accord, type Voice } from './accord.ts';

/** More notes than this are counted. */
const NAMED = 3;

const COUNTS = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen'.split(
  ' ',
);

/** A list that names three and counts the rest. */
function listed(names: readonly string[], kind: string): string {
  if (names.length <= NAMED + 1) return inWords(names);
  return inWords([
    ...names.slice(0, NAMED),
    `${COUNTS[names.length - NAMED - 1] ?? names.length - NAMED} more ${kind}`,
  ]);
}

const materialsOf = (notes: readonly NoteCode[]): string =>
  listed(
    notes.map((note) => perfumeNoteOf(note).name),
    'notes',
  );

/** What a voice brings that the others do not have. */
const brings = (who: string, own: readonly NoteCode[]): string =>
  own.length === 0 ? `${who} brings no note of its own` : `${who} brings ${materialsOf(own)}`;

interface SentenceOptions {
  /** The last of them is the reader's own voice. */
  yours?: boolean;
}

/**
 * What the voices have in common and what each brings, for example "You share A4 and E4; the first voice brings Rose,
 * yours brings Cedar." The voices stand in the order in which they were sung.
 * @throws RangeError as {@link accordOf}
 */
export function accordSentence(voices: readonly Voice[], { yours = false }: SentenceOptions = {}): string {
  const accord = accordOf(voices);
  const own = voices.map((voice) => accord.voices.find((part) => part.voice === voice)!.own);
  const last = yours ? 'yours' : voices.length === 2 ? 'the answer' : 'the last voice';
  if (voices.length === 1) return `One voice, with ${materialsOf(own[0]!)}.`;
  if (voices.length > 2) return `${manyShare(accord)}; ${brings(last, own.at(-1)!)}.`;
  const who = yours ? 'You' : 'The two voices';
  if (own.every((notes) => notes.length === 0)) return `${who} share every note: ${listed(accord.shared, 'notes')}.`;
  const share = accord.shared.length === 0 ? 'share no note' : `share ${listed(accord.shared, 'notes')}`;
  return `${who} ${share}; ${brings('the first voice', own[0]!)}, ${brings(last, own[1]!)}.`;
}

function manyShare({ voices, shared, common }: Accord): string {
  const count = COUNTS[voices.length - 1]!;
  if (shared.length === 0) return `The ${count} voices share no note`;
  if (common.length > 0) return `All ${count} voices share ${listed(common, 'notes')}`;
  const among = shared.length === 1 ? `${shared[0]} is` : `${listed(shared, 'notes')} are`;
  return `No note is in all ${count} voices; ${among} in more than one`;
}

/** The text alternative of the face of an accord. */
export function accordLabel({ name, voices, shared }: Accord): string {
  const form =
    voices.length === 1
      ? 'a flower'
      : voices.length === 2
        ? 'two flowers that interlock'
        : `a wreath of ${COUNTS[voices.length - 1]} flowers (${ensembleOf(voices.length).toLowerCase()})`;
  const middle = shared.length === 0 ? 'nothing in the middle' : `${materialsOf(shared)} in the middle`;
  return voices.length === 1 ? `Drawing of ${name}: ${form}` : `Drawing of ${name}: ${form}, with ${middle}`;
}
