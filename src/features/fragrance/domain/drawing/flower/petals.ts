/**
 * Petals: one for each heard note, at its time around the circle. Pitch sets the length, duration the width, the next
 * interval the lean. The form shows the timbre: soft is round and struck pointed, rough is toothed, trembling wavy,
 * breathy veiled.
 */
import type { NoteCode } from '#analysis/values/pitch.ts';
import type { Point } from '../drawingForms.ts';
import { angleOf, type Plan } from './plan.ts';
import { clamp } from '#core/values/numbers.ts';
import type { NoteArc } from './score.ts';
import type { SketchedShape } from './sketch.ts';

export interface Petal {
  /** Radians. */
  angle: number;
  /** Radii of its base and its tip. */
  base: number;
  tip: number;
  /** Half its width at the widest place. */
  half: number;
  /** Angle between its tip and its axis, radians. */
  lean: number;
}

/** Points on each side of a petal, and of a plain one. */
const SIDE_POINTS = 9;
const PLAIN_SIDE = 5;
/** With more petals than this, each is drawn with less detail. */
const MAX_DETAILED_PETALS = 20;
const CROWD_SIDE = 7;
const FULL_TURN = 2 * Math.PI;

/** The petals of a plan with their notes, in the order of the melody. */
export function petalsOf({ score: { events, axes }, ...plan }: Plan): (Petal & { sounded: NoteArc })[] {
  const { heart, height } = plan;
  const contrast = 0.75 + 0.8 * axes.strike;
  const fullness = 1.3 - 0.5 * axes.strike;
  const least = Math.min(0.26, 2.9 / events.length) * (1 - 0.3 * axes.brightness);
  const twist = 0.5 * (axes.tremor - 0.25) + 0.3 * (axes.brightness - 0.5);
  return events.map((sounded, i) => {
    const { midi, from, to, loud } = sounded;
    const next = events[i + 1] ?? events[0]!;
    const interval = Math.max(-9, Math.min(9, next.midi - midi));
    const tip = heart + (1 - heart) * (0.14 + 0.7 * height(midi) ** contrast + 0.16 * loud);
    const widest = heart + (tip - heart) * 0.55;
    return {
      sounded,
      angle: angleOf(plan, (from + to) / 2),
      base: heart * 0.4,
      tip,
      half: widest * Math.min(0.62, Math.max(least, (to - from) * Math.PI * fullness)),
      lean: (interval / 9) * 0.5 * (0.5 + 0.5 * axes.strike) + twist,
    };
  });
}

/** Parameters of an outline, from the character. */
interface Edge {
  /** Position of the widest point from base to tip, and the sharpness of the tip. */
  belly: number;
  point: number;
  teeth: number;
  wave: number;
  side: number;
}

function edgeOf({ score: { axes, events } }: Plan, plain: boolean): Edge {
  return {
    belly: 0.68 - 0.34 * axes.strike - 0.1 * axes.brightness,
    point: 0.4 + 0.95 * axes.strike,
    teeth: plain ? 0 : 0.36 * Math.max(0, axes.roughness - 0.18),
    wave: 0.11 * axes.tremor,
    side: plain ? PLAIN_SIDE : events.length > MAX_DETAILED_PETALS ? CROWD_SIDE : SIDE_POINTS,
  };
}

/** A point of the petal's middle line, `s` from its base (0) to its tip (1), and the direction across. */
function middleLinePoint({ angle, base, tip, lean }: Petal, wave: number, s: number) {
  const r = base + (tip - base) * s;
  const a = angle + lean * s ** 1.7 + wave * Math.sin(s * FULL_TURN) * s;
  return { x: r * Math.cos(a), y: r * Math.sin(a), nx: -Math.sin(a), ny: Math.cos(a) };
}

