/**
 * The cards that reveal a fragrance, with one fact each: its lowest and highest note, its sound, its accord, its name.
 */
import type { NoteCode } from '#analysis/values/pitch.ts';
import { capitalize } from '#core/values/words.ts';
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import type { Fragrance } from '../composition/model.ts';
import {
  factsOf,
  isMajority,
  soundKey,
  strongestMaterials,
  type FragranceFacts,
  type FactsInput,
  type VoiceKind,
} from './fragranceFacts.ts';
import { formatList } from './description.ts';
import { countInWords } from './tonight.ts';
import { traitWords, traitSentence } from './traits.ts';

/**
 * Origin of the sound. Texts address a singer as "you"; texts about a file or a beat, and those for other visitors,
 * address no person.
 */
export type SoundOrigin = 'voice' | 'file' | 'beat';

type CardKind = 'lowest' | 'highest' | 'voice' | 'accord' | 'name';

export interface RevealCard {
  kind: CardKind;
  /** Subject of the title: `Your lowest note`. */
  label: string;
  title: string;
  /** One sentence more. */
  line: string;
  /** The note of the card, for its colour and its petals; null for the whole fragrance. */
  note: NoteCode | null;
  /** Label and title in one sentence, for a screen reader. */
  sentence: string;
}

export type RevealInput = FactsInput & Pick<Fragrance, 'name'>;

/** Words for the owner of the sound and for its notes, by origin. */
const OWNER_WORDS: Readonly<Record<SoundOrigin, { whose: string; voice: string }>> = {
  voice: { whose: 'Your', voice: 'Your voice' },
  file: { whose: 'The', voice: 'This sound' },
  beat: { whose: 'The', voice: 'The beat' },
};

/**
 * The cards of a fragrance in the order in which they are shown. A sound with one note has one card for it; without
 * notes, or without anything measured, those cards are left out. The last one is always the name.
 */
export function revealCards(fragrance: RevealInput, sound: SoundOrigin): RevealCard[] {
  const account = factsOf(fragrance);
  return [
    ...noteCards(account, sound),
    voiceCard(fragrance, account, sound),
    accordCard(account, sound),
    nameCard(fragrance.name, account, sound),
  ].filter((card) => card !== null);
}

function noteCards({ lowest, highest, manner }: FragranceFacts, sound: SoundOrigin): RevealCard[] {
  if (lowest === null || highest === null) return [];
  const { whose } = OWNER_WORDS[sound];
  const hasPitch = manner !== 'unpitched' && manner !== 'unread';
  if (lowest === highest) {
    const hasHeldNotes = hasPitch && sound === 'voice' && manner !== 'played';
    return [noteCard('lowest', hasHeldNotes ? 'The note you held' : 'The one note', lowest)];
  }
  return [
    noteCard('lowest', hasPitch ? `${whose} lowest note` : 'Its darkest note', lowest),
    noteCard('highest', hasPitch ? `${whose} highest note` : 'Its brightest note', highest),
  ];
}

function noteCard(kind: 'lowest' | 'highest', label: string, note: NoteCode): RevealCard {
  const { name, description } = perfumeNoteOf(note);
  return { kind, label, title: name, line: description, note, sentence: `${label}, ${note}, is ${name}.` };
}

/** Card about the voice, or about the note to which a beat returns; null without either. */
function voiceCard(
  { character, proportions = [] }: RevealInput,
  account: FragranceFacts,
  sound: SoundOrigin,
): RevealCard | null {
  const { manner, traits } = account;
  if (manner === 'unpitched')
    return card('voice', 'No clear pitch', 'All texture', 'We heard no melody, so we smelled the sound itself.');
  const [trait] = traits;
  if (character !== undefined && trait !== undefined) {
    const label = sound === 'voice' && manner === 'played' ? 'Your sound' : OWNER_WORDS[sound].voice;
    const sentence = traitWords(trait, character);
    const line = traitSentence(trait, soundKey(account), 'card');
    return { ...card('voice', label, capitalize(sentence), line), sentence: `${label} ${sentence}.` };
  }
  const [most] = proportions.filter(({ hits = 0 }) => hits > 0).sort((a, b) => b.hits! - a.hits!);
  if (most === undefined) return null;
  const sentence = `comes back to ${perfumeNoteOf(most.note).name}`;
  const equals = proportions.filter(({ hits }) => hits === most.hits).length > 1;
  const line = equals ? 'Another note comes just as often.' : 'It comes more often than any other of its notes.';
  return {
    ...card(
      'voice',
      OWNER_WORDS.beat.voice,
      capitalize(sentence),
      proportions.length === 1 ? 'It is its only note.' : line,
    ),
    note: most.note,
    sentence: `${OWNER_WORDS.beat.voice} ${sentence}.`,
  };
}

/** The notes together; null where there is only one. */
function accordCard({ leads, ingredients, overtone, manner }: FragranceFacts, sound: SoundOrigin): RevealCard | null {
  if (ingredients.length < 2) return null;
  const behind = `with ${formatList(ingredients.slice(1, 3).map(({ name }) => name))} behind it`;
  const equals = strongestMaterials(ingredients).slice(0, 3);
  const leading =
    leads === null
      ? `${formatList(equals.map(({ name }) => name))} lead together.`
      : isMajority(leads)
        ? `Mostly ${leads.name}, ${behind}.`
        : `${leads.name} leads, ${behind}.`;
  const ringing =
    overtone === null ? '' : ` ${perfumeNoteOf(overtone.note).name} rings above: ${byItself(manner, sound)}.`;
  return card('accord', 'The accord', `${countInWords(ingredients.length)} notes, one accord`, `${leading}${ringing}`);
}

/** Words for an unintended overtone, with the verb of the sound. */
function byItself(manner: VoiceKind, sound: SoundOrigin): string {
  if (manner === 'sung') return sound === 'voice' ? 'you did not sing it, but it was there' : 'it was not sung';
  if (manner === 'played' || manner === 'beat') return 'it was not played';
  return 'it came by itself';
}

function nameCard(
  name: string,
  { ingredients, opens, heart, lasting: stays }: FragranceFacts,
  sound: SoundOrigin,
): RevealCard {
  const label = sound === 'voice' ? 'Your fragrance' : 'The fragrance';
  const stages = [
    ...(opens === null ? [] : [`${opens.name} first`]),
    ...(heart === null ? [] : [`then ${heart.name}`]),
    ...(stays === null ? [] : [`and ${stays.name} stays`]),
  ];
  const only = ingredients.length === 1 ? `It is ${ingredients[0]!.name}, and nothing else.` : null;
  const line = only ?? (stages.length === 0 ? '' : `${capitalize(stages.join(', '))}.`);
  return { ...card('name', label, name, line), sentence: `${label} is ${name}.` };
}

function card(kind: CardKind, label: string, title: string, line: string): RevealCard {
  return { kind, label, title, line, note: null, sentence: `${label}: ${title}.` };
}
