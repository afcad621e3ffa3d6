import { drawFragrance } from '../../../domain/drawing/drawing.ts';
import { colorIn } from '../../../domain/drawing/drawingSvg.ts';
import { DRAWING_SIZE } from '../../../domain/drawing/drawing.ts';
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
  const { shapes } = drawFragrance(fragranceFromEssence({ essence, source: 'spectral', now: new Date(0), trace }));
  const scale = canvas.width / DRAWING_SIZE;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  for (const { path, fill, stroke, strokeWidth, opacity } of shapes) {
    const outline = new Path2D(path);
    context.globalAlpha = opacity;
    if (fill !== undefined) {
      context.fillStyle = colorIn(palette, fill);
      // eslint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
      context.fill(outline);
    }
    if (stroke !== undefined) {
      context.strokeStyle = colorIn(palette, stroke);
      context.lineWidth = strokeWidth ?? 1;
      context.stroke(outline);
    }
  }
  context.globalAlpha = 1;
}
