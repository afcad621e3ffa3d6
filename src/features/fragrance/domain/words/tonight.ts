/** Places at which a visitor can smell the materials of a fragrance tonight, and a recipe for a perfumer. */
import { byPitch, type NoteCode } from '#analysis/values/pitch.ts';
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { SUBSTITUTES, PLACE_PHRASES, MATERIAL_REACH, type SmellingPlace } from '../catalogue/reach.ts';
import type { Fragrance } from '../composition/model.ts';
import { dropsOf, ingredientsOf, RECIPE_DROPS } from './fragranceFacts.ts';

/** A material, and where it can be smelled. */
export interface SmellStep {
  note: NoteCode;
  name: string;
  place: SmellingPlace;
  /** True when the place has only something similar. */
  nearest: boolean;
  how: string;
  warning?: string;
}

interface Tonight {
  /** Number of materials within reach, with their place, and whether it is open at night. */
  sentence: string;
  /** All materials, lightest first, as a perfume opens. */
  steps: SmellStep[];
  /** At most three of them, those nearest to hand. */
  now: SmellStep[];
  /** Drops of 20, most first. */
  recipe: { name: string; drops: number }[];
}

const MAX_STEPS_NOW = 3;

const NUMBER_WORDS = ['None', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
/** A count as a word up to ten, with a capital. */
export const countInWords = (count: number): string => NUMBER_WORDS[count] ?? String(count);

const PLACE_ORDER = Object.keys(PLACE_PHRASES) as SmellingPlace[];

const AT_HOME: readonly SmellingPlace[] = ['kitchen', 'laundry', 'home'];
/** True for a place that is near and open at night. */
const isAtHome = (place: SmellingPlace): boolean => AT_HOME.includes(place);

/** The place with most of the materials, at home if there are any; null if no place has a material itself. */
function bestPlace(steps: readonly SmellStep[]): { place: SmellingPlace; count: number } | null {
  const there = PLACE_ORDER.map((place) => ({
    place,
    count: steps.filter((step) => !step.nearest && step.place === place).length,
  }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  return there.find(({ place }) => isAtHome(place)) ?? there[0] ?? null;
}

function sentenceOf(steps: readonly SmellStep[]): string {
  const best = bestPlace(steps);
  const alone = steps.length === 1;
  if (best === null) return `${alone ? 'This one is' : 'These are'} hard to find. Here is what comes nearest.`;
  const { place, count } = best;
  const where = PLACE_PHRASES[place];
  const instructionFor = (it: string): string =>
    isAtHome(place) ? `Go and smell ${it}.` : `Smell ${it} there tomorrow.`;
  if (alone) return `You find it ${where}. ${instructionFor('it')}`;
  if (count === 1) return `One of these is ${where}. ${instructionFor('it')}`;
  const all = count < steps.length ? `${countInWords(count)} of these` : count === 2 ? 'Both' : 'All of these';
  return `${all} are ${where}. ${instructionFor('them')}`;
}

/** Place of a step, in a word or two: `kitchen`, `nearest to it, home`. */
export const placeOf = ({ place, nearest }: Pick<SmellStep, 'place' | 'nearest'>): string =>
  nearest ? `nearest to it, ${place}` : place;

/** The nearest materials: those that a place has itself before those that are only similar. */
function nearestToHand(steps: readonly SmellStep[]): Set<SmellStep> {
  const distanceOf = ({ nearest, place }: SmellStep): number =>
    (nearest ? PLACE_ORDER.length : 0) + PLACE_ORDER.indexOf(place);
  return new Set(steps.toSorted((a, b) => distanceOf(a) - distanceOf(b)).slice(0, MAX_STEPS_NOW));
}

function stepOf(note: NoteCode): SmellStep {
  const { source: _, access: how, ...reach } = MATERIAL_REACH[note];
  const instead = SUBSTITUTES[note];
  return { note, name: perfumeNoteOf(note).name, how: instead === undefined ? how : `${how} ${instead}`, ...reach };
}

/** @returns null for a fragrance without notes of the catalogue */
export function materialsNearby(fragrance: Pick<Fragrance, 'musicEssence' | 'proportions'>): Tonight | null {
  const ingredients = ingredientsOf(fragrance);
  const drops = dropsOf(ingredients);
  if (drops.length === 0) return null;
  const recipe = drops.map((count, i) => ({ name: ingredients[i]!.name, drops: count }));
  const notes = ingredients.slice(0, drops.length).map(({ note }) => note);
  const steps = notes.toSorted((a, b) => byPitch(b, a)).map(stepOf);
  const first = nearestToHand(steps);
  return {
    sentence: sentenceOf(steps),
    steps,
    now: steps.filter((step) => first.has(step)),
    recipe: recipe.sort((a, b) => b.drops - a.drops),
  };
}

/** Safety note for all materials. */
export const SAFETY_NOTE = 'To smell, not to wear and not to swallow.';

/** The words of a picture of the recipe. */
export interface RecipeCard {
  kind: 'recipe';
  label: string;
  title: string;
  /** Paragraphs. */
  lines: string[];
  /** It is about the whole fragrance. */
  note: null;
}

/** The recipe as the card of one picture: the nearest materials with their places, the drops, and the warnings. */
export function recipeCard(fragrance: Pick<Fragrance, 'name' | 'musicEssence' | 'proportions'>): RecipeCard | null {
  const tonight = materialsNearby(fragrance);
  if (tonight === null) return null;
  const { now, recipe } = tonight;
  const smells = now.map((step) =>
    [`${step.name} (${placeOf(step)}):`, step.how, step.warning].filter((part) => part !== undefined).join(' '),
  );
  const drops = recipe.map(({ name, drops }) => `${drops} ${name}`).join(', ');
  return {
    kind: 'recipe',
    label: 'Smell it tonight',
    title: fragrance.name,
    lines: [...smells, `${RECIPE_DROPS} drops: ${drops}.`, SAFETY_NOTE],
    note: null,
  };
}
