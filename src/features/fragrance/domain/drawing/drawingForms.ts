/** Curves of the drawings, in any units. */

export type Point = readonly [x: number, y: number];

/** Points of an outline. */
const OUTLINE_POINTS = 80;

/** A closed outline around a point: its radius at each angle (radians). */
export function closedPoints(radius: (angle: number) => number, count: number = OUTLINE_POINTS, x = 0, y = 0): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (i / count) * 2 * Math.PI;
    const r = radius(angle);
    return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
  });
}

/**
 * A smooth closed path through the midpoints of the outline's sides (a quadratic B-spline), in integers and relative
 * steps: half the text of absolute decimals.
 */
export function closedCurve(points: readonly Point[]): string {
  const corner = (i: number): Point => points[i % points.length]!;
  return `${spline(
    middle(corner(0), corner(1)),
    points.map((_, i) => [corner(i + 1), middle(corner(i + 1), corner(i + 2))]),
  )}z`;
}

/** The same as an open path; at least three points. */
export function openCurve(points: readonly Point[]): string {
  const last = points.length - 2;
  return spline(
    points[0]!,
    points
      .slice(1, -1)
      .map((corner, i) => [corner, i + 1 === last ? points[last + 1]! : middle(corner, points[i + 2]!)]),
  );
}

function spline(start: Point, pieces: readonly (readonly [corner: Point, end: Point])[]): string {
  // Round positions before subtracting: rounded steps would accumulate errors along the curve.
  let [x, y] = start.map(Math.round) as [number, number];
  let path = `M${x} ${y}q`;
  pieces.forEach(([corner, end], i) => {
    const [cx, cy] = corner.map(Math.round) as [number, number];
    const [nx, ny] = end.map(Math.round) as [number, number];
    if (i > 0 && cx >= x) path += ' ';
    path += `${cx - x}${stepPath(cy - y)}${stepPath(nx - x)}${stepPath(ny - y)}`;
    [x, y] = [nx, ny];
  });
  return path;
}

function middle(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/** A minus sign needs no separator. */
function stepPath(step: number): string {
  return step < 0 ? String(step) : ` ${step}`;
}
