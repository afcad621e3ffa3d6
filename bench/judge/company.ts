import { between, pick, seededRandom, type Random } from '../../src/core/values/random.ts';
import { inRoom, render, withNoise, type Tone, type Voice } from '../../tests/fixtures/synthesis.ts';
import { quiet, telephone } from '../accuracy/damage.ts';
import { drums } from './drums.ts';
import { sampledMelody, sungMelody, synthesisedMelody, tuneOfPeople, type Damage, type Studio } from './melodies.ts';
import { SONG_RATE, sungByPeople } from '../../tests/fixtures/singing.ts';
import { amid, randomTimbreSound, sampledSound, SECONDS, synthesisedSound, type LabelledSound } from './sounds.ts';
import { readAloud, talk } from './talk.ts';

/** Melodies, songs and chords, by themselves, over drums and beside people who talk. */

const RATE = 44_100;

/** The sound so many decibels above drums, or above people who talk: the tests' own, or festival who reads. */
function inCompany(
  sound: LabelledSound,
  decibels: number,
  isDrums: boolean,
  { folder, font }: Studio,
  random: Random,
): LabelledSound {
  if (isDrums) return amid(sound, { pcm: drums(folder, font, SECONDS, random), sampleRate: RATE }, decibels);
  const talking = random() < 0.3 ? readAloud(folder, random) : { pcm: talk(SECONDS, random), sampleRate: RATE };
  return amid(sound, talking, decibels);
}

/** As a sound may come: by itself, in a room, in noise, over drums, beside talk, through a telephone, softly. */
const damaged: Damage = (sound, studio, random) => {
  const { pcm, sampleRate } = sound;
  const seed = String(random());
  const what = random();
  if (what < 0.2) return sound;
  if (what < 0.3) return { ...sound, pcm: inRoom(pcm, sampleRate, between(0.2, 1.2, random), seededRandom(seed)) };
  if (what < 0.45) {
    const colour = pick(['pink', 'pink', 'white'] as const, random);
    return { ...sound, pcm: withNoise(pcm, colour, between(3, 30, random), seededRandom(seed)) };
  }
  if (what < 0.9) return inCompany(sound, between(-2, 22, random), what < 0.68, studio, seededRandom(seed));
  if (what < 0.96) return { ...sound, pcm: telephone(pcm, sampleRate) };
  return { ...sound, pcm: withNoise(quiet(pcm, 30), 'pink', 25, seededRandom(seed)) };
};

const orUndamaged: Damage = (song, studio, random) => (random() < 0.4 ? song : damaged(song, studio, random));

type Maker = (studio: Studio, random: Random) => LabelledSound;

const instrument: Maker = (studio, random) => sampledMelody(studio, random, damaged);
const synthesis: Maker = (studio, random) => synthesisedMelody(studio, random, damaged);
const festival: Maker = (studio, random) => sungMelody(studio, random, orUndamaged);
/** A song as people sing it. */
const person: Maker = (studio, random) =>
  orUndamaged({ ...sungByPeople(tuneOfPeople(random), SECONDS, random), sampleRate: SONG_RATE }, studio, random);
/** Chords, of instruments or of random timbres, or a tune over them. */
const chords: Maker = (studio, random) => {
  const what = random();
  const sound =
    what < 0.2
      ? synthesisedSound(random)
      : what < 0.3
        ? randomTimbreSound(random)
        : sampledSound(studio.folder, studio.font, random);
  return random() < 0.5 ? sound : damaged(sound, studio, random);
};
/** A melody over drums or talk that are nearly as loud or louder. */
const drowned: Maker = (studio, random) => {
  const what = random();
  const sound = (what < 0.35 ? synthesis : what < 0.7 ? person : instrument)(studio, random);
  const decibels = between(-4, 12, random);
  const isDrums = random() < 0.5;
  return inCompany(sound, decibels, isDrums, studio, random);
};

const VOICES: readonly Voice[] = ['flute', 'pluck', 'saw', 'reed', 'sung', 'hum'];
/** Quick runs of even notes, as short as syllables. */
const quick: Maker = (studio, random) => {
  const step = between(0.08, 0.16, random);
  const low = 48 + Math.floor(24 * random());
  const pattern = Array.from({ length: 3 + Math.floor(12 * random()) }, () => low + Math.floor(18 * random()));
  const tones: Tone[] = [];
  for (let i = 0; 0.2 + (i + 1) * step < SECONDS / 2; i++)
    tones.push({ midi: pattern[i % pattern.length]!, onset: 0.2 + i * step, offset: 0.2 + (i + 0.95) * step });
  const pcm = render(pick(VOICES, random), tones, SECONDS / 2, RATE);
  const run = { pcm, sampleRate: RATE, tones };
  return random() < 0.6 ? run : damaged(run, studio, random);
};

/** A kind of sound: numbers that seed its sounds, and whether it has several voices. */
interface Kind {
  first: number;
  count: number;
  several: boolean;
  make: (i: number) => Maker;
}

const KINDS: readonly Kind[] = [
  {
    first: 0,
    count: 170,
    several: false,
    make: (i) => (i % 6 === 5 ? festival : i % 3 === 2 ? synthesis : instrument),
  },
  { first: 640, count: 220, several: false, make: () => person },
  { first: 860, count: 120, several: true, make: () => chords },
  { first: 1000, count: 102, several: false, make: () => drowned },
  { first: 2000, count: 90, several: false, make: () => quick },
];

/** How many sounds there are. */
export const COMPANY = KINDS.reduce((sum, { count }) => sum + count, 0);

/** The sound of number `i`. */
export function soundInCompany(
  i: number,
  folder: string,
  fonts: readonly string[],
): LabelledSound & { several: boolean } {
  let at = i;
  const kind = KINDS.find(({ count }) => (at -= count) < 0)!;
  const number = kind.first + kind.count + at;
  const random = seededRandom(`repeats ${number}`);
  const font = pick(fonts, random);
  return { ...kind.make(number)({ folder, font }, random), several: kind.several };
}

/** One voice that is easily taken for several: a melody in a long room, or over talk that is nearly as loud. */
export function melodyAmid(i: number, folder: string, fonts: readonly string[]): LabelledSound {
  const random = seededRandom(`amid ${i}`);
  const studio = { folder, font: pick(fonts, random) };
  const clean: Damage = (sound) => sound;
  const what = random();
  const sound =
    what < 0.4
      ? { ...sungByPeople(tuneOfPeople(random), SECONDS, random), sampleRate: SONG_RATE }
      : what < 0.6
        ? sungMelody(studio, random, clean)
        : what < 0.8
          ? synthesisedMelody(studio, random, clean)
          : sampledMelody(studio, random, clean);
  if (random() < 0.5) return inCompany(sound, between(-3, 12, random), false, studio, random);
  const { pcm, sampleRate } = sound;
  return { ...sound, pcm: inRoom(pcm, sampleRate, between(0.4, 2, random), random) };
}
