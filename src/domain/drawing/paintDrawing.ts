/**
 * A drawing on a canvas: for the face that forms while one sings, for the share picture and for films. On pages a finished
 * drawing is SVG (`drawingSvg.ts`).
 */
import type { Drawing, DrawingShape } from './shapes.ts';
import { colorIn } from './drawingSvg.ts';
import type { Palette } from './palette.ts';

/** What painting needs of a 2D context, of a page or of a worker; `Path` is the canvas' own `Path2D`. */
export interface PaintSurface<Path> {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  globalAlpha: number;
  fill(path: Path): void;
  stroke(path: Path): void;
}

export interface PaintOptions<Path> {
  /** Makes a path of SVG path data: `(data) => new Path2D(data)`. */
  pathOf: (data: string) => Path;
  /** Only these of its shapes, in this order; all by default. */
  shapes?: readonly DrawingShape[];
}

/**
 * Paints one shape in the drawing's units: scale the surface first. A film fades a shape in by `opacity` (0 to 1), which
 * multiplies the shape's own. Leaves `globalAlpha` at 1.
 */
export function drawShape<Path>(
  surface: PaintSurface<Path>,
  { path, fill, stroke, strokeWidth, opacity: own }: DrawingShape,
  palette: Palette,
  pathOf: (data: string) => Path,
  opacity = 1,
): void {
  const outline = pathOf(path);
  surface.globalAlpha = own * opacity;
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
