import type { Axis } from '../../../domain/colour/character.ts';
import { DRAWING_SIZE, drawFragrance, type Drawable } from '../../../domain/drawing/drawing.ts';
import { paintDrawing } from '../../../domain/drawing/paintDrawing.ts';
import type { Palette } from '../../../domain/drawing/palette.ts';
import { noteCodeOf, type NoteCode } from '../../../domain/pitch/pitch.ts';
import { traceOf, type NoteEventLike } from '../../../domain/fragrance/trace.ts';

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

/** Draws the face of the fragrance as it forms, by the rules that make the finished one. */
export function drawFormingFace(canvas: HTMLCanvasElement, heard: Heard, palette: Palette): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const scale = canvas.width / DRAWING_SIZE;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  const drawing = drawFragrance(formingFragrance(heard), 'still');
  paintDrawing(context, drawing, palette, { pathOf: (data) => new Path2D(data) });
}
