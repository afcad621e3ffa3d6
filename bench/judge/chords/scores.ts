import { between, pick, type Random } from '#core/values/random.ts';
import type { Tone } from '#tests/fixtures/synthesis.ts';
import type { Part } from '../scores.ts';

/** Random dense scores, as two hands and bands play them: piano with a pedal, strummed guitar, mixes. Times in s. */

const MODES = [
  [0, 2, 4, 5, 7, 9, 11],
  [0, 2, 3, 5, 7, 8, 10],
  [0, 2, 3, 5, 7, 8, 11],
  [0, 2, 4, 5, 7, 9, 10],
] as const;

/** A key, and the chords of a piece: degrees of its mode, stacked in thirds. */
class Harmony {
  readonly #tonic: number;
  readonly #mode: readonly number[];

  constructor(random: Random) {
    this.#tonic = Math.floor(12 * random());
    this.#mode = pick(MODES, random);
  }

  /** Pitch of a degree of the mode, counted from the tonic of the octave above MIDI 0. */
  pitch(degree: number): number {
    return this.#tonic + 12 * Math.floor(degree / 7) + this.#mode[((degree % 7) + 7) % 7]!;
  }

  /** Pitch classes of the chord on a degree. */
  chord(degree: number, size: number): number[] {
    return Array.from({ length: size }, (_, i) => this.pitch(degree + 2 * i) % 12);
  }
}

/** Pitches of some classes between two limits, rising. */
function pitchesOf(classes: readonly number[], low: number, high: number): number[] {
  const pitches: number[] = [];
  for (let midi = Math.ceil(low); midi <= high; midi++) if (classes.includes(midi % 12)) pitches.push(midi);
  return pitches;
}

const nearest = (pitches: readonly number[], to: number): number =>
  pitches.reduce((best, pitch) => (Math.abs(pitch - to) < Math.abs(best - to) ? pitch : best), pitches[0]!);

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

/** One hand's figure over a chord from `from` to `to`. */
function leftHand(classes: readonly number[], root: number, from: number, to: number, step: number, random: Random) {
  const tones: Tone[] = [];
  const add = (midi: number, onset: number, offset: number, loudness: number): void =>
    void tones.push({ midi, onset, offset, loudness });
  const base = nearest(pitchesOf([root], 26, 52), between(30, 48, random));
  const upper = pitchesOf(classes, base + 5, base + 24);
  const loud = between(0.3, 0.8, random);
  switch (Math.floor(6 * random())) {
    case 0: // Broken chord.
      for (let onset = from, i = 0; onset < to - 0.05; onset += step, i++) {
        const figure = [base, upper[1] ?? base, upper[2] ?? base, upper[1] ?? base, upper[0] ?? base];
        add(figure[i % figure.length]!, onset, onset + step, loud * (i % 4 === 0 ? 1 : 0.75));
      }
      break;
    case 1: // Octave, then chords.
      for (let onset = from, i = 0; onset < to - 0.05; onset += 2 * step, i++) {
        if (i % 2 === 0) for (const midi of [base, base + 12]) add(midi, onset, onset + 2 * step, loud);
        else for (const midi of upper.slice(1, 4)) add(midi, onset, onset + step, 0.8 * loud);
      }
      break;
    case 2: // Held chord.
      for (const midi of [base, ...upper.slice(0, 2)]) add(midi, from, to, loud);
      break;
    case 3: // Octaves.
      for (let onset = from; onset < to - 0.05; onset += 2 * step)
        for (const midi of [base, base + 12]) add(midi, onset, onset + 2 * step, loud);
      break;
    case 4: // Rising over two octaves.
      for (let onset = from, i = 0; onset < to - 0.05; onset += step, i++)
        add([base, ...upper][i % (upper.length + 1)]!, onset, onset + step, loud);
      break;
    default: // Repeated chord.
      for (let onset = from; onset < to - 0.05; onset += step)
        for (const midi of [base, ...upper.slice(1, 3)]) add(midi, onset, onset + 0.8 * step, loud);
  }
  return tones;
}

