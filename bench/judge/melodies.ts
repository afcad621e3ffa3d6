import { between, pick, seededRandom, type Random } from '../../src/core/values/random.ts';
import { sungLike } from '../../tests/fixtures/melody.ts';
import { speech, SPEAKERS } from '../../tests/fixtures/speech.ts';
import { inRoom, over, render, withNoise, type Tone, type Voice } from '../../tests/fixtures/synthesis.ts';
import { quiet, telephone } from '../accuracy/damage.ts';
import { sing } from '../accuracy/festival.ts';
import { playedByFluidsynth } from '../fluidsynth.ts';
import { PROGRAMS, SECONDS, type LabelledSound } from './sounds.ts';

/** Melodies with many repeated notes, to train the judge of repeats on: sampled instruments, and synthesis. */

const RATE = 44_100;
const VOICES: readonly Voice[] = ['saw', 'pluck', 'flute', 'reed', 'sung', 'hum', 'sung'];
const SCALE = [0, 2, 4, 5, 7, 9, 11];

/** Steps of a tune, semitones. */
const STEPS = [-7, -5, -4, -3, -2, -2, -1, 1, 2, 2, 3, 4, 5, 7, 12, -12];
/** Instruments that play tunes: those of the chords, some of them twice, and some that are no good in chords. */
const MELODIC = PROGRAMS.concat([
  14, 16, 17, 18, 23, 40, 47, 53, 67, 73, 74, 76, 77, 78, 78, 82, 84, 85, 87, 89, 91, 104, 105, 107, 109, 110, 111,
]);

interface TuneOptions {
  /** Lowest pitch, MIDI, and range, semitones. */
  low: number;
  range: number;
  /** Gaps between two notes, and the least one before a repeated one, s. */
  gaps: readonly number[];
  repeatGap: number;
}

/** A tune of which up to half the notes repeat the one before. */
function tuneOfRepeats({ low, range, gaps, repeatGap }: TuneOptions, random: Random): Tone[] {
  const shortest = between(0.1, 0.3, random);
  const longest = between(0.5, 1.4, random);
  const repeats = between(0.1, 0.5, random);
  const same = random() < 0.5 ? between(0.4, 1, random) : null;
  const tones: Tone[] = [];
  let midi = low + Math.floor(range / 2);
  for (let onset = 0.3; ;) {
    const offset = onset + shortest * (longest / shortest) ** random();
    if (offset > SECONDS - 0.5) return tones;
    tones.push({ midi, onset, offset, loudness: same ?? between(0.3, 1, random) });
    const before = midi;
    if (random() >= repeats) {
      do midi = Math.max(low, Math.min(low + range, before + pick(STEPS, random)));
      while (midi === before);
      if (random() < 0.7 && !SCALE.includes(midi % 12)) midi += midi < low + range ? 1 : -1;
    }
    const gap = pick(gaps, random);
    onset = offset + (midi === before ? Math.max(repeatGap, gap) : gap);
  }
}

/** With some people who talk, the sound `decibels` above all of them. */
function amidTalk(pcm: Float32Array, decibels: number, random: Random): Float32Array {
  const people = 1 + Math.floor(5 * random());
  const talk = new Float32Array(pcm.length);
  for (let i = 0; i < people; i++) {
    const one = speech(SECONDS, RATE, pick(Object.values(SPEAKERS), random), random);
    for (let k = 0; k < talk.length; k++) talk[k]! += one[k] ?? 0;
  }
  return over(pcm, talk, decibels);
}

/** What happens to a melody on its way; the studio is where its company is made. */
export type Damage = (sound: LabelledSound, studio: Studio, random: Random) => LabelledSound;

/** A folder for files, and the font of instruments and drums. */
export interface Studio {
  folder: string;
  font: string;
}

/** As a sound may come: by itself, in a room, in noise, amid talk, through a telephone, softly. */
const damaged: Damage = (sound, _studio, random) => ({ ...sound, pcm: damagedPcm(sound.pcm, random) });

