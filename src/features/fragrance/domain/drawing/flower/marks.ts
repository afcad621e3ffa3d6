/**
 * Marks around the flower: its background, the threads of scent, the contrasting ring, and the rays of the accents.
 */
import type { Accent } from '#features/fragrance/domain/timbre/accents.ts';
import { midiOf, type NoteCode } from '#analysis/values/pitch.ts';
import { closedPoints, type Point } from '../drawingForms.ts';
import type { Drawable } from '../shapes.ts';
import { noteColors } from '../noteColors.ts';
import { oklabOf } from '../oklab.ts';
import { firstOnset, heartOutline } from './heart.ts';
import { petalOutline, petalPoint, petalsOf, type Petal } from './petals.ts';
import type { Plan } from './plan.ts';
import type { SketchedShape } from './sketch.ts';

const FULL_TURN = 2 * Math.PI;

/** A pale shape behind the petals, like ink in wet paper: the melody's contour. */
export function sketchGround({ heart, contour, score }: Plan): SketchedShape[] {
  const body = (reach: number): Point[] => closedPoints((angle) => heart + (1 - heart) * reach * contour(angle), 44);
  return [{ role: 'ground', points: body(0.6), fill: { note: score.lead, depth: 0.26 }, opacity: 0.3 }];
}

/** Threads from the petals: number and length by persistence. */
export function sketchSillage(plan: Plan, persistence: number): SketchedShape[] {
  const petals = [...petalsOf(plan)].sort((a, b) => b.sounded.loud * b.tip - a.sounded.loud * a.tip);
  const count = Math.min(petals.length, 2 + Math.round(7 * persistence));
  const reach = 0.03 + 0.09 * persistence;
  return petals.slice(0, count).flatMap((petal): SketchedShape[] => {
    const { note, at } = petal.sounded;
    const way = petal.lean < 0 ? -1 : 1;
    const [tipX, tipY] = petalPoint(petal, plan, 1);
    const radius = Math.hypot(tipX, tipY);
    const angle = Math.atan2(tipY, tipX);
    const beyond = [0.35, 0.7, 1].map((s): Point => {
      const a = angle + way * 0.2 * s * s;
      return [(radius + reach * s) * Math.cos(a), (radius + reach * s) * Math.sin(a)];
    });
    const points = [petalPoint(petal, plan, 0.8), petalPoint(petal, plan, 0.9), ...beyond];
    const [x, y] = points.at(-1)!;
    return [
      { role: 'sillage', at, open: true, points, stroke: { note, depth: 'line' }, strokeWidth: 0.006, opacity: 0.8 },
      {
        role: 'sillage',
        at,
        points: closedPoints(() => 0.015, 6, x, y),
        fill: { note, depth: 0.5 },
        stroke: { note, depth: 'line' },
        strokeWidth: 0.004,
        opacity: 1,
      },
    ];
  });
}

/**
 * The note of the ring: the accent, else the note of the essence, whose colour is farthest from the lead's.
 */
export function ringNote({ musicEssence, accents }: Drawable): NoteCode {
  const from = oklabOf(noteColors(musicEssence[0]!, 'light').fill);
  const distance = (note: NoteCode): number =>
    Math.hypot(...oklabOf(noteColors(note, 'light').fill).map((v, i) => v - from[i]!));
  const among = accents !== undefined && accents.length > 0 ? accents.map(({ note }) => note) : musicEssence;
  return among.reduce((best, note) => (distance(note) > distance(best) ? note : best));
}

export function sketchRing(plan: Plan, note: NoteCode): SketchedShape[] {
  const at = firstOnset(plan.score.events, note);
  const points = heartOutline(plan, 1.09);
  return [
    { role: 'ring', at, points, stroke: { note, depth: 'line' }, strokeWidth: 0.047, opacity: 1 },
    { role: 'ring', at, points, stroke: { note, depth: 0.5 }, strokeWidth: 0.037, opacity: 1 },
  ];
}

/** Loudness of an accent relative to its note, 0 to 1. */
export function accentLoudness({ level }: Pick<Accent, 'level'>): number {
  return Math.max(0, 1 + level / 24);
}

/**
 * Draws each accent as a wreath of rays behind the petals: as many as its partial number, longer the louder it is, each
 * with a pearl at its end.
 */
export function sketchAccents(plan: Plan, { accents = [] }: Drawable): SketchedShape[] {
  const { heart, score } = plan;
  const longest = Math.max(...petalsOf(plan).map(({ tip }) => tip));
  return accents.flatMap(({ note, of, partial, level }): SketchedShape[] => {
    const loud = accentLoudness({ level });
    const at = firstOnset(score.events, of);
    const turn = plan.start + ((midiOf(note) % 12) / 12) * FULL_TURN;
    return Array.from({ length: partial }, (_, k) => k).flatMap((k): SketchedShape[] => {
      const angle = turn + (k / partial) * FULL_TURN;
      const tip = heart + (longest - heart) * (0.5 + 0.36 * loud);
      const ray: Petal = {
        angle,
        base: heart * 0.5,
        tip,
        half: (0.034 + 0.034 * loud) * (1.35 - partial / 20),
        lean: 0.12,
      };
      const [x, y] = [tip * Math.cos(angle + 0.12), tip * Math.sin(angle + 0.12)];
      return [
        {
          role: 'accent',
          at,
          points: petalOutline(ray, plan, true),
          fill: { note, depth: 0.5 },
          stroke: { note, depth: 'line' },
          strokeWidth: 0.004,
          opacity: 0.85,
        },
        {
          role: 'accent',
          at,
          points: closedPoints(() => 0.015 + 0.015 * loud, 6, x, y),
          fill: { note, depth: 0.5 },
          stroke: { note, depth: 'line' },
          strokeWidth: 0.006,
          opacity: 1,
        },
      ];
    });
  });
}
