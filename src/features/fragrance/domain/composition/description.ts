/**
 * The description of a fragrance: octaves choose the words, the seed the sentence. With a measured sound it includes
 * the most distinct traits and the accents.
 */
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { AXES, AXIS_WORDS, type Axis, type Character } from '../timbre/character.ts';
import type { Fragrance } from './model.ts';
import { pick, type Random } from '../../../../core/values/random.ts';

/** Description of a music essence without numbers. */
export const FALLBACK_DESCRIPTION = 'A unique fragrance inspired by your sonic essence.';

/** Words for a fragrance and its effect. */
export interface Voice {
  character: string;
  effect: string;
}

const VOICES: readonly (Voice & { below: number })[] = [
  { below: 2.5, character: 'deep, resonant', effect: 'mysterious, profound' },
  { below: 4, character: 'balanced, harmonious', effect: 'captivating, alluring' },
  { below: 5.5, character: 'bright, vibrant', effect: 'uplifting, invigorating' },
  { below: Infinity, character: 'ethereal, sparkling', effect: 'delicate, luminous' },
];

type Described = Pick<Fragrance, 'topNotes' | 'middleNotes' | 'baseNotes' | 'character' | 'accents'> & {
  musicEssence: readonly string[];
};

/** The parts of a sentence; `accents` is null without any. */
interface Parts extends Voice {
  top: string;
  middle: string;
  base: string;
  accents: string | null;
}

const TEMPLATES: readonly ((parts: Parts) => string)[] = [
  ({ character, effect, top, middle, base, accents }) =>
    `${capital(withArticle(character))} fragrance that opens with ${top}, gathers around ${middle} and settles into ${base}, ${accents === null ? '' : `lit by ${accents}, `}leaving ${withArticle(effect)} trail.`,
  ({ character, effect, top, middle, base, accents }) =>
    `${capital(character)}, your sound rises as ${top}, finds its heart in ${middle} and comes to rest on ${base}, ${accents === null ? '' : `with ${accents} ringing along, `}${effect} to the last breath.`,
  ({ character, effect, top, middle, base, accents }) =>
    `Built on ${base}, rounded by ${middle} and lifted by ${top}, ${accents === null ? '' : `with ${accents} at its edge, `}this is ${withArticle(character)} composition with ${withArticle(effect)} presence.`,
];

/** Number of sentences. */
export const TEMPLATE_COUNT = TEMPLATES.length;

/**
 * Average of all numbers in the music essence: for C4, E4 and G5 it is 13/3. Null without numbers. Accepts any text, as
 * older local copies may be spelled differently.
 */
export function averageOctave(musicEssence: readonly string[]): number | null {
  const numbers = musicEssence.flatMap((note) => note.match(/\d+/g) ?? []).map(Number);
  return numbers.length === 0 ? null : numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
}

/** The words for an average octave: under 2.5, under 4, under 5.5, otherwise. */
export function voiceOf(average: number): Voice {
  const { character, effect } = VOICES.find(({ below }) => average < below)!;
  return { character, effect };
}

/** The words for a music essence; null when it holds no number. */
export function voiceOfEssence(musicEssence: readonly string[]): Voice | null {
  const average = averageOctave(musicEssence);
  return average === null ? null : voiceOf(average);
}

/** Minimum distance of a distinct trait from the middle of its axis, and maximum number of traits. */
const DISTINCT = 0.18;
const MAX_TRAITS = 2;

/** An axis with a distinct value, and its end. */
export interface Trait {
  axis: Axis;
  end: 'low' | 'high';
}

/** The traits of a character, most distinct first; at least one. */
export function traitsOf({ axes }: Pick<Character, 'axes'>): Trait[] {
  const sorted = AXES.map((axis) => ({ axis, apart: axes[axis] - 0.5 })).sort(
    (a, b) => Math.abs(b.apart) - Math.abs(a.apart),
  );
  return sorted
    .filter(({ apart }, i) => i === 0 || Math.abs(apart) >= DISTINCT)
    .map(({ axis, apart }) => ({ axis, end: apart < 0 ? 'low' : 'high' }));
}

function traitWords(character: Character, said: string): string[] {
  return traitsOf(character)
    .map(({ axis, end }) => AXIS_WORDS[axis][end === 'low' ? 0 : 2])
    .filter((word) => !said.includes(word))
    .slice(0, MAX_TRAITS);
}

/** The description of a fragrance; `random` chooses one of the three sentences. */
export function describeFragrance(fragrance: Described, random: Random): string {
  const voice = voiceOfEssence(fragrance.musicEssence);
  const { topNotes, middleNotes, baseNotes, character, accents = [] } = fragrance;
  if (voice === null || [topNotes, middleNotes, baseNotes].some((tier) => tier.length === 0))
    return FALLBACK_DESCRIPTION;
  const traits = character === undefined ? [] : traitWords(character, voice.character);
  return pick(
    TEMPLATES,
    random,
  )({
    effect: voice.effect,
    character: inWords([voice.character, ...traits]),
    top: inWords(topNotes),
    middle: inWords(middleNotes),
    base: inWords(baseNotes),
    accents: accents.length === 0 ? null : inWords(accents.map(({ note }) => perfumeNoteOf(note).name)),
  });
}

/** `A`, `A and B`, `A, B and C`. */
export function inWords(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

function withArticle(words: string): string {
  return `${/^[aeiou]/i.test(words) ? 'an' : 'a'} ${words}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
