import { between, pick, type Random } from '../../src/core/values/random.ts';
import { randomMelody } from '../../tests/fixtures/melody.ts';
import type { Tone } from '../../tests/fixtures/synthesis.ts';

/** Random scores of several voices, as people play them: chords, strums, arpeggios, duets, tunes over chords. Times in s. */

/** What one instrument plays. */
export interface Part {
  tones: Tone[];
  /** How loud it is beside the other, 0 to 1. */
  gain: number;
}

/** Semitones above the root: chords as hands find them, */
const CLOSE = [
  [0, 4, 7],
  [0, 3, 7],
  [0, 4, 7, 12],
  [0, 3, 7, 12],
  [0, 4, 7, 11],
  [0, 3, 7, 10],
  [0, 4, 10, 15],
  [0, 5, 9, 14],
  [0, 4, 7, 12, 16],
  [0, 12, 19, 24, 28],
  [0, 12],
  [0, 7],
  [0, 3],
  [0, 4],
  [0, 9],
  [0, 2, 7],
];
/** and the tones of those whose voices are spread over three octaves. */
const TONES = [
  [4, 7],
  [3, 7],
  [4, 7, 12],
  [3, 7, 12],
  [4, 7, 10],
  [3, 7, 10],
  [4, 7, 11],
];

function shapeOf(random: Random): number[] {
  if (random() < 0.85) return [...pick(CLOSE, random)];
  const spread = pick(TONES, random).map((tone) => tone + 12 * Math.floor(3 * random()));
  return [...new Set([0, ...spread])].sort((x, y) => x - y);
}

interface Chords {
  seconds: number;
  low: number;
  high: number;
  shortest: number;
  longest: number;
  /** Delay from one tone of a chord to the next, s. */
  spread: number;
  /** Whether all tones last until the next chord. */
  ring: boolean;
}

/** Chords, many of them struck more than once. */
function chords({ seconds, low, high, shortest, longest, spread, ring }: Chords, random: Random): Tone[] {
  const tones: Tone[] = [];
  let shape: readonly number[] = [];
  let root = 0;
  for (let onset = 0.3; ;) {
    const length = shortest * (longest / shortest) ** random();
    const offset = onset + length;
    if (offset > seconds - 0.3) return tones;
    if (shape.length === 0 || random() < 0.6) {
      shape = shapeOf(random);
      root = low + Math.floor(random() * Math.max(1, high - low - shape.at(-1)!));
    }
    const loudness = between(0.4, 1, random);
    for (const [i, interval] of shape.entries()) {
      const begin = onset + i * spread;
      if (begin > offset - 0.1) break;
      tones.push({
        midi: root + interval,
        onset: begin,
        offset: ring ? offset : Math.min(offset, begin + Math.max(spread, length / shape.length)),
        loudness: loudness * between(0.6, 1, random),
      });
    }
    onset = offset + pick([0, 0.02, 0.05, 0.2], random);
  }
}

/** Broken chords, round and round: a tone rings until it is struck again or the chord changes. */
function arpeggios(seconds: number, low: number, high: number, random: Random): Tone[] {
  const tones: Tone[] = [];
  const step = between(0.12, 0.35, random);
  const rings = random() < 0.6;
  for (let onset = 0.3; ;) {
    const shape = shapeOf(random);
    const root = low + Math.floor(random() * Math.max(1, high - low - shape.at(-1)!));
    const turn = random() < 0.5 ? [...shape, ...shape.slice(1, -1).reverse()] : shape;
    const count = turn.length * (1 + Math.floor(3 * random()));
    const end = onset + count * step;
    if (end > seconds - 0.3) return tones;
    for (let i = 0; i < count; i++) {
      const interval = turn[i % turn.length]!;
      const begin = onset + i * step;
      const next = turn.findIndex((other, k) => other === interval && k > i % turn.length);
      const again = next > 0 ? next - (i % turn.length) : turn.indexOf(interval) + turn.length - (i % turn.length);
      tones.push({
        midi: root + interval,
        onset: begin,
        offset: rings ? Math.min(end, begin + again * step) : begin + step,
        loudness: between(0.5, 1, random),
      });
    }
    onset = end;
  }
}

const tune = (seconds: number, low: number, high: number, quickest: number, random: Random): Tone[] =>
  randomMelody({ seconds, low, high, shortest: quickest, longest: 0.9, repeatGap: 0.05 }, random);

/** What one or two instruments play together. */
export function randomScore(seconds: number, random: Random): Part[] {
  const alone = (tones: Tone[]): Part[] => [{ tones, gain: 1 }];
  const under = (tones: Tone[]): Part => ({ tones, gain: between(0.3, 0.9, random) });
  const block = (low: number, high: number, shortest: number): Tone[] =>
    chords({ seconds, low, high, shortest, longest: 2, spread: 0, ring: true }, random);
  switch (Math.floor(8 * random())) {
    case 0:
      return alone(block(40, 84, 0.3));
    case 1:
      return alone(
        chords(
          { seconds, low: 40, high: 84, shortest: 0.4, longest: 1.4, spread: between(0.01, 0.05, random), ring: true },
          random,
        ),
      );
    case 2:
      return alone(
        chords(
          { seconds, low: 45, high: 80, shortest: 0.6, longest: 1.8, spread: between(0.12, 0.3, random), ring: false },
          random,
        ),
      );
    case 3:
      return alone(arpeggios(seconds, 45, 82, random));
    case 4:
      return [
        { tones: tune(seconds, 60, 84, 0.2, random), gain: 1 },
        { tones: tune(seconds, 43, 67, 0.25, random), gain: between(0.6, 1, random) },
      ];
    case 5:
      return [{ tones: tune(seconds, 62, 88, 0.2, random), gain: 1 }, under(tune(seconds, 33, 52, 0.5, random))];
    default:
      return [{ tones: tune(seconds, 64, 96, 0.18, random), gain: 1 }, under(block(40, 70, 0.5))];
  }
}
