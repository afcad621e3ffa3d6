import { blendOf } from '../domain/timbre/blend.ts';
import type { Axis } from '../domain/timbre/character.ts';
import { drawFragrance } from '../domain/drawing/drawing.ts';
import { DRAWING_SIZE, type Drawable, type Drawing, type DrawingShape } from '../domain/drawing/shapes.ts';
import { drawShape } from '../domain/drawing/paintDrawing.ts';
import type { Palette } from '../domain/drawing/palette.ts';
import { traceOf, type NoteEventLike } from '../domain/composition/trace.ts';
import { noteCodeOf, type NoteCode } from '#analysis/values/pitch.ts';

/** Maximum canvas density, device pixels per CSS pixel. */
const MAX_DENSITY = 2;

export interface FlowerInput {
  /** Strongest first, at least one. */
  essence: readonly NoteCode[];
  /** With their clarity, 0 to 1. */
  notes: readonly (NoteEventLike & { confidence: number })[];
  /** Seconds of sound so far. */
  time: number;
}

/** Duration of the first turn, s; until then petals stay put. */
const FIRST_TURN_S = 8;
/** The character is measured at the end; until then all petals look alike. */
const NEUTRAL_AXES: Record<Axis, number> = { brightness: 0.5, breath: 0.25, roughness: 0.15, strike: 0.4, tremor: 0.2 };

/** State of the live drawing. Every value is smoothed. */
function formingFragrance({ essence, notes, time }: FlowerInput): Drawable {
  const noteCodes = notes.map(({ midi }) => noteCodeOf(midi));
  const named = notes.map((note, i) => ({ ...note, note: noteCodes[i]! }));
  // In the order of their first sounding: the first note sets the rotation, and the strongest changes often.
  const place = (note: NoteCode): number => (noteCodes.includes(note) ? noteCodes.indexOf(note) : noteCodes.length);
  return {
    musicEssence: [...essence].sort((a, b) => place(a) - place(b)),
    intensity: 0.5,
    complexity: 0.5,
    persistence: 0.4,
    trace: traceOf({ duration: Math.max(time, FIRST_TURN_S), notes, peaks: [] }),
    // The parts as of the finished fragrance.
    ...blendOf(essence, named, null),
    character: { axes: NEUTRAL_AXES },
  };
}

/** The flower of the forming fragrance, by the same rules as the finished one. */
export function formingDrawing(input: FlowerInput): Drawing {
  return drawFragrance(formingFragrance(input), 'still');
}

/**
 * Paints a drawing on a canvas at the canvas' size on the page and replaces the previous one.
 * @param strengthOf opacity of a shape, 0 to 1; 1 by default
 */
export function paintFlower(
  canvas: HTMLCanvasElement,
  drawing: Drawing,
  palette: Palette,
  strengthOf: (shape: DrawingShape) => number = () => 1,
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const size = Math.max(1, Math.round(canvas.clientWidth * Math.min(MAX_DENSITY, window.devicePixelRatio || 1)));
  // Setting the size also clears the canvas.
  canvas.width = size;
  canvas.height = size;
  context.scale(size / DRAWING_SIZE, size / DRAWING_SIZE);
  for (const shape of drawing.shapes) {
    const strength = strengthOf(shape);
    if (strength > 0) drawShape(context, shape, palette, outlineOf, strength);
  }
}

function outlineOf(path: string): Path2D {
  return new Path2D(path);
}
