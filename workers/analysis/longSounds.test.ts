import { describe, expect, it } from 'vitest';
import { randomBetween, seededRandom, type Random } from '../../src/core/values/random.ts';
import { analyze } from '../../tests/fixtures/engine.ts';
import { randomMelody } from '../../tests/fixtures/melody.ts';
import { SONG_RATE as SAMPLE_RATE, sungByPeople } from '../../tests/fixtures/singing.ts';
import { inRoom, render, withNoise, type Tone } from '../../tests/fixtures/synthesis.ts';

/** Length of a sound that is repeated, s; a second of silence follows each time. */
const SOUND_S = 9;
const PERIOD_S = SOUND_S + 1;
/** Notes that a long sound may have more or fewer than its repeats have alone. */
const TOLERATED_SHARE = 0.05;

const tune = (low: number, high: number, shortest: number, longest: number, random: Random): Tone[] =>
  randomMelody({ seconds: SOUND_S, low, high, shortest, longest, repeatGap: 0.05 }, random);

const SOUND_KINDS = {
  singing: () => {
    const random = seededRandom('song a');
    return sungByPeople(tune(55, 70, 0.2, 0.8, random), SOUND_S, random).pcm;
  },
  whistling: () => {
    const random = seededRandom('bird a');
    const gliding = tune(84, 96, 0.08, 0.2, random).map((tone) => ({
      ...tone,
      from: tone.midi + randomBetween(-3, 3, random),
      slide: 0.08,
      loudness: 0.2 + 0.8 * random(),
    }));
    return withNoise(render('sine', gliding, SOUND_S, SAMPLE_RATE), 'white', 15, random);
  },
  'plucked strings in a room': () => {
    const random = seededRandom('pr b');
    return inRoom(render('pluck', tune(50, 75, 0.12, 0.5, random), SOUND_S, SAMPLE_RATE), SAMPLE_RATE, 0.8, random);
  },
} as const satisfies Record<string, () => Float32Array>;

function expectAllRepeats(kind: keyof typeof SOUND_KINDS, minutes: number): void {
  const once = SOUND_KINDS[kind]();
  const times = (60 * minutes) / PERIOD_S;
  const long = new Float32Array(times * PERIOD_S * SAMPLE_RATE);
  for (let i = 0; i < times; i++) long.set(once, i * PERIOD_S * SAMPLE_RATE);
  const share = analyze(long, SAMPLE_RATE).notes.length / (times * analyze(once, SAMPLE_RATE).notes.length);
  expect(Math.abs(share - 1)).toBeLessThanOrEqual(TOLERATED_SHARE);
}

it('the first minute of singing has the same notes alone and in a longer sound', () => {
  const random = seededRandom('first minute');
  const tones = randomMelody({ seconds: 80, low: 55, high: 70, shortest: 0.2, longest: 0.8, repeatGap: 0.05 }, random);
  const { pcm } = sungByPeople(tones, 80, random);
  const first = (sound: Float32Array) => analyze(sound, SAMPLE_RATE).notes.filter(({ onset }) => onset < 58);
  const alone = first(pcm.subarray(0, 60 * SAMPLE_RATE));
  const kept = first(pcm).filter(({ midi, onset }) =>
    alone.some((other) => other.midi === midi && Math.abs(other.onset - onset) < 0.03),
  );
  expect(kept.length).toBeGreaterThanOrEqual(0.99 * Math.max(alone.length, first(pcm).length));
});

describe('a long sound has the notes of its parts', () => {
  it.each(['singing', 'whistling'] as const)('after a minute of %s', (kind) => expectAllRepeats(kind, 1));

  it.each(['singing', 'whistling', 'plucked strings in a room'] as const)('after ten minutes of %s @slow', (kind) => {
    expectAllRepeats(kind, 10);
  });
});
