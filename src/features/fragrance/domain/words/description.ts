/**
 * The description of a fragrance: octaves choose the adjectives, as specified; its facts and the images of the
 * catalogue give the rest (docs/decisions.md, 17).
 */
import { pick, seededRandom, type Random } from '#core/values/random.ts';
import { capitalize } from '#core/values/words.ts';
import { imageOf } from '../catalogue/images.ts';
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import type { Accent } from '../timbre/accents.ts';
import {
  isMajority,
  ringsHigh,
  soundKey,
  type FragranceFacts,
  type Ingredient,
  type VoiceKind,
} from './fragranceFacts.ts';
import { traitSentence } from './traits.ts';

/** Description of a music essence without numbers. */
export const FALLBACK_DESCRIPTION = 'A unique fragrance inspired by your sonic essence.';

/** Words for a fragrance and its effect; each pair comes once before a noun. */
interface Adjectives {
  character: string;
  effect: string;
}

const OCTAVE_ADJECTIVES: readonly (Adjectives & { below: number })[] = [
  { below: 2.5, character: 'deep, resonant', effect: 'mysterious, profound' },
  { below: 4, character: 'balanced, harmonious', effect: 'captivating, alluring' },
  { below: 5.5, character: 'bright, vibrant', effect: 'uplifting, invigorating' },
  { below: Infinity, character: 'ethereal, sparkling', effect: 'delicate, luminous' },
];

/** The words for an average octave: under 2.5, under 4, under 5.5, otherwise. */
export function octaveAdjectives(average: number): Adjectives {
  const { character, effect } = OCTAVE_ADJECTIVES.find(({ below }) => average < below)!;
  return { character, effect };
}

/** Openings with a material of each tier. */
const OPENING_SENTENCES: readonly ((voice: Adjectives, top: string, middle: string, base: string) => string)[] = [
  ({ character, effect }, top, middle, base) =>
    `${capitalize(withArticle(character))} fragrance that opens with ${top}, gathers around ${middle} and settles into ${base}, leaving ${withArticle(effect)} trail.`,
  ({ character, effect }, top, middle, base) =>
    `It rises as ${top}, finds its heart in ${middle} and comes to rest on ${base}: ${withArticle(character)} whole, down to its ${effect} last breath.`,
  ({ character, effect }, top, middle, base) =>
    `Built on ${base}, rounded by ${middle} and lifted by ${top}, this is ${withArticle(character)} composition with ${withArticle(effect)} presence.`,
];

const ONE_NOTE_SENTENCES: readonly ((name: string) => string)[] = [
  (name) => `It is ${name}, and nothing else.`,
  (name) => `One note, one material: ${name}.`,
  (name) => `${name} alone, from first to last.`,
];

const TWO_NOTE_SENTENCES: readonly ((high: string, low: string) => string)[] = [
  (high, low) => `It is ${high} over ${low}, and nothing between.`,
  (high, low) => `Two materials and no third: ${high} above, ${low} below.`,
  (high, low) => `${high} meets ${low}, and the two have it to themselves.`,
];

/** Sentences for how the sound came about, where it has more meaning than the traits. */
const MANNER_SENTENCES: Partial<Readonly<Record<VoiceKind, readonly string[]>>> = {
  spoken: [
    'It was spoken, and speech has a tune of its own.',
    'Said, not sung: the melody is the one that hides in every sentence.',
    'These are the notes that talk keeps coming back to.',
    'Somebody spoke, and the words were left out: this is what remained.',
    'What was said is gone; how it was said is here.',
    'Every sentence has a tune, even when it is only said: this is that tune.',
  ],
  unpitched: [
    'There is no melody in it: the scent is the sound itself.',
    'It has no tune, only a texture, and the texture has a scent.',
    'No note was held in it; it smells of what rings in it.',
    'Nothing in it could be hummed, and all of it can be smelled.',
  ],
};

const LEAD_SENTENCES: readonly ((name: string, image: string) => string)[] = [
  (name, image) => `${name} leads: ${image}.`,
  (name, image) => `It is led by ${name}: ${image}.`,
];
const MOST_SENTENCES: readonly ((name: string, image: string) => string)[] = [
  (name, image) => `Most of it is ${name}: ${image}.`,
  (name, image) => `It knows its own mind, and most of it is ${name}: ${image}.`,
];
const EQUAL_SENTENCES: readonly ((name: string, image: string) => string)[] = [
  (name, image) => `Among equals stands ${name}: ${image}.`,
  (name, image) => `One among equals is ${name}: ${image}.`,
];
const STAY_SENTENCES: readonly ((name: string, image: string) => string)[] = [
  (name, image) => `What stays is ${name}: ${image}.`,
  (name, image) => `${name} stays longest: ${image}.`,
];
const OPEN_SENTENCES: readonly ((name: string, image: string) => string)[] = [
  (name, image) => `It begins with ${name}: ${image}.`,
  (name, image) => `${name} comes first: ${image}.`,
];

