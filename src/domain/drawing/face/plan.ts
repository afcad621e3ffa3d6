/** The measures that all parts of one face share. Lengths are parts of the longest petal's. */
import { midiOf } from '../../pitch/pitch.ts';
import { clamp } from '../../numbers.ts';
import type { Score, Sounded } from './score.ts';

export interface Plan {
  score: Score;
  /** Radius of the heart, about which the petals stand. */
  heart: number;
  /** Where the turn begins, radians; y goes downwards, so a turn is clockwise. */
  start: number;
  /** How high a pitch stands in the melody, 0 to 1. */
  height: (midi: number) => number;
  /** The melody as a smooth line around the heart: its height at an angle, 0 to 1. */
  contour: (angle: number) => number;
  /** Where the melody is highest, radians. */
  high: number;
}

const TURN = 2 * Math.PI;
/** The least range that a melody is drawn in, semitones: a small step is no leap. */
const MIN_RANGE = 7;
/** Points of the contour. */
const STEPS = 72;

/** The plan of a score. A warm sound has a wide heart, a bright one long petals; key and character turn the whole. */
export function planOf(score: Score): Plan {
  const { events, axes, lead } = score;
  const pitches = events.map(({ midi }) => midi);
  const low = Math.min(...pitches);
  const range = Math.max(MIN_RANGE, Math.max(...pitches) - low);
  const height = (midi: number): number => clamp((midi - low + (range - (Math.max(...pitches) - low)) / 2) / range);
  const fifths = ((midiOf(lead) % 12) * 7) % 12;
  const start = -Math.PI / 2 + (fifths * Math.PI) / 6 + bearing(axes) * TURN;
  const peak = events.reduce((best, event) => (event.midi > best.midi ? event : best));
  return {
    score,
    heart: 0.4 - 0.22 * axes.brightness,
    start,
    height,
    contour: contourOf(events, start, height),
    high: start + ((peak.from + peak.to) / 2) * TURN,
  };
}

/** Where the light comes from: two voices that sing the same tune stand at different angles. Parts of a turn. */
function bearing({ brightness, breath, strike, tremor }: Score['axes']): number {
  return 0.75 * (brightness - 0.5) + 0.45 * (strike - 0.5) + 0.4 * breath + 0.2 * tremor;
}

/** The angle of a moment of the turn, radians. */
export function angleOf({ start }: Pick<Plan, 'start'>, turn: number): number {
  return start + turn * TURN;
}

function contourOf(events: readonly Sounded[], start: number, height: Plan['height']): Plan['contour'] {
  const table = Array.from({ length: STEPS }, (_, i) => {
    const turn = i / STEPS;
    let sum = 0;
    let weights = 1e-6;
    for (const { midi, from, to, loud } of events) {
      const centre = (from + to) / 2;
      const apart = Math.abs(((turn - centre + 1.5) % 1) - 0.5);
      const near = Math.exp(-((apart / (0.035 + (to - from) / 2)) ** 2)) * (0.3 + loud);
      sum += near * (0.25 + 0.75 * height(midi));
      weights += near;
    }
    // Where nothing sounds the line falls back to the heart.
    return (sum / weights) * Math.min(1, weights * 3);
  });
  return (angle) => {
    const at = ((((angle - start) / TURN) % 1) + 1) % 1;
    const i = Math.floor(at * STEPS);
    const t = at * STEPS - i;
    return table[i % STEPS]! * (1 - t) + table[(i + 1) % STEPS]! * t;
  };
}
