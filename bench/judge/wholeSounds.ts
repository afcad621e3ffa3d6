import { between, pick, seededRandom, type Random } from '../../src/core/values/random.ts';
import { gaussian, inRoom, noise, withNoise } from '../../tests/fixtures/synthesis.ts';
import { quiet, telephone } from '../accuracy/damage.ts';
import { drums } from './drums.ts';
import { sampledMelody, sungMelody, synthesisedMelody } from './melodies.ts';
import { amid, randomTimbreSound, sampledSound, synthesisedSound, type LabelledSound } from './sounds.ts';
import { readAloud, talk } from './talk.ts';

/**
 * Whole sounds, to train the judge of seconds on: speech, drums, cries, noises of the world, which have no notes; one
 * voice, several, and music over drums or beside talk. Times in s, pitches in Hz.
 */

const RATE = 44_100;
/** Length of the longest and of the shortest sound. */
const LONGEST = 12;
const SHORTEST = 1;

interface Maker {
  /** The folder takes files, the fonts are for fluidsynth. */
  (folder: string, font: string, random: Random): LabelledSound;
}

const withoutNotes = (pcm: Float32Array, sampleRate = RATE): LabelledSound => ({ pcm, sampleRate, tones: [] });
const zeros = (seconds: number): Float32Array => new Float32Array(Math.round(seconds * RATE));

interface Call {
  onset: number;
  seconds: number;
  /** Pitch at shares 0 to 1 of the call. */
  hzAt: (share: number) => number;
  /** Relative depth of the random changes from period to period, and share of noise: a rough, a breathy voice. */
  roughness: number;
  breath: number;
  /** Formants, Hz. */
  formants: readonly [number, number, number];
  loudness: number;
}

/** Adds a cry: a source of pulses through three formants (Klatt 1980), whose pitch goes where it will. */
function addCall(
  sound: Float32Array,
  { onset, seconds, hzAt, roughness, breath, formants, loudness }: Call,
  random: Random,
): void {
  const first = Math.round(onset * RATE);
  const length = Math.min(sound.length - first, Math.round(seconds * RATE));
  if (length <= 0) return;
  const source = new Float32Array(length);
  let phase = 0;
  let jitter = 1;
  let shimmer = 1;
  let subharmonic = 1;
  for (let i = 0; i < length; i++) {
    const share = i / length;
    phase += (hzAt(share) * jitter) / RATE;
    if (phase >= 1) {
      phase -= 1;
      jitter = 1 + 0.12 * roughness * gaussian(random);
      subharmonic = -subharmonic;
      shimmer = Math.max(0, 1 + 0.5 * roughness * gaussian(random) + 0.4 * roughness * subharmonic);
    }
    const envelope = Math.min(1, share / 0.12) * Math.min(1, (1 - share) / 0.25);
    source[i] = envelope * (shimmer * ((1 - phase) ** 3 - 0.25) + breath * gaussian(random));
  }
  for (const [f, hz] of formants.entries()) {
    const radius = Math.exp((-Math.PI * (90 + 60 * f)) / RATE);
    const b1 = 2 * radius * Math.cos((2 * Math.PI * hz) / RATE);
    let [y1, y2] = [0, 0];
    for (let i = 0; i < length; i++) {
      const y = (1 - radius) * source[i]! + b1 * y1 - radius * radius * y2;
      [y2, y1] = [y1, y];
      sound[first + i]! += (loudness * y) / (1 + f);
    }
  }
}

const formantsOf = (size: number, random: Random): [number, number, number] => [
  size * between(500, 1000, random),
  size * between(1100, 2200, random),
  size * between(2400, 3300, random),
];