function damagedPcm(pcm: Float32Array, random: Random): Float32Array {
  const seed = String(random());
  const what = random();
  if (what < 0.3) return pcm;
  if (what < 0.45) return inRoom(pcm, RATE, between(0.2, 1.2, random), seededRandom(seed));
  if (what < 0.7)
    return withNoise(pcm, pick(['pink', 'pink', 'white'] as const, random), between(3, 30, random), seededRandom(seed));
  if (what < 0.85) return amidTalk(pcm, between(8, 30, random), seededRandom(seed));
  if (what < 0.93) return telephone(pcm, RATE);
  return withNoise(quiet(pcm, 30), 'pink', 25, seededRandom(seed));
}

/** A melody of fluidsynth. */
export function sampledMelody(studio: Studio, random: Random, damage: Damage = damaged): LabelledSound {
  const tones = tuneOfRepeats(
    {
      low: 28 + Math.floor(52 * random()),
      range: 12 + Math.floor(12 * random()),
      gaps: [0, 0, 0, 0.02, 0.05, 0.2],
      repeatGap: 0,
    },
    random,
  );
  const program = pick(MELODIC, random);
  const loud = between(0.5, 1, random);
  const notes = tones.map(({ midi, onset, offset, loudness = 0.8 }, i) => ({
    midi,
    onset,
    // A key is up before it is pressed again.
    offset: Math.min(offset, (tones[i + 1]?.onset ?? Infinity) - 0.004),
    velocity: loud * (0.2 + 0.8 * loudness),
  }));
  const tracks = [{ name: 'Melody', channel: 0, program, notes }];
  const pcm = playedByFluidsynth(studio.folder, studio.font, tracks, RATE, random() >= 0.6).slice(0, SECONDS * RATE);
  return damage({ pcm, sampleRate: RATE, tones }, studio, random);
}

/** A melody of the tests' own synthesis. */
export function synthesisedMelody(studio: Studio, random: Random, damage: Damage = damaged): LabelledSound {
  const voice = pick(VOICES, random);
  const plain = tuneOfRepeats(
    {
      low: 36 + Math.floor(40 * random()),
      range: 12 + Math.floor(12 * random()),
      gaps: [0, 0, 0.03, 0.06, 0.2],
      repeatGap: voice === 'pluck' ? 0 : between(0.02, 0.08, random),
    },
    random,
  );
  const isSung = voice === 'sung' || voice === 'hum' || random() < 0.3;
  const tones = isSung ? sungLike(plain, random) : plain;
  return damage({ pcm: render(voice, tones, SECONDS, RATE), sampleRate: RATE, tones }, studio, random);
}

/** A consonant and a vowel each, as festival says them. */
const SYLLABLES = [
  'la',
  'may',
  'no',
  'see',
  'lee',
  'so',
  'ray',
  'me',
  'day',
  'you',
  'way',
  'go',
  'bee',
  'do',
  'tea',
  'foe',
];

/** A song of festival, in noise or not. */
const noisy: Damage = (song, _studio, random) => {
  const isNoisy = random() < 0.4;
  return isNoisy ? { ...song, pcm: withNoise(song.pcm, 'pink', between(10, 30, random), random) } : song;
};

/** A song of festival: a vowel after its consonant rises as a repeated note does. */
export function sungMelody(studio: Studio, random: Random, damage: Damage = noisy): LabelledSound {
  const plain = tuneOfRepeats(
    { low: 40 + Math.floor(12 * random()), range: 12, gaps: [0, 0, 0, 0.15], repeatGap: 0 },
    random,
  );
  // Shorter notes sound spoken, not sung.
  const tones = plain.filter(({ onset, offset }) => offset - onset >= 0.2);
  const { pcm, sampleRate, notes } = sing(
    studio.folder,
    tones,
    tones.map(() => pick(SYLLABLES, random)),
  );
  return damage({ pcm, sampleRate, tones: notes }, studio, random);
}

/** A tune of a person, to be sung. */
export const tuneOfPeople = (random: Random): Tone[] =>
  tuneOfRepeats(
    { low: 38 + Math.floor(24 * random()), range: 12, gaps: [0, 0, 0, 0, 0.03, 0.2, 0.5], repeatGap: 0 },
    random,
  );
