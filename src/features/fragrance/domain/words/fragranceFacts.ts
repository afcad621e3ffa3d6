/**
 * The facts of a fragrance, decided once: its name, description, cards, recipe and reasons use them, so that no two of
 * them contradict each other (docs/decisions.md, 17).
 */
import { byPitch, isNoteCode, type NoteCode } from '#analysis/values/pitch.ts';
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import type { Fragrance } from '../composition/model.ts';
import type { Accent } from '../timbre/accents.ts';
import type { VoiceType } from '#analysis/values/timbre.ts';
import { partsOf } from '../timbre/proportions.ts';
import { traitsOf, type Trait } from './traits.ts';

/** A material of a fragrance. */
export interface Ingredient {
  note: NoteCode;
  name: string;
  /** Parts of 100; null where nothing was measured. */
  parts: number | null;
}

/**
 * Origin of a sound. `unknown`: the analysis is not sure, as a flute and a voice can sound alike. `unread`: the notes
 * come from the bytes, as the sound could not be analysed.
 */
export type VoiceKind = VoiceType['kind'] | 'beat' | 'unpitched' | 'unread' | 'unknown';

export interface FragranceFacts {
  manner: VoiceKind;
  /** Average octave of the essence; null without notes. */
  octave: number | null;
  /** Strongest first. */
  ingredients: readonly Ingredient[];
  /** The strongest of all; null where several are equally strong. */
  leads: Ingredient | null;
  /** The strongest of each tier; null where it has its default alone. */
  opens: Ingredient | null;
  heart: Ingredient | null;
  lasting: Ingredient | null;
  /** The notes that name it: those that sounded longest, longest first. */
  longest: readonly NoteCode[];
  /** The lowest and the highest note that sounded itself. */
  lowest: NoteCode | null;
  highest: NoteCode | null;
  /** Most unusual first. */
  traits: readonly Trait[];
  /** The most audible overtone outside the essence; null when none is audible. */
  overtone: Accent | null;
}

/** The part of a fragrance that its words depend on. */
export type FactsInput = Pick<
  Fragrance,
  | 'source'
  | 'musicEssence'
  | 'topNotes'
  | 'middleNotes'
  | 'baseNotes'
  | 'trace'
  | 'face'
  | 'accents'
  | 'character'
  | 'proportions'
>;

/** Notes that give the name of a fragrance without outstanding lengths, and of talk. */
const MAX_NAMED_NOTES = 3;
const MAX_SPOKEN_NOTES = 2;
/** A partial with less than half the amplitude of the strongest one of its note merges into the tone, dB. */
const AUDIBLE_PARTIAL_DB = -6;

/** True when an overtone is audible by itself. */
export const isAudible = ({ level }: Accent): boolean => level >= AUDIBLE_PARTIAL_DB;

/** From here on a material is "most" of a fragrance, parts of 100. */
const MOST_PARTS = 50;

/** True when at least half of the fragrance is this material. */
export const isMajority = ({ parts }: Ingredient): boolean => parts !== null && parts >= MOST_PARTS;

/** The materials of an essence by their parts, strongest first; in the order of the essence where they are unknown. */
export function ingredientsOf({
  musicEssence,
  proportions = [],
}: Pick<Fragrance, 'musicEssence' | 'proportions'>): Ingredient[] {
  const parts = new Map(proportions.map((item) => [item.note, item.parts]));
  return [...new Set(musicEssence.filter(isNoteCode))]
    .map((note) => ({ note, name: perfumeNoteOf(note).name, parts: parts.get(note) ?? null }))
    .sort((a, b) => (b.parts ?? 0) - (a.parts ?? 0));
}

/** Drops of a recipe; more materials than half of them are no recipe. */
export const RECIPE_DROPS = 20;
const MAX_MATERIALS = 10;

/** Drops of each of the strongest materials in a recipe, for at most ten materials. */
export function dropsOf(ingredients: readonly Ingredient[]): number[] {
  const some = ingredients.slice(0, MAX_MATERIALS);
  // Without measurements, the first notes of an essence count as the stronger ones.
  return partsOf(
    some.map(({ parts }, i) => parts ?? 2 * some.length - i),
    RECIPE_DROPS,
  );
}

/** The strongest materials: one, or several with as many drops. Unknown parts are in the order of the essence. */
export function strongestMaterials(ingredients: readonly Ingredient[]): Ingredient[] {
  const drops = dropsOf(ingredients);
  return ingredients.filter((item, i) => i === 0 || (item.parts !== null && drops[i] === drops[0]));
}

/** A text that distinguishes a sound from others, for choices that depend on it. */
export const soundKey = ({ ingredients, traits }: Pick<FragranceFacts, 'ingredients' | 'traits'>): string =>
  [...ingredients.map(({ note }) => note), ...traits.map(({ axis, end }) => `${axis}-${end}`)].join(' ');