/** Cries, screams, yells, laughs, moans and coughs of a person, or calls of an animal. */
function cries(random: Random): Float32Array {
  const sound = zeros(LONGEST);
  const kind = pick(['cry', 'scream', 'laugh', 'yell', 'animal', 'moan'] as const, random);
  const pitch =
    { cry: 420, scream: 900, laugh: 260, yell: 320, animal: 380, moan: 150 }[kind] * 2 ** between(-0.7, 0.7, random);
  const size = between(0.9, 1.5, random);
  const roughness = between(0.05, 1, random) ** 1.5;
  const breath = between(0.02, 0.5, random) ** 2;
  for (let time = between(0.05, 0.4, random); time < LONGEST;) {
    const top = 2 ** between(-0.35, 0.35, random);
    const arc = between(0.05, 0.6, random);
    const fall = between(-0.4, 0.6, random);
    const wobble = random() < 0.4 ? between(0.01, 0.08, random) : 0;
    const rate = between(5, 12, random);
    const seconds =
      kind === 'laugh'
        ? between(0.05, 0.16, random)
        : kind === 'scream'
          ? between(0.6, 2.2, random)
          : between(0.25, 1.4, random);
    const hzAt = (share: number): number =>
      pitch *
      top *
      2 **
        (arc * Math.sin(Math.PI * Math.min(1, share * 1.2)) -
          fall * share +
          wobble * Math.sin(2 * Math.PI * rate * share * seconds));
    addCall(
      sound,
      {
        onset: time,
        seconds,
        hzAt,
        roughness,
        breath,
        formants: formantsOf(size, random),
        loudness: between(1, 4, random),
      },
      random,
    );
    time +=
      seconds +
      (kind === 'laugh'
        ? random() < 0.15
          ? between(0.4, 1.2, random)
          : between(0.05, 0.15, random)
        : between(0.1, 1.2, random));
  }
  return sound;
}

/** Rain, wind, engines, chirps, knocks, hiss: the world around. */
function environment(random: Random): Float32Array {
  const kind = pick(['wind', 'engine', 'chirps', 'crackle', 'steps', 'hiss'] as const, random);
  if (kind === 'engine') {
    const sound = zeros(LONGEST);
    const base = between(25, 90, random);
    let phase = 0;
    let drift = 0;
    for (let i = 0; i < sound.length; i++) {
      drift += 0.00002 * gaussian(random) - 0.00001 * drift;
      phase += (base * 2 ** (drift * 20 + 0.3 * Math.sin(i / RATE / between(1.99, 2.01, random)))) / RATE;
      let sum = 0;
      for (let h = 1; h <= 8; h++) sum += Math.sin(2 * Math.PI * h * phase + h) / h;
      sound[i] = 0.1 * sum;
    }
    return withNoise(sound, 'pink', between(-6, 8, random), random);
  }
  if (kind === 'chirps') {
    const sound = zeros(LONGEST);
    const base = between(1800, 5000, random);
    for (let time = 0.2; time < LONGEST; time += between(0.08, 0.8, random)) {
      const seconds = between(0.03, 0.18, random);
      const from = base * 2 ** between(-0.3, 0.3, random);
      const to = base * 2 ** between(-0.5, 0.5, random);
      let phase = 0;
      const first = Math.round(time * RATE);
      for (let i = 0; i < seconds * RATE && first + i < sound.length; i++) {
        const share = i / (seconds * RATE);
        phase += (from * (to / from) ** share) / RATE;
        sound[first + i]! += 0.2 * Math.sin(Math.PI * share) * Math.sin(2 * Math.PI * phase);
      }
    }
    return withNoise(sound, 'pink', between(3, 25, random), random);
  }
  const hiss = noise(Math.round(LONGEST * RATE), random() < 0.5 ? 'pink' : 'white', 0.005, random);
  if (kind === 'hiss') return hiss;
  // A resonance that moves, and a level that does.
  const sound = new Float32Array(hiss.length);
  const pace = between(0.2, 3, random);
  const centre = between(150, 2500, random);
  const radius = between(0.9, 0.995, random);
  let [y1, y2] = [0, 0];
  for (let i = 0; i < hiss.length; i++) {
    const t = i / RATE;
    const hz = centre * 2 ** (0.6 * Math.sin(pace * t) + 0.3 * Math.sin(2.7 * pace * t + 1));
    const y = (1 - radius) * hiss[i]! + 2 * radius * Math.cos((2 * Math.PI * hz) / RATE) * y1 - radius * radius * y2;
    [y2, y1] = [y1, y];
    const gate =
      kind === 'wind'
        ? 0.6 + 0.4 * Math.sin(0.7 * pace * t)
        : kind === 'steps'
          ? Math.exp(-((t * pace) % 1) * 12)
          : random() < 0.0006
            ? 20
            : 0.15;
    sound[i] = 4 * gate * y;
  }
  return sound;
}

