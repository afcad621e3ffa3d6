import { hzOfMidi } from '#analysis/values/pitch.ts';
import { seededRandom, type Random } from '#core/values/random.ts';
import { accompaniment, chords, randomMelody, sungLike, type MelodyOptions } from '#tests/fixtures/melody.ts';
import { percussion } from '#tests/fixtures/percussion.ts';
import { speech, SPEAKERS } from '#tests/fixtures/speech.ts';
import { drums, inRoom, noise, render, withHum, withNoise, type Tone, type Voice } from '#tests/fixtures/synthesis.ts';
import type { Label } from './corpus.ts';
import { conditions } from './conditions.ts';
import { clip, attenuate, telephone } from './damage.ts';

/** The part of the corpus that is made by seeded synthesis, without other tools. */

/** Makes the generator of a sound from its name. Another one makes unseen sounds of the same kinds. */
export type Seeded = (sound: string) => Random;

/** The generators of the corpus `name`; the one without a name is that of the tables. */
export const seededBy =
  (name: string): Seeded =>
  (sound) =>
    seededRandom(name === '' ? sound : `${name}: ${sound}`);

export interface Entry {
  /** `kind__number_what` */
  name: string;
  pcm: Float32Array;
  label: Label;
}

const SAMPLE_RATE = 44_100;
const SOUND_S = 8;
const TUNE_OPTIONS: MelodyOptions = {
  seconds: SOUND_S,
  low: 55,
  high: 76,
  shortest: 0.15,
  longest: 0.8,
  repeatGap: 0.06,
};

function entry(
  kind: string,
  what: string,
  pcm: Float32Array,
  tones: readonly Tone[],
  more: Partial<Label> = {},
): Entry {
  const label: Label = {
    kind,
    source: `synthesis: ${what}`,
    mono: true,
    sr: SAMPLE_RATE,
    duration: pcm.length / SAMPLE_RATE,
    notes: tones.map(({ midi, onset, offset }) => ({ midi, onset, offset })),
    ...more,
  };
  return { name: `${kind}__${what.replaceAll(/\W+/g, '_')}`, pcm, label };
}

const tune = (random: Random, options: Partial<MelodyOptions> = {}): Tone[] =>
  randomMelody({ ...TUNE_OPTIONS, ...options }, random);

function* cleanSounds(seeded: Seeded): Generator<Entry> {
  for (const voice of ['saw', 'pluck', 'flute', 'reed', 'hum'] as const) {
    // A plucked string needs no gap between repeated notes.
    const tones = tune(seeded(`clean ${voice}`), voice === 'pluck' ? { repeatGap: 0 } : {});
    yield entry('mono_clean', voice, render(voice, tones, SOUND_S, SAMPLE_RATE), tones);
  }
}

function* noisySounds(seeded: Seeded): Generator<Entry> {
  for (const [voice, colour, snr] of [
    ['flute', 'pink', 15],
    ['reed', 'white', 5],
    ['sung', 'pink', 5],
    ['pluck', 'white', 15],
    ['hum', 'pink', 10],
  ] as const) {
    const seed = `noise ${voice} ${snr}`;
    const tones = tune(seeded(seed));
    yield entry(
      'mono_noise',
      `${voice} ${colour} ${snr} dB`,
      withNoise(render(voice, tones, SOUND_S, SAMPLE_RATE), colour, snr, seeded(`${seed} added`)),
      tones,
    );
  }
}

function* degradedSounds(seeded: Seeded): Generator<Entry> {
  const damages: [string, Voice, (sound: Float32Array) => Float32Array][] = [
    ['telephone', 'sung', (sound) => telephone(sound, SAMPLE_RATE)],
    ['clipped', 'reed', (sound) => clip(sound, 12)],
    ['quiet', 'flute', (sound) => withNoise(attenuate(sound, 30), 'pink', 30, seeded('quiet'))],
    ['room', 'pluck', (sound) => inRoom(sound, SAMPLE_RATE, 0.5, seeded('room'))],
    ['hall', 'sung', (sound) => inRoom(sound, SAMPLE_RATE, 1.2, seeded('hall'))],
  ];
  for (const [what, voice, damage] of damages) {
    const tones = tune(seeded(`damage ${what}`));
    yield entry('mono_degraded', `${what} ${voice}`, damage(render(voice, tones, SOUND_S, SAMPLE_RATE)), tones);
  }
  for (const [voice, mains, decibels] of [
    ['sung', 50, 36],
    ['pluck', 60, 26],
  ] as const) {
    // Hum is audible in pauses.
    const tones = tune(seeded(`mains ${voice}`)).filter((_, i) => i % 4 !== 3);
    const hummed = withHum(render(voice, tones, SOUND_S, SAMPLE_RATE), SAMPLE_RATE, mains, decibels);
    yield entry('mono_degraded', `mains ${mains} Hz ${voice}`, hummed, tones);
  }
}

