/** What is true of a fragrance, one thought a card: its lowest and highest note, its voice, its accord, its name. */
import { byPitch, isNoteCode, type NoteCode } from '../../../../core/pitch/pitch.ts';
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import type { Fragrance } from '../composition/model.ts';
import type { Character } from '../timbre/character.ts';
import { inWords, leadingAccent, traitsOf } from './description.ts';
import { traitFinding } from './findings.ts';
import { countInLetters } from './tonight.ts';
import { capitalized } from '../../../../core/values/words.ts';

/**
 * Where the sound comes from, which decides who is spoken to: a singer is "you". Of a file, a beat, and of what
 * strangers will read is spoken without anybody.
 */
export type SoundOrigin = 'voice' | 'file' | 'beat';

type CardKind = 'lowest' | 'highest' | 'voice' | 'accord' | 'name';

export interface RevealCard {
  kind: CardKind;
  /** What the title is: `Your lowest note`. */
  label: string;
  title: string;
  /** One sentence more. */
  line: string;
  /** The note of the card, for its colour and its petals; null for the whole fragrance. */
  note: NoteCode | null;
  /** Label and title in one sentence, for a screen reader. */
  sentence: string;
}

export type Revealed = Pick<
  Fragrance,
  | 'name'
  | 'source'
  | 'engineFailed'
  | 'musicEssence'
  | 'topNotes'
  | 'middleNotes'
  | 'baseNotes'
  | 'trace'
  | 'accents'
  | 'character'
  | 'proportions'
>;

/** How the owner of the sound is called, and its notes. */
const OWNERS: Readonly<Record<SoundOrigin, { whose: string; voice: string }>> = {
  voice: { whose: 'Your', voice: 'Your voice' },
  file: { whose: 'The', voice: 'This sound' },
  beat: { whose: 'The', voice: 'The beat' },
};

/**
 * The cards of a fragrance in the order in which they are shown. A sound with one note has one card for it; without
 * notes, or without anything measured, those cards are left out. The last one is always the name.
 */
export function revealCards(fragrance: Revealed, sound: SoundOrigin): RevealCard[] {
  const { whose } = OWNERS[sound];
  const notes = soundedNotes(fragrance);
  const [lowest] = notes;
  const highest = notes.at(-1);
  const sung = !isTexture(fragrance.source);
  const ends =
    lowest === undefined || highest === undefined
      ? []
      : lowest === highest
        ? [noteCard('lowest', sung ? `${whose} one note` : 'Its one note', lowest)]
        : [
            noteCard('lowest', sung ? `${whose} lowest note` : 'Its darkest note', lowest),
            noteCard('highest', sung ? `${whose} highest note` : 'Its brightest note', highest),
          ];
  return [...ends, voiceCard(fragrance, sound), accordCard(fragrance), nameCard(fragrance, sound)].filter(
    (card) => card !== null,
  );
}

/** The notes that were heard themselves, lowest first; all of the essence where nothing is known of the sound. */
function soundedNotes({ musicEssence, trace }: Revealed): NoteCode[] {
  const essence = [...new Set(musicEssence.filter(isNoteCode))].sort(byPitch);
  const heard = new Set(trace?.notes.map(({ note }) => note));
  const sounded = essence.filter((note) => heard.has(note));
  return sounded.length === 0 ? essence : sounded;
}

function noteCard(kind: 'lowest' | 'highest', label: string, note: NoteCode): RevealCard {
  const { name, description } = perfumeNoteOf(note);
  return { kind, label, title: name, line: description, note, sentence: `${label}, ${note}, is ${name}.` };
}

/** True of a sound without notes: its resonances or its bytes gave the essence. */
const isTexture = (source: Fragrance['source']): boolean => source === 'resonance' || source === 'byte-hash';

/** What was measured of the voice, or how often a beat hits; null without either. */
function voiceCard(
  { source, engineFailed, character, proportions = [] }: Revealed,
  sound: SoundOrigin,
): RevealCard | null {
  if (isTexture(source))
    return engineFailed === true
      ? card('voice', 'Not analyzed', 'All texture', 'This browser could not find its notes; the texture gives them.')
      : card('voice', 'No clear pitch', 'All texture', 'As in claps and rain, the scent comes from the texture.');
  if (character !== undefined) {
    const label = sound === 'voice' && isStruck(character) ? 'Your sound' : OWNERS[sound].voice;
    const { says, line } = traitFinding(traitsOf(character)[0]!, character);
    return { ...card('voice', label, capitalized(says), line), sentence: `${label} ${says}.` };
  }
  const most = proportions.reduce((best, one) => ((one.hits ?? 0) > (best?.hits ?? 0) ? one : best), proportions[0]);
  if (most?.hits === undefined || most.hits === 0) return null;
  const { name } = perfumeNoteOf(most.note);
  const says = `hits ${name} ${times(most.hits)}`;
  return {
    ...card('voice', OWNERS.beat.voice, capitalized(says), 'More often than any other of its notes.'),
    ...(proportions.length === 1 ? { line: 'It is the only note of it.' } : {}),
    note: most.note,
    sentence: `${OWNERS.beat.voice} ${says}.`,
  };
}

/** True of a piano, a guitar or claps: no voice begins its notes like that. */
function isStruck({ axes }: Character): boolean {
  return axes.strike > 0.64;
}

/** The notes together; null where there is only one and nothing rings above it. */
function accordCard({ musicEssence, proportions, accents = [], source }: Revealed): RevealCard | null {
  const essence = [...new Set(musicEssence.filter(isNoteCode))];
  const [lead, ...others] = essence;
  const accent = leadingAccent(accents);
  if (lead === undefined || (others.length === 0 && accent === null)) return null;
  const named = essence.slice(1, 3).map((note) => perfumeNoteOf(note).name);
  const parts = proportions?.find(({ note }) => note === lead)?.parts;
  const leads = `${perfumeNoteOf(lead).name} leads${parts === undefined ? '' : ` with ${parts} of 100 parts`}`;
  const before = others.length === 0 ? '' : `, before ${inWords(named)}`;
  const nobody = source === 'beat' || source === 'keys' ? 'played' : 'sang';
  const above =
    accent === null ? '' : ` ${perfumeNoteOf(accent.note).name} rings above, an overtone that nobody ${nobody}.`;
  const title =
    others.length === 0 ? 'One note and its overtone' : `${countInLetters(essence.length)} notes, one accord`;
  return card('accord', 'The accord', title, `${leads}${before}.${above}`);
}

function nameCard({ name, topNotes, middleNotes, baseNotes }: Revealed, sound: SoundOrigin): RevealCard {
  const [top, middle, base] = [topNotes, middleNotes, baseNotes].map(([first]) => first);
  const stages = [
    ...(top === undefined ? [] : [`${top} first`]),
    ...(middle === undefined ? [] : [`then ${middle}`]),
    ...(base === undefined ? [] : [`and ${base} stays`]),
  ];
  const label = sound === 'voice' ? 'Your fragrance' : 'The fragrance';
  return {
    ...card('name', label, name, stages.length === 0 ? '' : `${capitalized(stages.join(', '))}.`),
    sentence: `${label} is ${name}.`,
  };
}

function card(kind: CardKind, label: string, title: string, line: string): RevealCard {
  return { kind, label, title, line, note: null, sentence: `${label}: ${title}.` };
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}