/** The other hand's figure; `at` is the pitch that it starts near. Returns its last pitch. */
function rightHand(
  harmony: Harmony,
  classes: readonly number[],
  at: number,
  from: number,
  to: number,
  step: number,
  random: Random,
): { tones: Tone[]; at: number } {
  const tones: Tone[] = [];
  const add = (midi: number, onset: number, offset: number, loudness: number): void =>
    void tones.push({ midi, onset, offset, loudness });
  const loud = between(0.5, 1, random);
  const scale = pitchesOf(harmony.chord(0, 7), 55, 98);
  let place = scale.indexOf(nearest(scale, at));
  const move = (by: number): number => {
    place = Math.max(0, Math.min(scale.length - 1, place + by));
    return scale[place]!;
  };
  const figure = Math.floor(6 * random());
  const turn = random() < 0.5 ? 1 : -1;
  for (let onset = from, i = 0; onset < to - 0.05; i++) {
    const length = figure === 0 ? step : step * pick([1, 1, 2, 3], random);
    const end = Math.min(to, onset + length);
    const loudness = loud * between(0.75, 1, random);
    if (figure === 0) add(move(turn * pick([1, 1, 1, 2, -1], random)), onset, end, loudness);
    else if (figure === 1) {
      const midi = move(pick([-2, -1, 1, 2, 3], random));
      add(midi, onset, end, loudness);
      add(midi - 12, onset, end, 0.9 * loudness);
    } else if (figure === 2) {
      const top = nearest(pitchesOf(classes, 60, 96), move(pick([-2, -1, 1, 2], random)));
      for (const midi of pitchesOf(classes, top - 12, top).slice(-pick([2, 3, 4], random)))
        add(midi, onset, end, midi === top ? loudness : 0.7 * loudness);
    } else if (figure === 3) {
      const midi = move(pick([-2, -1, 1, 2], random));
      add(midi, onset, end, loudness);
      add(scale[Math.max(0, place - 2)]!, onset, end, 0.85 * loudness);
    } else if (figure === 4) {
      const chord = pitchesOf(classes, at - 4, at + 16);
      add(chord[i % chord.length]!, onset, end, loudness);
    } else if (random() < 0.85) add(move(pick([-3, -2, -1, 1, 2, 3], random)), onset, end, loudness);
    onset = end;
  }
  return { tones, at: Math.max(58, Math.min(88, scale[place]!)) };
}

/** A dense piece for two hands, with the pedal down for each chord in most of them, and with human time. */
export function twoHands(seconds: number, random: Random): Tone[] {
  const harmony = new Harmony(random);
  const step = between(0.1, 0.32, random);
  const pedal = random() < 0.65;
  const jitter = pick([0, 0.006, 0.012], random);
  const tones: Tone[] = [];
  let at = between(62, 84, random);
  for (let from = 0.2; from < seconds - 0.6;) {
    const to = Math.min(seconds - 0.3, from + step * pick([4, 6, 8, 8], random));
    const degree = 14 + pick([0, 0, 1, 3, 4, 4, 5], random);
    const classes = harmony.chord(degree, pick([3, 3, 4], random));
    const begun = tones.length;
    if (random() < 0.92) tones.push(...leftHand(classes, classes[0]!, from, to, step, random));
    if (random() < 0.92) {
      const right = rightHand(harmony, classes, at, from, to, step * pick([1, 1, 2], random), random);
      tones.push(...right.tones);
      ({ at } = right);
    }
    if (pedal) for (const tone of tones.slice(begun)) tone.offset = Math.max(tone.offset, to);
    from = to;
  }
  for (const tone of tones) tone.onset += jitter * 2 * (random() - 0.5);
  return asKeys(tones);
}

