/**
 * Every fragrance has a face: a drawing made of its scent alone. The same scent always gives the same drawing.
 *
 * How to read it. The sound goes once around, clockwise: each note that was heard is a petal at its own moment, the longer
 * the higher it is, as wide as it lasts, leaning to where the melody goes, in the colour of its material. Inside is the
 * essence, cut like an agate: one layer a note, the lowest outside, each with an area like its share of the blend. Edges
 * are the character of the sound: round or pointed, toothed, waving, veiled. Set against it stand a ring in the colour
 * farthest from the rest, and the accents as wreaths of pearls. Threads of scent leave it, as long as it lasts.
 */
import { perfumeNoteOf } from '../catalogue/catalogue.ts';
import type { Character } from '../timbre/character.ts';
import { byPitch, octaveOf, type NoteCode, type Octave } from '../pitch/pitch.ts';
import type { Fragrance } from '../fragrance/model.ts';
import { sketchHeart } from './face/heart.ts';
import { ringing, ringNote, sketchAccents, sketchGround, sketchRing, sketchSillage } from './face/marks.ts';
import { sketchPetals } from './face/petals.ts';
import { planOf } from './face/plan.ts';
import { scoreOf } from './face/score.ts';
import { fitted, type Frame } from './face/sketch.ts';

/** The drawing's own units: a square of 10,000 by 10,000, y downwards; fine enough for paths of whole numbers. */
export const DRAWING_SIZE = 10_000;

/** A colour before a palette is chosen. */
export interface ColorToken {
  note: NoteCode;
  /** 0 nearly paper, 0.5 the note's fill, 1 the deepest; `line` is the colour of its edges and thin marks. */
  depth: number | 'line';
}

/** What a shape is in the drawing; painted roughly in this order. */
export type ShapeRole = 'ground' | 'sillage' | 'layer' | 'petal' | 'ring' | 'accent';

/** One painted shape, in painting order. */
export interface DrawingShape {
  role: ShapeRole;
  /** SVG path data, also good for `Path2D`. */
  path: string;
  fill?: ColorToken;
  stroke?: ColorToken;
  strokeWidth?: number;
  /** 0 to 1. */
  opacity: number;
  /** When the note that this shape stands for is heard first, seconds of the recording; absent where nothing tells. */
  at?: number;
}

export interface Drawing {
  /** The paper's tint: the family of the strongest note; null is bare paper. */
  ground: Octave | null;
  shapes: DrawingShape[];
}

/**
 * What a drawing is made of: the scent, and neither its name nor its id, so that a copy that was exported and imported looks
 * the same. Everything after `persistence` may be missing.
 */
export type Drawable = Pick<
  Fragrance,
  'musicEssence' | 'intensity' | 'complexity' | 'persistence' | 'trace' | 'face' | 'accents' | 'proportions'
> & { character?: Pick<Character, 'axes'> };

/** The drawing of a fragrance. One without notes gives bare paper. One that is still forming keeps its heart in the middle. */
export function drawFragrance(fragrance: Drawable, frame: Frame = 'tight'): Drawing {
  const score = scoreOf(fragrance);
  if (score === null) return { ground: null, shapes: [] };
  const plan = planOf(score);
  const flames = new Map(fragrance.accents?.map((accent) => [accent.of, { note: accent.note, ring: ringing(accent) }]));
  const shapes = [
    ...sketchGround(plan),
    ...sketchSillage(plan, fragrance.persistence),
    ...sketchAccents(plan, fragrance),
    ...sketchPetals(plan, flames),
    ...sketchRing(plan, ringNote(fragrance)),
    ...sketchHeart(plan, fragrance.complexity),
  ];
  return { ground: octaveOf(score.lead), shapes: fitted(shapes, DRAWING_SIZE, frame) };
}

/** A text alternative for the drawing of a fragrance, for those who do not see it. */
export function drawingLabel({ name, musicEssence }: Pick<Fragrance, 'name' | 'musicEssence'>): string {
  const sorted = [...musicEssence].sort(byPitch);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined) return `Drawing of ${name}`;
  const of = (note: NoteCode): string => perfumeNoteOf(note).name;
  if (lowest === highest) return `Drawing of ${name}: a flower in the colour of ${of(lowest)}`;
  return `Drawing of ${name}: a flower around a cut agate, from ${of(lowest)} at its edge to ${of(highest)} at its heart`;
}
