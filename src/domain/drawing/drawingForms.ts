/** The geometry of the drawings: closed organic forms around a centre. Pure numbers, in the drawing's units. */

export type Point = readonly [x: number, y: number];

export interface Form {
  x: number;
  y: number;
  radius: number;
  /** Lobes, petals or spikes around it. */
  lobes: number;
  /** Radians. */
  phase: number;
  /** How far the lobes swell, as a part of the radius. */
  swell: number;
  /** 0 is smooth like a pebble, 0.5 has petals with folds between them, 1 has points like frost. */
  sharpness: number;
  /** A slow irregularity that all forms of one drawing share, so that they nest. */
  wobble: { lobes: number; phase: number; amount: number };
}

/** Points around every form, so that two forms can be interpolated point by point. */
const POINTS = 80;

/** The outline of a form. */
export function formAt(form: Form): Point[] {
  return Array.from({ length: POINTS }, (_, i) => {
    const angle = (i / POINTS) * 2 * Math.PI;
    const turn = form.lobes * (angle - form.phase);
    const pebble = Math.cos(turn);
    const petal = 2 * Math.abs(Math.cos(turn / 2)) ** 0.9 - 1;
    const frost = 1 - 2 * Math.abs(Math.sin(turn / 2)) ** 0.7;
    const s = form.sharpness * 2;
    const lobe = s < 1 ? mix(pebble, petal, s) : mix(petal, frost, s - 1);
    const uneven = form.wobble.amount * Math.cos(form.wobble.lobes * angle - form.wobble.phase);
    const r = form.radius * (1 + form.swell * lobe + uneven);
    return [form.x + r * Math.cos(angle), form.y + r * Math.sin(angle)];
  });
}

/** The outline between two outlines with equally many points. */
export function interpolate(from: readonly Point[], to: readonly Point[], t: number): Point[] {
  return from.map(([x, y], i) => [mix(x, to[i]![0], t), mix(y, to[i]![1], t)]);
}

/**
 * A smooth closed path through the midpoints of the outline's sides (a quadratic B-spline), in whole units and in
 * steps relative to each other: half the text of absolute decimals.
 */
export function closedCurve(points: readonly Point[]): string {
  const corner = (i: number): Point => points[i % points.length]!;
  const middle = (i: number): Point => [(corner(i)[0] + corner(i + 1)[0]) / 2, (corner(i)[1] + corner(i + 1)[1]) / 2];
  // Positions are rounded before they are subtracted: rounding the steps would let the errors add up around the form.
  let [x, y] = middle(0).map(Math.round) as [number, number];
  let path = `M${x} ${y}q`;
  points.forEach((_, i) => {
    const [cx, cy] = corner(i + 1).map(Math.round) as [number, number];
    const [nx, ny] = middle(i + 1).map(Math.round) as [number, number];
    if (i > 0 && cx >= x) path += ' ';
    path += `${cx - x}${separated(cy - y)}${separated(nx - x)}${separated(ny - y)}`;
    [x, y] = [nx, ny];
  });
  return `${path}z`;
}

function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

/** A minus sign separates numbers by itself. */
function separated(step: number): string {
  return step < 0 ? String(step) : ` ${step}`;
}