/** As a sound may come. */
function damaged(sound: LabelledSound, random: Random): LabelledSound {
  const { pcm, sampleRate } = sound;
  const seed = String(random());
  const what = random();
  if (what < 0.5) return sound;
  if (what < 0.62) return { ...sound, pcm: inRoom(pcm, sampleRate, between(0.2, 1.2, random), seededRandom(seed)) };
  if (what < 0.8)
    return {
      ...sound,
      pcm: withNoise(pcm, pick(['pink', 'white'] as const, random), between(8, 35, random), seededRandom(seed)),
    };
  if (what < 0.92) return { ...sound, pcm: telephone(pcm, sampleRate) };
  return { ...sound, pcm: quiet(pcm, between(10, 30, random)) };
}

/** A part of a sound: people record for a second, or for ten. */
function excerpt({ pcm, sampleRate, tones }: LabelledSound, random: Random): LabelledSound {
  const seconds = random() < 0.3 ? LONGEST : SHORTEST * (LONGEST / SHORTEST) ** random();
  const length = Math.min(pcm.length, Math.round(seconds * sampleRate));
  const begin = Math.floor(random() * (pcm.length - length));
  const from = begin / sampleRate;
  const to = from + length / sampleRate;
  return {
    pcm: pcm.slice(begin, begin + length),
    sampleRate,
    tones: tones
      .filter(({ onset, offset }) => Math.min(offset, to) - Math.max(onset, from) > 0.08)
      .map((tone) => ({ ...tone, onset: Math.max(0, tone.onset - from), offset: Math.min(to, tone.offset) - from })),
  };
}

const melodyOf: Maker = (folder, font, random) => {
  const what = random();
  if (what < 0.35) return synthesisedMelody({ folder, font }, random);
  if (what < 0.55) return sungMelody({ folder, font }, random);
  return sampledMelody({ folder, font }, random);
};
const chordsOf: Maker = (folder, font, random) => {
  const what = random();
  if (what < 0.25) return synthesisedSound(random);
  if (what < 0.4) return randomTimbreSound(random);
  return sampledSound(folder, font, random);
};
const drumsOf: Maker = (folder, font, random) => withoutNotes(drums(folder, font, LONGEST, random));
const music: Maker = (folder, font, random) => (random() < 0.55 ? melodyOf : chordsOf)(folder, font, random);

/** The kinds of sound. Each entry is equally likely, so that a repeated kind comes more often. */
const MAKERS: readonly Maker[] = [
  (_folder, _font, random) => withoutNotes(talk(LONGEST, random)),
  (folder, _font, random) => (random() < 0.5 ? readAloud(folder, random) : withoutNotes(talk(LONGEST, random))),
  drumsOf,
  drumsOf,
  (_folder, _font, random) => withoutNotes(cries(random)),
  (_folder, _font, random) => withoutNotes(random() < 0.5 ? cries(random) : environment(random)),
  melodyOf,
  melodyOf,
  melodyOf,
  chordsOf,
  chordsOf,
  (folder, font, random) => amid(music(folder, font, random), drumsOf(folder, font, random), between(0, 20, random)),
  (folder, font, random) =>
    amid(music(folder, font, random), withoutNotes(talk(LONGEST, random)), between(0, 20, random)),
];

/** The sound of number `i`. */
export function wholeSound(i: number, folder: string, fonts: readonly string[], random: Random): LabelledSound {
  return excerpt(damaged(MAKERS[i % MAKERS.length]!(folder, pick(fonts, random), random), random), random);
}
