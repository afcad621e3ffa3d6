import { randomBetween, pick, type Random } from '#core/values/random.ts';
import { randomMelody } from '#tests/fixtures/melody.ts';
import type { Tone } from '#tests/fixtures/synthesis.ts';

/**
 * Random scores, as people play them: chords, figures, duets, tunes over chords, two hands, strums, bands. Times in s.
 */

/** The part of one instrument. */
export interface Part {
  tones: Tone[];
  /** Level relative to the other parts, 0 to 1. */
  gain: number;
}

/** Chords as hands find them, semitones above the root. */
const CHORD_SHAPES =
  '0 4 7|0 3 7|0 4 7 12|0 3 7 12|0 4 7 11|0 3 7 10|0 4 10 15|0 5 9 14|0 4 7 12 16|0 7 16|0 15 19|0 12|0 7|0 3|0 4|0 9'
    .split('|')
    .map((shape) => shape.split(' ').map(Number));

const rootOf = (shape: readonly number[], low: number, high: number, random: Random): number =>
  low + Math.floor(random() * Math.max(1, high - low - shape.at(-1)!));

/**
 * Chords, many of them struck more than once.
 * @param spread delay from one tone of a chord to the next
 * @param ring whether all tones last until the next chord
 */
function chords(
  [seconds, low, high]: readonly [number, number, number],
  [shortest, longest]: readonly [number, number],
  spread: number,
  ring: boolean,
  random: Random,
): Tone[] {
  const tones: Tone[] = [];
  let shape: readonly number[] = pick(CHORD_SHAPES, random);
  let root = rootOf(shape, low, high, random);
  for (let onset = 0.3; ;) {
    const length = shortest * (longest / shortest) ** random();
    const offset = onset + length;
    if (offset > seconds - 0.3) return tones;
    const loudness = randomBetween(0.4, 1, random);
    for (const [i, interval] of shape.entries()) {
      const begin = onset + i * spread;
      if (begin > offset - 0.1) break;
      const end = ring ? offset : Math.min(offset, begin + Math.max(spread, length / shape.length));
      tones.push({
        midi: root + interval,
        onset: begin,
        offset: end,
        loudness: loudness * randomBetween(0.6, 1, random),
      });
    }
    if (random() < 0.6) {
      shape = pick(CHORD_SHAPES, random);
      root = rootOf(shape, low, high, random);
    }
    onset = offset + pick([0, 0.02, 0.05, 0.2], random);
  }
}

const tune = (seconds: number, low: number, high: number, shortest: number, random: Random): Tone[] =>
  randomMelody({ seconds, low, high, shortest, longest: 0.9, repeatGap: 0.05 }, random);

/** A score for one or two instruments. */
export function randomScore(seconds: number, random: Random): Part[] {
  const singlePart = (tones: Tone[]): Part[] => [{ tones, gain: 1 }];
  const twoParts = (upper: Tone[], lower: Tone[]): Part[] => [
    { tones: upper, gain: 1 },
    { tones: lower, gain: randomBetween(0.3, 0.9, random) },
  ];
  const block = (low: number, high: number, shortest: number, longest = 2, spread = 0, ring = true): Tone[] =>
    chords([seconds, low, high], [shortest, longest], spread, ring, random);
  switch (Math.floor(8 * random())) {
    case 0:
      return singlePart(block(40, 84, 0.3));
    case 1:
      return singlePart(block(40, 84, 0.4, 1.4, randomBetween(0.01, 0.05, random)));
    case 2:
      return singlePart(block(45, 80, 0.6, 1.8, randomBetween(0.12, 0.3, random), false));
    case 3: {
      const step = randomBetween(0.12, 0.35, random);
      return singlePart(
        harmonies(seconds, () => 8 * step, random).flatMap((harmony) => figureTones(harmony, step, random)),
      );
    }
    case 4:
      return twoParts(tune(seconds, 60, 84, 0.2, random), tune(seconds, 43, 67, 0.25, random));
    case 5:
      return twoParts(tune(seconds, 62, 88, 0.2, random), tune(seconds, 33, 52, 0.5, random));
    default:
      return twoParts(tune(seconds, 64, 96, 0.18, random), block(40, 70, 0.5));
  }
}

/** Ends a tone where its key is struck again, and drops one that is struck twice at once. */
function asKeys(tones: readonly Tone[]): Tone[] {
  const last = new Map<number, Tone>();
  const kept: Tone[] = [];
  for (const tone of tones.map((one) => ({ ...one })).sort((a, b) => a.onset - b.onset)) {
    const before = last.get(tone.midi);
    if (before !== undefined && tone.onset - before.onset < 0.07) continue;
    if (before !== undefined) before.offset = Math.min(before.offset, tone.onset - 0.005);
    last.set(tone.midi, tone);
    kept.push(tone);
  }
  return kept.filter(({ onset, offset }) => offset > onset + 0.03);
}

const SCALE_MODES = [
  [0, 2, 4, 5, 7, 9, 11],
  [0, 2, 3, 5, 7, 8, 10],
  [0, 2, 3, 5, 7, 8, 11],
  [0, 2, 4, 5, 7, 9, 10],
] as const;

/**
 * Figures of a hand over a chord: places among its tones, stroke by stroke. A stroke begins `every` steps after the one
 * before, and is held for as long.
 */
const HAND_FIGURES = [
  { every: 1, held: 1, places: [[0], [2], [3], [2], [1]] },
  {
    every: 2,
    held: 2,
    places: [
      [0, 3],
      [2, 3, 4],
    ],
  },
  { every: 64, held: 64, places: [[0, 1, 2]] },
  { every: 2, held: 2, places: [[0, 3]] },
  { every: 1, held: 1, places: [[0], [1], [2], [3], [4], [5]] },
  { every: 1, held: 0.8, places: [[0, 2, 3]] },
] as const;

