/** Measures shared by all parts of a flower. Lengths are relative to the longest petal. */
import { midiOf } from '#analysis/values/pitch.ts';
import { clamp } from '#core/values/numbers.ts';
import type { Score, NoteArc } from './score.ts';

export interface Plan {
  score: Score;
  /** Radius of the heart, the base of the petals. */
  heart: number;
  /** Start angle, radians; y goes downwards, so angles increase clockwise. */
  start: number;
  /** Height of a pitch in the melody, 0 to 1. */
  height: (midi: number) => number;
  /** The melody as a smooth line around the heart: its height at an angle, 0 to 1. */
  contour: (angle: number) => number;
  /** Angle of the highest note, radians. */
  high: number;
}

const FULL_TURN = 2 * Math.PI;
/** Minimum pitch range of a drawing, semitones, so that small steps stay small. */
const MIN_RANGE = 7;
/** Points of the contour. */
const CONTOUR_POINTS = 72;

/**
 * Plans a score. Warm sounds have a wide heart, bright ones long petals; key and character rotate the whole.
 */
export function planOf(score: Score): Plan {
  const { events, axes, lead } = score;
  const pitches = events.map(({ midi }) => midi);
  const low = Math.min(...pitches);
  const range = Math.max(MIN_RANGE, Math.max(...pitches) - low);
  const height = (midi: number): number => clamp((midi - low + (range - (Math.max(...pitches) - low)) / 2) / range);
  const fifths = ((midiOf(lead) % 12) * 7) % 12;
  const start = -Math.PI / 2 + (fifths * Math.PI) / 6 + bearing(axes) * FULL_TURN;
  const peak = events.reduce((best, event) => (event.midi > best.midi ? event : best));
  return {
    score,
    heart: 0.4 - 0.22 * axes.brightness,
    start,
    height,
    contour: contourOf(events, start, height),
    high: start + ((peak.from + peak.to) / 2) * FULL_TURN,
  };
}

/** Rotation by character, so that two voices with the same tune differ. Parts of a turn. */
function bearing({ brightness, breath, strike, tremor }: Score['axes']): number {
  return 0.75 * (brightness - 0.5) + 0.45 * (strike - 0.5) + 0.4 * breath + 0.2 * tremor;
}

/** The angle of a time (0 to 1), radians. */
export function angleOf({ start }: Pick<Plan, 'start'>, turn: number): number {
  return start + turn * FULL_TURN;
}

function contourOf(events: readonly NoteArc[], start: number, height: Plan['height']): Plan['contour'] {
  const table = Array.from({ length: CONTOUR_POINTS }, (_, i) => {
    const turn = i / CONTOUR_POINTS;
    let sum = 0;
    let weights = 1e-6;
    for (const { midi, from, to, loud } of events) {
      const centre = (from + to) / 2;
      const distance = Math.abs(((turn - centre + 1.5) % 1) - 0.5);
      const near = Math.exp(-((distance / (0.035 + (to - from) / 2)) ** 2)) * (0.3 + loud);
      sum += near * (0.25 + 0.75 * height(midi));
      weights += near;
    }
    // In pauses the line falls back to the heart.
    return (sum / weights) * Math.min(1, weights * 3);
  });
  return (angle) => {
    const at = ((((angle - start) / FULL_TURN) % 1) + 1) % 1;
    const i = Math.floor(at * CONTOUR_POINTS);
    const t = at * CONTOUR_POINTS - i;
    return table[i % CONTOUR_POINTS]! * (1 - t) + table[(i + 1) % CONTOUR_POINTS]! * t;
  };
}
