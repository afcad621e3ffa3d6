import type { Fragrance } from '../fragrance/model.ts';
import type { NoteCode, Octave } from '../pitch/pitch.ts';
import type { Character } from '../timbre/character.ts';

/* What drawings consist of, before they are painted. */

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
