/** Where the materials of a fragrance can be smelled tonight, and a recipe to take to a perfumer. */
import { byPitch, isNoteCode, type NoteCode } from '../../../../core/pitch/pitch.ts';
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import { REACH, type Place } from '../catalogue/reach.ts';
import type { Fragrance } from '../composition/model.ts';
import { partsOf } from '../timbre/proportions.ts';
import { inWords } from './description.ts';

interface Step {
  note: NoteCode;
  name: string;
  place: Place;
  how: string;
}

interface Tonight {
  /** What can be met where. */
  sentence: string;
  /** In the order in which to smell them: the lightest first, as a perfume opens. */
  steps: Step[];
  /** Parts of 20, strongest first. */
  recipe: { name: string; parts: number }[];
}

/** Parts of a recipe; more materials than half of them are no recipe. */
export const RECIPE_PARTS = 20;
const MAX_MATERIALS = 10;

const NUMBERS = ['None', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];
/** A count as a word up to ten, with a capital. */
export const countInLetters = (count: number): string => NUMBERS[count] ?? String(count);

/** Where a place is, after "is" or "are". The order is that of how near it is. */
const WHERE: readonly (readonly [Exclude<Place, 'nowhere'>, string])[] = [
  ['kitchen', 'in a kitchen'],
  ['garden', 'in a garden or at a florist'],
  ['pharmacy', 'at a pharmacy'],
  ['hardware shop', 'in the house or at a hardware shop'],
  ['forest', 'in a forest'],
];

function sentenceOf(steps: readonly Step[]): string {
  const [best] = WHERE.map(([place, where]) => ({ where, met: steps.filter((step) => step.place === place) }))
    .filter(({ met }) => met.length > 0)
    .sort((a, b) => b.met.length - a.met.length);
  const all = `${countInLetters(steps.length).toLowerCase()} ${steps.length === 1 ? 'note' : 'notes'}`;
  if (best === undefined)
    return steps.length === 1
      ? 'Its note can be met nowhere as it is; this comes nearest.'
      : `None of its ${all} can be met as it is; these come nearest.`;
  const { where, met } = best;
  const names = inWords(met.map(({ name }) => name));
  if (steps.length === 1) return `Its note is ${where}: ${names}.`;
  return `${countInLetters(met.length)} of its ${all} ${met.length === 1 ? 'is' : 'are'} ${where}: ${names}.`;
}

/** @returns null for a fragrance without notes of the catalogue */
export function smellTonight({
  musicEssence,
  proportions,
}: Pick<Fragrance, 'musicEssence' | 'proportions'>): Tonight | null {
  const notes = [...new Set(musicEssence.filter(isNoteCode))].slice(0, MAX_MATERIALS);
  if (notes.length === 0) return null;
  const steps = notes
    .toSorted((a, b) => byPitch(b, a))
    .map((note): Step => ({ note, name: perfumeNoteOf(note).name, place: REACH[note].place, how: REACH[note].how }));
  const weight = (note: NoteCode): number => proportions?.find((one) => one.note === note)?.parts ?? 1;
  const parts = partsOf(notes.map(weight), RECIPE_PARTS);
  const recipe = notes
    .map((note, i) => ({ name: perfumeNoteOf(note).name, parts: parts[i]! }))
    .sort((a, b) => b.parts - a.parts);
  return { sentence: sentenceOf(steps), steps, recipe };
}
