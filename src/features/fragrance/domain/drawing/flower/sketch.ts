/** A drawing before it is fitted to its square: outlines as points around 0, 0, of any size. */
import type { DrawingShape, ShapeRole, ColorToken } from '../shapes.ts';
import { closedCurve, openCurve, type Point } from '../drawingForms.ts';

/** A shape in free units: 1 is about the tip of the longest petal. */
export interface SketchedShape {
  role: ShapeRole;
  points: Point[];
  /** An open line. */
  open?: boolean;
  fill?: ColorToken;
  stroke?: ColorToken;
  strokeWidth?: number;
  opacity: number;
  at?: number | undefined;
}

/** Margin of the square on each side, as a part of it. */
const MARGIN_SHARE = 0.045;

/** `tight` fills the square; `still` keeps the heart in the middle, so that a growing flower does not move. */
export type Frame = 'tight' | 'still';

/**
 * Scales the shapes to a square of `size` in integers, as large as its margin allows. A curve stays within its control
 * points, so nothing is cut off.
 */
export function fitShapes(shapes: readonly SketchedShape[], size: number, frame: Frame): DrawingShape[] {
  const { x, y, reach } = frame === 'tight' ? tightFrame(shapes) : stillFrame(shapes);
  const scale = (size * (0.5 - MARGIN_SHARE)) / reach;
  const place = ([px, py]: Point): Point => [size / 2 + (px - x) * scale, size / 2 + (py - y) * scale];
  return shapes.map(({ role, points, open, fill, stroke, strokeWidth, opacity, at }) => ({
    role,
    path: (open ? openCurve : closedCurve)(points.map(place)),
    ...(fill === undefined ? {} : { fill }),
    ...(stroke === undefined ? {} : { stroke, strokeWidth: Math.max(1, Math.round((strokeWidth ?? 0) * scale)) }),
    opacity: Math.round(opacity * 100) / 100,
    ...(at === undefined ? {} : { at }),
  }));
}

/** Centre and half side of a square in free units. */
interface FreeFrame {
  x: number;
  y: number;
  reach: number;
}

const edgeOf = ({ stroke, strokeWidth = 0 }: SketchedShape): number => (stroke === undefined ? 0 : strokeWidth / 2);

function tightFrame(shapes: readonly SketchedShape[]): FreeFrame {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const shape of shapes) {
    const edge = edgeOf(shape);
    for (const [x, y] of shape.points) {
      left = Math.min(left, x - edge);
      right = Math.max(right, x + edge);
      top = Math.min(top, y - edge);
      bottom = Math.max(bottom, y + edge);
    }
  }
  return { x: (left + right) / 2, y: (top + bottom) / 2, reach: Math.max(right - left, bottom - top) / 2 };
}

function stillFrame(shapes: readonly SketchedShape[]): FreeFrame {
  const distances = shapes.flatMap((shape) =>
    shape.points.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y)) + edgeOf(shape)),
  );
  return { x: 0, y: 0, reach: Math.max(1, ...distances) };
}
