import { DRAWING_SIZE, drawFragrance } from '../../../domain/drawing/drawing.ts';
import { paintDrawing } from '../../../domain/drawing/paintDrawing.ts';
import { fragranceFromEssence } from '../../../domain/fragrance/fragrance.ts';
import type { Palette } from '../../../domain/drawing/palette.ts';
import type { NoteCode } from '../../../domain/pitch/pitch.ts';
import { traceOf, type NoteEventLike } from '../../../domain/fragrance/trace.ts';

export interface Heard {
  /** Strongest first, at least one. */
  essence: readonly NoteCode[];
  notes: readonly NoteEventLike[];
  /** Seconds of sound so far. */
  time: number;
}

/** Draws the face of the fragrance as it forms; the same rules that make the finished one. */
export function drawFormingFace(canvas: HTMLCanvasElement, { essence, notes, time }: Heard, palette: Palette): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const trace = traceOf({ duration: time, notes, peaks: [] });
  const drawing = drawFragrance(fragranceFromEssence({ essence, source: 'spectral', now: new Date(0), trace }));
  const scale = canvas.width / DRAWING_SIZE;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  paintDrawing(context, drawing, palette, { pathOf: (data) => new Path2D(data) });
}