/** A chord of a piece, and the scale around it; pitches as MIDI numbers. */
interface Harmony {
  from: number;
  to: number;
  scale: number[];
  /** Pitches of the chord in every octave, and its lowest bass. */
  tones: number[];
  bass: number;
}

/** The chords of a piece in a random key, each of so many steps. */
function harmonies(seconds: number, steps: () => number, random: Random): Harmony[] {
  const tonic = Math.floor(12 * random());
  const mode = pick(SCALE_MODES, random);
  const notesInScale = (classes: readonly number[]): number[] =>
    Array.from({ length: 72 }, (_, i) => 26 + i).filter((midi) => classes.includes((midi - tonic + 120) % 12));
  const all: Harmony[] = [];
  for (let from = 0.2; from < seconds - 0.6;) {
    const to = Math.min(seconds - 0.3, from + steps());
    const degree = pick([0, 0, 1, 3, 4, 4, 5], random);
    const classes = [0, 2, 4, 6].slice(0, pick([3, 3, 4], random)).map((above) => mode[(degree + above) % 7]!);
    const bass = notesInScale([classes[0]!]).find((midi) => midi >= randomBetween(28, 40, random))!;
    all.push({ from, to, scale: notesInScale(mode), tones: notesInScale(classes), bass });
    from = to;
  }
  return all;
}

function figureTones({ from, to, tones, bass }: Harmony, step: number, random: Random): Tone[] {
  const { every, held, places } = pick(HAND_FIGURES, random);
  const pool = [bass, ...tones.filter((midi) => midi >= bass + 5)];
  const loudness = randomBetween(0.3, 0.8, random);
  const all: Tone[] = [];
  for (let onset = from, i = 0; onset < to - 0.05; onset += every * step, i++)
    for (const place of places[i % places.length]!)
      all.push({ midi: pool[place]!, onset, offset: Math.min(to, onset + held * step), loudness });
  return all;
}

/** A walk along the scale from a pitch on, with octaves, thirds or triads below it. */
function walk({ from, to, scale }: Harmony, at: number, step: number, random: Random): Tone[] {
  const below = pick([[], [], [7], [2], [2, 4]], random);
  const all: Tone[] = [];
  let place = Math.max(
    14,
    scale.findIndex((midi) => midi >= at),
  );
  for (let onset = from; onset < to - 0.05;) {
    const offset = Math.min(to, onset + step * pick([1, 1, 2, 3], random));
    place = Math.max(14, Math.min(scale.length - 1, place + pick([-2, -1, 1, 1, 2, 3, -3], random)));
    const loudness = randomBetween(0.5, 1, random);
    for (const lower of [0, ...below])
      all.push({ midi: scale[place - lower]!, onset, offset, loudness: lower === 0 ? loudness : 0.8 * loudness });
    onset = offset;
  }
  return all;
}

/** A dense piece for two hands, with the pedal down for each chord in most of them, and with human time. */
export function twoHands(seconds: number, random: Random): Tone[] {
  const step = randomBetween(0.1, 0.32, random);
  const pedal = random() < 0.65;
  const jitter = pick([0, 0.006, 0.012], random);
  const tones = harmonies(seconds, () => step * pick([4, 6, 8], random), random).flatMap((harmony) => {
    const left = random() < 0.92 ? figureTones(harmony, step, random) : [];
    const right =
      random() < 0.92 ? walk(harmony, randomBetween(62, 84, random), step * pick([1, 2], random), random) : [];
    return [...left, ...right].map((tone) => (pedal ? { ...tone, offset: Math.max(tone.offset, harmony.to) } : tone));
  });
  return asKeys(tones.map((tone) => ({ ...tone, onset: tone.onset + jitter * (2 * random() - 1) })));
}

/** A strummed guitar: strokes over the strings of a chord, which ring until they are struck again. */
export function strum(seconds: number, random: Random): Tone[] {
  const beat = randomBetween(0.18, 0.45, random);
  const spread = randomBetween(0.004, 0.03, random);
  const strokes = harmonies(seconds, () => beat * pick([4, 8], random), random).flatMap(({ from, to, tones }) =>
    Array.from({ length: Math.round((to - from) / beat) }, (_, i) => from + i * beat).flatMap((onset) => {
      const loudness = randomBetween(0.4, 1, random);
      const strings = tones.filter((midi) => midi >= 40).slice(random() < 0.5 ? 0 : 2, 6);
      return strings.map((midi, k) => ({ midi, onset: onset + k * spread, offset: to, loudness }));
    }),
  );
  return asKeys(strokes);
}

/** A band: a tune, chords and a bass, each on another instrument. */
export function band(seconds: number, random: Random): Part[] {
  const beat = randomBetween(0.22, 0.5, random);
  const all = harmonies(seconds, () => 4 * beat, random);
  const tuneTones = all.flatMap((harmony) => walk(harmony, randomBetween(64, 80, random), beat / 2, random));
  const chordTones = all.flatMap((harmony) => figureTones({ ...harmony, bass: harmony.bass + 12 }, beat, random));
  const bassTones = all.flatMap(({ from, bass }) =>
    [0, 1, 2, 3].map((i) => ({ midi: bass, onset: from + i * beat, offset: from + (i + 0.9) * beat, loudness: 0.9 })),
  );
  return [
    { tones: asKeys(tuneTones), gain: 1 },
    { tones: asKeys(chordTones), gain: randomBetween(0.35, 0.9, random) },
    { tones: asKeys(bassTones), gain: randomBetween(0.5, 1, random) },
  ];
}