/** The outline of a petal; for struck notes the curve reaches its tip. */
export function petalOutline(petal: Petal, plan: Plan, plain = false): Point[] {
  const { belly, point, teeth, wave, side } = edgeOf(plan, plain);
  const edge = (sign: number): Point[] =>
    Array.from({ length: side }, (_, i) => {
      const s = (i + 0.5) / side;
      const full =
        s < belly
          ? 0.4 + 0.6 * Math.sin(((s / belly) * Math.PI) / 2)
          : Math.cos((((s - belly) / (1 - belly)) * Math.PI) / 2) ** point;
      const half = sign * petal.half * full * (1 + teeth * (i % 2 === 0 ? 1 : -1));
      const { x, y, nx, ny } = middleLinePoint(petal, wave, s);
      return [x + nx * half, y + ny * half];
    });
  const end = middleLinePoint(petal, wave, 1);
  const foot = middleLinePoint(petal, wave, 0);
  const top: Point = [end.x, end.y];
  return [[foot.x, foot.y], ...edge(1), ...(plan.score.axes.strike > 0.4 ? [top, top] : [top]), ...edge(-1).reverse()];
}

/** The petal, shrunk towards its middle line. */
function inner(petal: Petal, width: number, length: number): Petal {
  const { base, tip } = petal;
  return { ...petal, base: base + (tip - base) * 0.3, tip: base + (tip - base) * length, half: petal.half * width };
}

/** A point of a petal's middle line: 0 at its base, 1 at its tip. */
export function petalPoint(petal: Petal, plan: Plan, s: number): Point {
  const { x, y } = middleLinePoint(petal, edgeOf(plan, true).wave, s);
  return [x, y];
}

/**
 * The petals as shapes, long ones behind. A note with an accent has a flame in the accent's colour.
 *
 * @param flames the accent of a note and its loudness, 0 to 1
 */
export function sketchPetals(
  plan: Plan,
  flames: ReadonlyMap<NoteCode, { note: NoteCode; ring: number }>,
): SketchedShape[] {
  const { axes } = plan.score;
  const aura = [...flames.values()].sort((a, b) => b.ring - a.ring)[0]?.note;
  const sorted = petalsOf(plan)
    .map((petal, i) => ({ petal, i }))
    .sort((a, b) => b.petal.tip - a.petal.tip || a.i - b.i)
    .map(({ petal }) => petal);
  const veil = clamp((axes.breath - 0.2) * 1.5);
  const spread = 0.3 + 0.5 * veil;
  const wash = sorted.map((petal): SketchedShape => {
    const { note, at } = petal.sounded;
    return {
      role: 'petal',
      at,
      points: petalOutline(
        { ...petal, tip: petal.tip + 0.05 + 0.08 * veil, half: petal.half * (1 + spread) },
        plan,
        true,
      ),
      fill: { note: aura ?? note, depth: 0.42 },
      opacity: 0.34 + 0.12 * veil,
    };
  });
  const petals = sorted.flatMap((petal): SketchedShape[] => {
    const { note, at, loud } = petal.sounded;
    const flame = flames.get(note);
    return [
      {
        role: 'petal',
        at,
        points: petalOutline(petal, plan),
        fill: { note, depth: 0.5 },
        stroke: { note, depth: 'line' },
        strokeWidth: 0.004,
        opacity: 0.94 - 0.18 * veil,
      },
      {
        role: 'petal',
        at,
        points: petalOutline(inner(petal, 0.42 + 0.2 * (flame?.ring ?? 0), 0.86), plan, true),
        fill: flame ? { note: flame.note, depth: 0.5 } : { note, depth: 0.58 + 0.14 * loud },
        opacity: flame ? 0.62 + 0.3 * flame.ring : 0.62,
      },
      ...(sorted.length > MAX_DETAILED_PETALS
        ? []
        : [
            {
              role: 'petal' as const,
              at,
              open: true,
              points: [0.3, 0.5, 0.7, 0.9].map((s) => petalPoint(petal, plan, s)),
              stroke: { note, depth: 0.3 },
              strokeWidth: 0.005,
              opacity: 0.75,
            },
          ]),
    ];
  });
  return [...wash, ...petals];
}
