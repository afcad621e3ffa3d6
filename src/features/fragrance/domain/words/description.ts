/**
 * The description of a fragrance: octaves choose the adjectives, as specified; what leads, what was measured and the
 * images of the catalogue say the rest (docs/decisions.md, 17).
 */
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { imageOf } from '../catalogue/images.ts';
import type { Accent } from '../timbre/accents.ts';
import { AXES, AXIS_WORDS, type Axis, type Character } from '../timbre/character.ts';
import type { Fragrance } from '../composition/model.ts';
import { isNoteCode, type NoteCode } from '../../../../core/pitch/pitch.ts';
import { pick, type Random } from '../../../../core/values/random.ts';
import { capitalized } from '../../../../core/values/words.ts';

/** Description of a music essence without numbers. */
export const FALLBACK_DESCRIPTION = 'A unique fragrance inspired by your sonic essence.';

/** Words for a fragrance and its effect. */
interface Voice {
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

/** The parts of the opening sentence. */
interface Parts extends Voice {
  top: string;
  middle: string;
  base: string;
}

const TEMPLATES: readonly ((parts: Parts) => string)[] = [
  ({ character, effect, top, middle, base }) =>
    `${capitalized(withArticle(character))} fragrance that opens with ${top}, gathers around ${middle} and settles into ${base}, leaving ${withArticle(effect)} trail.`,
  ({ character, effect, top, middle, base }) =>
    `It rises as ${top}, finds its heart in ${middle} and comes to rest on ${base}: ${character}, and ${effect} to the last breath.`,
  ({ character, effect, top, middle, base }) =>
    `Built on ${base}, rounded by ${middle} and lifted by ${top}, this is ${withArticle(character)} composition with ${withArticle(effect)} presence.`,
];

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
function voiceOfEssence(musicEssence: readonly string[]): Voice | null {
  const average = averageOctave(musicEssence);
  return average === null ? null : voiceOf(average);
}

/** Minimum distance of a distinct trait from the middle of its axis. */
const DISTINCT = 0.18;

/** An axis with a distinct value, and its end. */
export interface Trait {
  axis: Axis;
  end: 'low' | 'high';
}

/** Whether an axis was measured: the notes of talk are too short for a pitch that holds still or trembles. */
function isMeasured(axis: Axis, { attack, vibrato, wander }: Character['measured']): boolean {
  if (axis === 'tremor') return vibrato !== null || wander !== null;
  return axis !== 'strike' || attack !== null;
}

/** The traits of a character that were measured, most distinct first; at least one. */
export function traitsOf({ axes, measured }: Character): Trait[] {
  const sorted = AXES.filter((axis) => isMeasured(axis, measured))
    .map((axis) => ({ axis, apart: axes[axis] - 0.5 }))
    .sort((a, b) => Math.abs(b.apart) - Math.abs(a.apart));
  return sorted
    .filter(({ apart }, i) => i === 0 || Math.abs(apart) >= DISTINCT)
    .map(({ axis, apart }) => ({ axis, end: apart < 0 ? 'low' : 'high' }));
}

/** The word of the trait that stands out second; the first one has a sentence. None where it is already said. */
function traitWords(character: Character, said: string): string[] {
  return traitsOf(character)
    .slice(1, 2)
    .map(({ axis, end }) => AXIS_WORDS[axis][end === 'low' ? 0 : 2])
    .filter((word) => !said.includes(word));
}

/** What is heard of a distinct trait, as a clause. A vibrato has its number. */
function traitClause({ axis, end }: Trait, { measured }: Character): string {
  const { vibrato } = measured;
  if (axis === 'tremor' && end === 'high' && vibrato !== null)
    return `It trembles ${vibrato.rate.toFixed(1)} times a second`;
  return TRAIT_CLAUSES[axis][end];
}

const TRAIT_CLAUSES: Readonly<Record<Axis, Readonly<Record<Trait['end'], string>>>> = {
  brightness: { low: 'It glows more than it shines', high: 'It shines more than it glows' },
  breath: { low: 'There is hardly any breath in it', high: 'Breath runs all through it' },
  roughness: { low: 'Its surface is smooth', high: 'It has a grain to it' },
  strike: { low: 'Its notes swell in slowly', high: 'Its notes are there at once' },
  tremor: { low: 'It holds still', high: 'Its pitch is never quite at rest' },
};

/** Introduces the strongest material. */
const LEADS: readonly ((name: string, image: string) => string)[] = [
  (name, image) => `${name} leads: ${image}.`,
  (name, image) => `First of all there is ${name}, ${image}.`,
  (name, image) => `Most of it is ${name}: ${image}.`,
];

/**
 * The description of a fragrance: one of the three openings with the material that leads each tier, the image of the
 * strongest one, and what sets this sound apart, with its leading accent or the material it ends on. `random` chooses
 * the sentences; it never lists all materials. Speaks of the sound as "it", as strangers read it too.
 */
export function describeFragrance(fragrance: Described, random: Random): string {
  const voice = voiceOfEssence(fragrance.musicEssence);
  const { topNotes, middleNotes, baseNotes, character, accents = [] } = fragrance;
  if (voice === null || [topNotes, middleNotes, baseNotes].some((tier) => tier.length === 0))
    return FALLBACK_DESCRIPTION;
  const essence = fragrance.musicEssence.filter(isNoteCode);
  /** The strongest material of a tier. */
  const leadOf = (tier: readonly string[]): string =>
    essence.map((note) => perfumeNoteOf(note).name).find((name) => tier.includes(name)) ?? tier[0]!;
  const traits = character === undefined ? [] : traitWords(character, voice.character);
  const base = leadOf(baseNotes);
  const opening = pick(
    TEMPLATES,
    random,
  )({
    effect: voice.effect,
    character: inWords([voice.character, ...traits]),
    top: leadOf(topNotes),
    middle: leadOf(middleNotes),
    base,
  });
  const [strongest] = essence;
  if (strongest === undefined) return opening;
  const lead = pick(LEADS, random)(perfumeNoteOf(strongest).name, imageOf(strongest));
  return [opening, lead, closing(essence, base, character, accents)].filter(Boolean).join(' ');
}

/** The last sentence; empty where it would only repeat what is said. */
function closing(
  essence: readonly NoteCode[],
  base: string,
  character: Character | undefined,
  accents: readonly Accent[],
): string {
  const clause = character === undefined ? null : traitClause(traitsOf(character)[0]!, character);
  const accent = leadingAccent(accents);
  if (accent !== null) {
    const rings = `${perfumeNoteOf(accent.note).name} rings above, ${imageOf(accent.note)}.`;
    return clause === null ? rings : `${clause}, and ${rings}`;
  }
  const last = essence.slice(1).find((note) => perfumeNoteOf(note).name === base);
  if (last === undefined) return clause === null ? '' : `${clause}.`;
  const ends = `ends on ${base}, ${imageOf(last)}.`;
  return clause === null ? `It ${ends}` : `${clause}, and it ${ends}`;
}

/** The accent that is heard best; the higher one of equals. Null without accents. */
export function leadingAccent(accents: readonly Accent[]): Accent | null {
  return accents.reduce<Accent | null>((best, one) => (best === null || one.level > best.level ? one : best), null);
}

/** `A`, `A and B`, `A, B and C`. */
export function inWords(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

function withArticle(words: string): string {
  return `${/^[aeiou]/i.test(words) ? 'an' : 'a'} ${words}`;
}
