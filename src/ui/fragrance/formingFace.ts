import type { Axis } from '../../domain/timbre/character.ts';
import { drawFragrance } from '../../domain/drawing/drawing.ts';
import { DRAWING_SIZE, type Drawable, type Drawing, type DrawingShape } from '../../domain/drawing/shapes.ts';
import { drawShape } from '../../domain/drawing/paintDrawing.ts';
import type { Palette } from '../../domain/drawing/palette.ts';
import { traceOf, type NoteEventLike } from '../../domain/fragrance/trace.ts';
import { noteCodeOf, type NoteCode } from '../../domain/pitch/pitch.ts';

/** Device pixels of a CSS pixel that a face on a canvas is painted with at most. */
const MAX_DENSITY = 2;

export interface Heard {
  /** Strongest first, at least one. */
  essence: readonly NoteCode[];
  notes: readonly NoteEventLike[];
  /** Seconds of sound so far. */
  time: number;
}

/** So long does the first turn of the forming face take, s: until then a petal stays where it opened. */
const FIRST_TURN_S = 8;
/** The character is measured at the end; until then the petals are all alike. */
const AXES: Record<Axis, number> = { brightness: 0.5, breath: 0.25, roughness: 0.15, strike: 0.4, tremor: 0.2 };

/** What is drawn of a sound that goes on: nothing in it may jump from one moment to the next. */
export function formingFragrance({ essence, notes, time }: Heard): Drawable {
  const heard = notes.map(({ midi }) => noteCodeOf(midi));
  // In the order of their first sounding: the note that leads turns the flower, and who is strongest changes often.
  const place = (note: NoteCode): number => (heard.includes(note) ? heard.indexOf(note) : heard.length);
  return {
    musicEssence: [...essence].sort((a, b) => place(a) - place(b)),
    intensity: 0.5,
    complexity: 0.5,
    persistence: 0.4,
    trace: traceOf({ duration: Math.max(time, FIRST_TURN_S), notes, peaks: [] }),
    character: { axes: AXES },
  };
}

/** The face of the fragrance as it forms, by the rules that make the finished one. */
export function formingDrawing(heard: Heard): Drawing {
  return drawFragrance(formingFragrance(heard), 'still');
}

/**
 * Paints a drawing on a canvas, in as many pixels as it has on the page, in place of what was there.
 * @param strengthOf how much of a shape there is already, 0 to 1; all of every one by default
 */
export function paintFace(
  canvas: HTMLCanvasElement,
  drawing: Drawing,
  palette: Palette,
  strengthOf: (shape: DrawingShape) => number = () => 1,
): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const size = Math.max(1, Math.round(canvas.clientWidth * Math.min(MAX_DENSITY, window.devicePixelRatio || 1)));
  // Given anew, the size also empties the canvas.
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