/** Fingerings of a guitar, semitones above its open strings; -1 is not played. */
const STRINGS = [40, 45, 50, 55, 59, 64];
const SHAPES = [
  [0, 2, 2, 1, 0, 0],
  [0, 2, 2, 0, 0, 0],
  [-1, 0, 2, 2, 2, 0],
  [-1, 0, 2, 2, 1, 0],
  [-1, -1, 0, 2, 3, 2],
  [-1, -1, 0, 2, 3, 1],
  [3, 2, 0, 0, 0, 3],
  [-1, 3, 2, 0, 1, 0],
  [1, 3, 3, 2, 1, 1],
  [-1, 2, 4, 4, 3, 2],
] as const;

/** A strummed guitar: strokes down and up over some of the strings, a string rings until it is struck again. */
export function strummed(seconds: number, random: Random): Tone[] {
  const tones: Tone[] = [];
  const beat = between(0.18, 0.45, random);
  const spread = between(0.004, 0.03, random);
  const capo = pick([0, 0, 2, 3, 5], random);
  const picked = random() < 0.3;
  let shape: readonly number[] = pick(SHAPES, random);
  let chordEnd = 0;
  const begun: Tone[] = [];
  for (let onset = 0.3, i = 0; onset < seconds - 0.7; onset += beat, i++) {
    if (onset >= chordEnd) {
      // Another chord stops the strings.
      for (const tone of begun) tone.offset = Math.min(tone.offset, onset);
      begun.length = 0;
      shape = pick(SHAPES, random);
      chordEnd = onset + beat * pick([4, 4, 8, 2], random) - 0.01;
    }
    if (random() < 0.25) continue;
    const down = i % 2 === 0;
    const strings = shape.flatMap((fret, string) => (fret < 0 ? [] : [STRINGS[string]! + fret + capo]));
    const struck = picked
      ? [strings[i % strings.length]!]
      : down
        ? strings.slice(random() < 0.3 ? 1 : 0)
        : strings.slice(-pick([3, 4, 5], random)).reverse();
    const loudness = between(0.4, 1, random) * (down ? 1 : 0.8);
    for (const [k, midi] of struck.entries()) {
      const tone = {
        midi,
        onset: onset + k * spread * between(0.7, 1.3, random),
        offset: seconds - 0.2,
        loudness: loudness * between(0.8, 1, random),
      };
      tones.push(tone);
      begun.push(tone);
    }
  }
  return asKeys(tones);
}

/** A band: a tune, chords or strums, a bass, each on another instrument. */
export function band(seconds: number, random: Random): Part[] {
  const harmony = new Harmony(random);
  const beat = between(0.22, 0.5, random);
  const [tune, chords, bass]: Tone[][] = [[], [], []];
  let at = between(64, 80, random);
  const figure = Math.floor(3 * random());
  for (let from = 0.3; from < seconds - 0.6;) {
    const to = Math.min(seconds - 0.3, from + 4 * beat);
    const degree = 14 + pick([0, 0, 1, 3, 4, 5], random);
    const classes = harmony.chord(degree, pick([3, 3, 4], random));
    const pad = pitchesOf(classes, 50, 72).slice(0, pick([3, 4], random));
    if (figure === 0) for (const midi of pad) chords!.push({ midi, onset: from, offset: to, loudness: 0.7 });
    else
      for (let onset = from; onset < to - 0.1; onset += figure === 1 ? beat : beat / 2)
        if (random() < 0.8)
          for (const midi of pad) chords!.push({ midi, onset, offset: onset + 0.45 * beat, loudness: 0.7 });
    const low = nearest(pitchesOf([classes[0]!], 28, 45), 36);
    for (let onset = from; onset < to - 0.1; onset += beat * pick([0.5, 1, 2], random))
      bass!.push({
        midi: random() < 0.7 ? low : low + pick([7, 12, 5], random),
        onset,
        offset: onset + 0.9 * beat,
        loudness: 0.9,
      });
    const right = rightHand(harmony, classes, at, from, to, beat * pick([0.5, 1], random), random);
    tune!.push(...right.tones);
    ({ at } = right);
    from = to;
  }
  return [
    { tones: asKeys(tune!), gain: 1 },
    { tones: asKeys(chords!), gain: between(0.35, 0.9, random) },
    { tones: asKeys(bass!), gain: between(0.5, 1, random) },
  ];
}
