/**
 * Paints a drawing on a canvas: for the forming flower, the share picture and films. Pages show finished drawings as
 * SVG (`drawingSvg.ts`).
 */
import type { Drawing, DrawingShape } from './shapes.ts';
import { colorIn } from './drawingSvg.ts';
import type { Palette } from './palette.ts';

/** The used part of a 2D context, of a page or a worker; `Path` is `Path2D` there. */
export interface PaintSurface<Path> {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  globalAlpha: number;
  fill(path: Path): void;
  stroke(path: Path): void;
}

interface PaintOptions<Path> {
  /** Creates a path from SVG path data: `(data) => new Path2D(data)`. */
  pathOf: (data: string) => Path;
  /** Shapes to paint, in this order; all by default. */
  shapes?: readonly DrawingShape[];
}

/**
 * Paints a shape in the drawing's units: scale the surface first. `opacity` (0 to 1) multiplies the shape's own, to
 * fade it in. Leaves `globalAlpha` at 1.
 */
export function drawShape<Path>(
  surface: PaintSurface<Path>,
  { path, fill, stroke, strokeWidth, opacity: shapeOpacity }: DrawingShape,
  palette: Palette,
  pathOf: (data: string) => Path,
  opacity = 1,
): void {
  const outline = pathOf(path);
  surface.globalAlpha = shapeOpacity * opacity;
  if (fill !== undefined) {
    surface.fillStyle = colorIn(palette, fill);
    surface.fill(outline);
  }
  if (stroke !== undefined) {
    surface.strokeStyle = colorIn(palette, stroke);
    surface.lineWidth = strokeWidth ?? 1;
    surface.stroke(outline);
  }
  surface.globalAlpha = 1;
}

/** Paints the shapes of a drawing, without its paper, in the drawing's units: scale the surface first. */
export function paintDrawing<Path>(
  surface: PaintSurface<Path>,
  drawing: Drawing,
  palette: Palette,
  { pathOf, shapes = drawing.shapes }: PaintOptions<Path>,
): void {
  for (const shape of shapes) drawShape(surface, shape, palette, pathOf);
}
