/**
 * The heart, like a cut agate. Its layers are the notes of the essence, the lowest outside, with areas by their shares.
 * Its outline follows the melody and gets smoother inwards; the centre is shifted towards the melody's highest point.
 */
import { byPitch, type NoteCode } from '#analysis/values/pitch.ts';
import { closedPoints, type Point } from '../drawingForms.ts';
import type { Plan } from './plan.ts';
import type { NoteArc } from './score.ts';
import type { SketchedShape } from './sketch.ts';

/** Points of an outline. */
const OUTLINE_POINTS = 44;

/**
 * The outline of the heart at a part of its radius; 1 is its edge. `grain` varies the unevenness of each band.
 */
export function heartOutline(
  { heart, contour, high, score: { axes, events } }: Plan,
  part: number,
  grain = 0,
): Point[] {
  const lobes = 3 + (events.length % 4);
  const uneven = 0.66 * Math.min(1.1, part) ** 0.6;
  const rough = 0.012 + 0.035 * axes.roughness;
  const away = heart * 0.3 * (1 - Math.min(1, part));
  return closedPoints(
    (angle) => {
      const ripple =
        rough * Math.cos((2 * lobes + 1) * angle + 1.3 * grain) +
        rough * 0.8 * Math.sin((3 * lobes - 2) * angle - 0.9 * grain) +
        0.03 * axes.tremor * Math.cos(lobes * angle + 0.5 * grain);
      return heart * part * (1 - 0.5 * uneven + uneven * contour(angle) + ripple);
    },
    OUTLINE_POINTS,
    away * Math.cos(high),
    away * Math.sin(high),
  );
}

/** The layers, from the outside inwards. */
export function sketchHeart(plan: Plan, complexity: number): SketchedShape[] {
  const { shares, events } = plan.score;
  const ascending = [...shares.keys()].sort(byPitch);
  const shapes: SketchedShape[] = [];
  let left = 1;
  ascending.forEach((note, layer) => {
    const share = shares.get(note)!;
    const outer = Math.sqrt(left);
    left = Math.max(0, left - share);
    const inner = Math.sqrt(left);
    const at = firstOnset(events, note);
    shapes.push({
      role: 'layer',
      at,
      points: heartOutline(plan, outer, layer),
      fill: { note, depth: 0.5 },
      stroke: { note, depth: 'line' },
      strokeWidth: 0.005,
      opacity: 1,
    });
    const bands = Math.min(3, Math.floor((outer - inner) * (7 + 9 * complexity)));
    for (let band = 1; band <= bands; band++) {
      const t = (band / (bands + 1)) ** 0.8;
      shapes.push({
        role: 'layer',
        at,
        points: heartOutline(plan, outer + (inner - outer) * t, layer + t),
        ...(band % 2 === 1 ? { fill: { note, depth: 0.4 } } : { fill: { note, depth: 0.6 } }),
        opacity: 0.75,
      });
    }
  });
  return shapes;
}

/** First onset of a note; undefined if the sound does not have it. */
export function firstOnset(events: readonly NoteArc[], note: NoteCode): number | undefined {
  return events.find((event) => event.note === note)?.at;
}