const RING_SENTENCES: readonly ((overtone: Accent, image: string) => string)[] = [
  (overtone, image) => `${aboveIt(overtone)} rings ${perfumeNoteOf(overtone.note).name}: ${image}.`,
  (overtone, image) => `${aboveIt(overtone)}, unasked, rings ${perfumeNoteOf(overtone.note).name}: ${image}.`,
];

const aboveIt = (overtone: Accent): string => (ringsHigh(overtone) ? 'High above' : 'Above it');

/**
 * The description of a fragrance. `random` chooses the sentences; it never lists all materials. The sound is "it",
 * because other visitors read the text, too.
 */
export function describeFragrance(
  account: FragranceFacts,
  random = seededRandom(`words ${soundKey(account)}`),
): string {
  const { octave, ingredients } = account;
  const [first] = ingredients;
  if (octave === null || first === undefined) return FALLBACK_DESCRIPTION;
  const voice = octaveAdjectives(octave);
  const only = ingredients.length === 1;
  return [
    openingOf(account, voice, random),
    only ? `${capitalize(imageOf(first.note, random))}.` : '',
    ...(ingredients.length > 2 ? [] : [plainOf(voice)]),
    // Goes before the image of a material: after it, "it" would refer to the material.
    heardOf(account, random),
    ...(only ? [] : [leadOf(account, first, random), endOf(account, first, random)]),
  ]
    .filter(Boolean)
    .join(' ');
}

function openingOf(
  { ingredients, opens, heart, lasting: stays }: FragranceFacts,
  voice: Adjectives,
  random: Random,
): string {
  if (opens !== null && heart !== null && stays !== null)
    return pick(OPENING_SENTENCES, random)(voice, opens.name, heart.name, stays.name);
  return opens !== null && stays !== null
    ? pick(TWO_NOTE_SENTENCES, random)(opens.name, stays.name)
    : pick(ONE_NOTE_SENTENCES, random)(ingredients[0]!.name);
}

/** The adjectives of one or two notes, whose tiers are no sentence. */
const plainOf = ({ character, effect }: Adjectives): string =>
  `${capitalize(withArticle(character))} fragrance with ${withArticle(effect)} presence.`;

/** The image of the strongest material, or of one of the strongest. */
function leadOf({ leads }: FragranceFacts, first: Ingredient, random: Random): string {
  const sentence = leads === null ? EQUAL_SENTENCES : isMajority(leads) ? MOST_SENTENCES : LEAD_SENTENCES;
  return pick(sentence, random)(first.name, imageOf(first.note, random));
}

/** Sentence about the sound: its origin, or the trait that distinguishes it. */
function heardOf(account: FragranceFacts, random: Random): string {
  const { manner, traits } = account;
  const sentences = MANNER_SENTENCES[manner];
  if (sentences !== undefined) return pick(sentences, random);
  const [trait] = traits;
  return trait === undefined ? '' : traitSentence(trait, soundKey(account), 'description');
}

/** The last sentence: an audible overtone, or a material that has no image yet. */
function endOf({ overtone, opens, lasting: stays }: FragranceFacts, first: Ingredient, random: Random): string {
  const ends = [
    ...(stays === null || stays === first
      ? []
      : STAY_SENTENCES.map((sentence) => sentence(stays.name, imageOf(stays.note, random)))),
    ...(opens === null || opens === first
      ? []
      : OPEN_SENTENCES.map((sentence) => sentence(opens.name, imageOf(opens.note, random)))),
    ...(overtone === null ? [] : RING_SENTENCES.map((sentence) => sentence(overtone, imageOf(overtone.note, random)))),
  ];
  return ends.length === 0 ? '' : pick(ends, random);
}

/** `A`, `A and B`, `A, B and C`. */
export function formatList(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

function withArticle(words: string): string {
  return `${/^[aeiou]/i.test(words) ? 'an' : 'a'} ${words}`;
}
