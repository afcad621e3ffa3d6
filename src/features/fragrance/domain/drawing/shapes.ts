import type { Fragrance } from '../composition/model.ts';
import type { NoteCode, Octave } from '#analysis/values/pitch.ts';
import type { Character } from '../timbre/character.ts';

/* The shapes of drawings, before painting. */

/** Size of a drawing: a square of 10,000 units, y downwards; fine enough for integer paths. */
export const DRAWING_SIZE = 10_000;

/** A colour before a palette is chosen. */
export interface ColorToken {
  note: NoteCode;
  /** 0 nearly paper, 0.5 the note's fill, 1 the deepest; `line` is the colour of its edges and thin marks. */
  depth: number | 'line';
}

/** Kind of a shape, roughly in painting order. */
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
  /** First onset of the shape's note, s in the recording; absent if unknown. */
  at?: number;
}

export interface Drawing {
  /** Tint of the paper: the family of the strongest note; null for bare paper. */
  ground: Octave | null;
  shapes: DrawingShape[];
}

/**
 * The input of a drawing: the scent without name and id, so that an exported and imported copy looks the same.
 * Everything after `persistence` is optional.
 */
export type Drawable = Pick<
  Fragrance,
  'musicEssence' | 'intensity' | 'complexity' | 'persistence' | 'trace' | 'face' | 'accents' | 'proportions'
> & { character?: Pick<Character, 'axes'> };