function* sungSounds(seeded: Seeded): Generator<Entry> {
  for (const [voice, low] of [
    ['sung', 48],
    ['sung', 57],
    ['sung', 62],
    ['hum', 50],
  ] as const) {
    const random = seeded(`sung ${voice} ${low}`);
    const tones = sungLike(
      randomMelody({ ...TUNE_OPTIONS, low, high: low + 16, shortest: 0.2, longest: 1.2, repeatGap: 0.08 }, random),
      random,
    );
    const breath = withNoise(render(voice, tones, SOUND_S, SAMPLE_RATE), 'pink', 30, random);
    // The pitch track in the middle of each note only: at slides and vibrato the reference would be ambiguous.
    const f0 = tones.flatMap(({ midi, onset, offset, vibrato = 0 }): [number, number][] => {
      if (vibrato > 0) return [];
      const points: [number, number][] = [];
      for (let time = onset + 0.11; time < offset - 0.03; time += 0.01)
        points.push([Math.round(time * 100) / 100, hzOfMidi(midi)]);
      return points;
    });
    yield entry('sung_like', `${voice} from ${low}`, inRoom(breath, SAMPLE_RATE, 0.25, random), tones, {
      f0,
      f0_partial: true,
    });
  }
}

/** Every third key from C1 to B7. */
function* range(): Generator<Entry> {
  for (const voice of ['sine', 'saw', 'pluck'] as const) {
    for (const [part, first] of [
      ['low', 24],
      ['high', 66],
    ] as const) {
      const tones = Array.from({ length: 14 }, (_, i) => ({
        midi: first + 3 * i,
        onset: 0.3 + 0.55 * i,
        offset: 0.75 + 0.55 * i,
      }));
      yield entry('range', `${voice} ${part}`, render(voice, tones, SOUND_S + 0.4, SAMPLE_RATE), tones);
    }
  }
}

function* polyphonicSounds(seeded: Seeded): Generator<Entry> {
  const add = (what: string, voice: Voice, tones: Tone[]): Entry =>
    entry('poly', `${what} ${voice}`, render(voice, tones, SOUND_S, SAMPLE_RATE), tones, { mono: false });
  for (const [voices, voice] of [
    [2, 'reed'],
    [3, 'pluck'],
    [3, 'saw'],
    [4, 'flute'],
  ] as const)
    yield add(`chords of ${voices}`, voice, chords(SOUND_S, voices, seeded(`chords ${voices} ${voice}`)));
  for (const voice of ['pluck', 'reed'] as const)
    yield add('accompanied', voice, accompaniment(SOUND_S, seeded(`accompanied ${voice}`)));
}

const BEAT_NAMES = ['kit', 'toms', 'claps', 'shaker', 'knocks'] as const;

function* negatives(seeded: Seeded): Generator<Entry> {
  const length = SOUND_S * SAMPLE_RATE;
  const soundWithoutNotes = (kind: string, what: string, pcm: Float32Array): Entry =>
    entry(kind, what, pcm, [], { mono: false });
  yield soundWithoutNotes('neg_silence', 'digital', new Float32Array(length));
  yield soundWithoutNotes('neg_silence', 'hiss at -75 dB', noise(length, 'white', 10 ** -7.5, seeded('hiss')));
  yield soundWithoutNotes('neg_noise', 'white', noise(length, 'white', 0.01, seeded('white')));
  yield soundWithoutNotes('neg_noise', 'pink', noise(length, 'pink', 0.01, seeded('pink')));
  yield soundWithoutNotes('neg_drums', 'loop', drums(SOUND_S, SAMPLE_RATE, seeded('drums')));
  for (const beat of BEAT_NAMES)
    for (const tempo of [90, 130])
      yield soundWithoutNotes(
        'neg_drums',
        `${beat} at ${tempo}`,
        percussion(beat, SOUND_S, SAMPLE_RATE, tempo, seeded(`${beat} ${tempo}`)),
      );
  for (const [who, speaker] of Object.entries(SPEAKERS))
    yield soundWithoutNotes('neg_speech', who, speech(SOUND_S, SAMPLE_RATE, speaker, seeded(`speech ${who}`)));
}

/** The same sounds on every machine, for the same generators. */
export function* synthesisedSounds(seeded: Seeded): Generator<Entry> {
  yield* cleanSounds(seeded);
  yield* noisySounds(seeded);
  yield* degradedSounds(seeded);
  yield* sungSounds(seeded);
  yield* range();
  yield* polyphonicSounds(seeded);
  yield* negatives(seeded);
  for (const { kind, what, pcm, tones } of conditions(seeded)) yield entry(kind, what, pcm, tones);
}
