import { pick, type Random } from '#core/values/random.ts';
import { randomMelody, type MelodyOptions } from '#tests/fixtures/melody.ts';
import { percussion } from '#tests/fixtures/percussion.ts';
import { speech, SPEAKERS } from '#tests/fixtures/speech.ts';
import { addBar, inRoom, mixBackground, render, withHum, type Tone, type Voice } from '#tests/fixtures/synthesis.ts';
import { telephone } from './damage.ts';

/**
 * Conditions in which people record: a melody over drums or over talk, through a telephone, in a large room; and two
 * sources whose period is not that of their note: bars with partials 1 : 3 : 5.8, and a bass over mains hum.
 */

const SAMPLE_RATE = 44_100;
const SOUND_S = 8;

/** A sound of one of these kinds, before it gets a label. */
export interface Conditioned {
  kind: string;
  what: string;
  pcm: Float32Array;
  tones: Tone[];
}

const overBeat = (dry: Float32Array, beat: 'kit' | 'toms', decibels: number, random: Random): Float32Array =>
  mixBackground(dry, percussion(beat, SOUND_S, SAMPLE_RATE, 90 + 10 * Math.floor(5 * random()), random), decibels);

/** A condition that a dry melody is put into, with its variants. */
const CONDITIONS = {
  over_drums: [0, 6, 12].map((decibels) => ({
    name: `${decibels} dB`,
    put: (dry: Float32Array, random: Random) => overBeat(dry, decibels === 12 ? 'toms' : 'kit', decibels, random),
  })),
  over_toms: [0, 4, 8].map((decibels) => ({
    name: `${decibels} dB`,
    put: (dry: Float32Array, random: Random) => overBeat(dry, 'toms', decibels, random),
  })),
  over_talk: [3, 8, 14].map((decibels) => ({
    name: `${decibels} dB`,
    put: (dry: Float32Array, random: Random) =>
      mixBackground(dry, speech(SOUND_S, SAMPLE_RATE, pick(Object.values(SPEAKERS), random), random), decibels),
  })),
  phone: [false, true].map((steep) => ({
    name: steep ? 'steep band' : 'band',
    put: (dry: Float32Array) => telephone(dry, SAMPLE_RATE, steep),
  })),
  reverb: [0.8, 1.5].map((seconds) => ({
    name: `${seconds} s`,
    put: (dry: Float32Array, random: Random) => inRoom(dry, SAMPLE_RATE, seconds, random),
  })),
} as const satisfies Record<string, { name: string; put: (dry: Float32Array, random: Random) => Float32Array }[]>;

const TUNE_OPTIONS: MelodyOptions = {
  seconds: SOUND_S,
  low: 55,
  high: 76,
  shortest: 0.18,
  longest: 0.8,
  repeatGap: 0.06,
};
const VOICES: readonly Voice[] = ['sung', 'flute', 'pluck', 'reed'];

/** Melodies of the tests' synthesis in each condition. */
export function* conditions(seeded: (sound: string) => Random): Generator<Conditioned> {
  for (const [kind, variants] of Object.entries(CONDITIONS)) {
    for (const [v, voice] of VOICES.entries()) {
      const { name, put } = variants[v % variants.length]!;
      const random = seeded(`${kind} ${voice}`);
      const tones = randomMelody(TUNE_OPTIONS, random);
      yield { kind, what: `${voice} ${name}`, pcm: put(render(voice, tones, SOUND_S, SAMPLE_RATE), random), tones };
    }
  }
  for (const [low, seconds] of [
    [60, 0.25],
    [67, 0.4],
    [72, 0.6],
  ] as const) {
    const random = seeded(`bars ${low}`);
    const tones = randomMelody(
      { ...TUNE_OPTIONS, low, high: low + 12, shortest: seconds, longest: seconds, repeatGap: 0 },
      random,
    );
    const pcm = new Float32Array(SOUND_S * SAMPLE_RATE);
    for (const tone of tones) addBar(pcm, SAMPLE_RATE, tone);
    yield { kind: 'bars', what: `from ${low}`, pcm, tones };
  }
  for (const [voice, mains, decibels] of [
    ['saw', 50, 12],
    ['pluck', 50, 18],
    ['pluck', 60, 12],
  ] as const) {
    const random = seeded(`bass ${voice} ${mains}`);
    const tones = randomMelody({ ...TUNE_OPTIONS, low: 33, high: 50, shortest: 0.3, repeatGap: 0.08 }, random);
    const pcm = withHum(render(voice, tones, SOUND_S, SAMPLE_RATE), SAMPLE_RATE, mains, decibels);
    yield { kind: 'bass_hum', what: `${voice} ${mains} Hz ${decibels} dB`, pcm, tones };
  }
}