/** The notes of an essence, strongest first. */
export const strongestFirst = (fragrance: Pick<Fragrance, 'musicEssence' | 'proportions'>): NoteCode[] =>
  ingredientsOf(fragrance).map(({ note }) => note);

/**
 * Average of all numbers in the music essence: for C4, E4 and G5 it is 13/3. Null without numbers. Accepts any text, as
 * older local copies may be spelled differently.
 */
export function averageOctave(musicEssence: readonly string[]): number | null {
  const numbers = musicEssence.flatMap((note) => note.match(/\d+/g) ?? []).map(Number);
  return numbers.length === 0 ? null : numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
}

/** The account of a fragrance, new or stored. */
export function factsOf(fragrance: FactsInput): FragranceFacts {
  const { topNotes, middleNotes, baseNotes, accents = [], character } = fragrance;
  const ingredients = ingredientsOf(fragrance);
  const leadOf = (tier: readonly string[]): Ingredient | null =>
    ingredients.find(({ name }) => tier.includes(name)) ?? null;
  const notes = ingredients.map(({ note }) => note);
  const octave = averageOctave(fragrance.musicEssence);
  const sounded = soundedOf(notes, fragrance);
  const manner = voiceKindOf(fragrance);
  return {
    manner,
    octave,
    ingredients,
    leads: strongestMaterials(ingredients).length === 1 ? ingredients[0]! : null,
    opens: leadOf(topNotes),
    heart: leadOf(middleNotes),
    lasting: leadOf(baseNotes),
    longest: longestOf(notes, fragrance, manner),
    lowest: sounded[0] ?? null,
    highest: sounded.at(-1) ?? null,
    traits: character === undefined ? [] : traitsOf(character, octave),
    overtone: bestHeard(accents.filter(isAudible)),
  };
}

/** From this partial on an overtone rings two octaves and more above its note. */
const HIGH_PARTIAL = 4;

/** True when an overtone is far above its note. */
export const ringsHigh = ({ partial }: Accent): boolean => partial >= HIGH_PARTIAL;

/** Confidence from which words state how a sound was made. */
const MIN_CONFIDENCE = 0.5;

function voiceKindOf({ source, character }: FactsInput): VoiceKind {
  switch (source) {
    case 'beat':
      return 'beat';
    case 'keys':
      return 'played';
    case 'resonance':
      return 'unpitched';
    case 'byte-hash':
      return 'unread';
    case 'demo':
      return 'unknown';
    case 'spectral':
    case 'link': {
      const manner = character?.manner;
      return manner !== undefined && manner.confidence >= MIN_CONFIDENCE ? manner.kind : 'unknown';
    }
    default:
      return source satisfies never;
  }
}

/**
 * Share of the longest note's length from which a note counts as equally long, and share below which it counts as
 * brief.
 */
const ABOUT_AS_LONG = 0.6;
const NOT_BRIEF = 0.25;

/**
 * The notes that sounded longest, or came most often in talk; without times, the first ones. Lengths that are nearly
 * equal count as equal, so that another take of the same tune does not change which notes these are.
 */
function longestOf(notes: readonly NoteCode[], { proportions = [], trace }: FactsInput, manner: VoiceKind): NoteCode[] {
  const seconds = new Map(proportions.map((item) => [item.note, item.seconds ?? 0]));
  const lengthOf = (note: NoteCode): number => seconds.get(note) ?? 0;
  const sounded = notes.filter((note) => lengthOf(note) > 0).sort((a, b) => lengthOf(b) - lengthOf(a));
  if (sounded.length === 0) return notes.slice(0, MAX_NAMED_NOTES);
  if (manner === 'spoken' && trace !== undefined) {
    const times = (note: NoteCode): number => trace.notes.filter((item) => item.note === note).length;
    return sounded.sort((a, b) => times(b) - times(a) || byPitch(b, a)).slice(0, MAX_SPOKEN_NOTES);
  }
  const atLeast = (share: number): NoteCode[] =>
    sounded.filter((note) => lengthOf(note) >= share * lengthOf(sounded[0]!));
  return (
    [atLeast(ABOUT_AS_LONG), atLeast(NOT_BRIEF)].find(({ length }) => length > 1) ?? sounded.slice(0, MAX_NAMED_NOTES)
  );
}

/** The notes of the sound itself, lowest first; all of them without facts about the sound. */
function soundedOf(notes: readonly NoteCode[], { trace, face }: FactsInput): NoteCode[] {
  const soundingNotes = new Set((trace ?? face)?.notes.map(({ note }) => note));
  const sounded = notes.filter((note) => soundingNotes.has(note));
  return (sounded.length === 0 ? [...notes] : sounded).sort(byPitch);
}

/** The loudest accent; the higher one of equals. */
function bestHeard(accents: readonly Accent[]): Accent | null {
  return accents.reduce<Accent | null>((best, item) => (best === null || item.level > best.level ? item : best), null);
}
