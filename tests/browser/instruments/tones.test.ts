import { describe, expect, it } from 'vitest';
import '../../../src/features/instruments/audio/sound/quietTone.ts';
import { OfflineContext } from 'tone/build/esm/core/context/OfflineContext.js';
import { patchFor } from '../../../src/features/instruments/audio/sound/patch.ts';
import { Effects } from '../../../src/features/instruments/audio/sound/tones/effects.ts';
import { loadResonators } from '../../../src/features/instruments/audio/sound/tones/toneNodes.ts';
import { VoicePool } from '../../../src/features/instruments/audio/sound/voices.ts';
import type { VoiceId } from '../../../src/features/instruments/audio/sound/voiceNote.ts';
import { KEY_NOTE_LENGTH } from '../../../src/features/instruments/domain/keyboard/keyboard.ts';
import { hzOfMidi } from '../../../src/core/pitch/pitch.ts';
import {
  TONE_IDS,
  toneOf,
  type ToneChoice,
  type ToneId,
} from '../../../src/features/instruments/domain/keyboard/tone.ts';
import { nextTask } from '../support/turns.ts';
import { amplitudeOf, centsOff, characterOf, loudnessOf, stepOf } from '../../soundMeasures.ts';

const RATE = 48_000;
/**
 * The largest step from sample to sample at a start, an end or a steal, of notes at C4 and velocity 0.8. What sounds steadily
 * makes up to 0.02, a plucked string 0.03 in its first millisecond, the noise of the air by chance 0.04; a note that begins or ends
 * without a ramp up to 0.4.
 */
const MAX_STEP = 0.06;

type Later = readonly [seconds: number, act: (pool: VoicePool, context: OfflineAudioContext) => void];

async function render(
  choice: ToneChoice,
  seconds: number,
  play: (pool: VoicePool) => void,
  later: readonly Later[] = [],
): Promise<Float32Array> {
  const native = new OfflineAudioContext(1, Math.round(seconds * RATE), RATE);
  // Every voice runs all the time: one is enough, beside the spare ones.
  const pool = new VoicePool(native, native.destination, 1, new OfflineContext(native));
  await pool.prepare(choice);
  play(pool);
  for (const [time, act] of later) {
    void native.suspend((Math.round((time * RATE) / 128) * 128) / RATE).then(() => {
      act(pool, native);
      return native.resume();
    });
  }
  return (await native.startRendering()).getChannelData(0);
}

const part = (sound: Float32Array, from: number, to: number): Float32Array => sound.subarray(from * RATE, to * RATE);

/** Plays a note and lets it go; one that fades by itself lasts as long as from a key. */
function note(pool: VoicePool, tone: ToneId, midi: number, time: number, length: number, velocity = 0.8): VoiceId {
  const patch = patchFor(tone, midi);
  const id = pool.start({ midi, velocity, time, length: KEY_NOTE_LENGTH, patch, source: 'key' });
  if (patch.fade === 'held') pool.release(id, time + length);
  return id;
}

/** Notes of half a second: the phrase by which tones are as loud as each other, then a low and a high one. */
const PHRASE = [60, 67, 72, 62];
const NOTES = [...PHRASE, 48, 93];
const onsetOf = (place: number): number => 0.1 + 0.5 * place + (place < PHRASE.length ? 0 : 0.3);
const PHRASE_END = onsetOf(PHRASE.length - 1) + 0.5;
const loudness = new Map<ToneId, number>();

describe.each(TONE_IDS)('the tone %s', (tone) => {
  it('is in tune, begins at once, and neither clicks as it begins nor as it ends', async () => {
    const sound = await render(tone, onsetOf(NOTES.length), (pool) => {
      for (const [place, midi] of NOTES.entries()) note(pool, tone, midi, onsetOf(place), 0.48);
    });
    loudness.set(tone, loudnessOf(part(sound, 0.1, PHRASE_END), RATE));
    for (const [place, midi] of NOTES.entries()) {
      const heard = part(sound, onsetOf(place) + 0.12, onsetOf(place) + 0.46);
      expect(Math.abs(centsOff(heard, hzOfMidi(midi), RATE)), `MIDI ${midi}`).toBeLessThan(2);
    }
    // Half a millisecond, to the first sample that is not nothing.
    expect(part(sound, 0.1, 0.2).findIndex((v) => Math.abs(v) > 1e-6)).toBeLessThan(24);
    expect(part(sound, 0, 0.099).every((v) => v === 0)).toBe(true);
    expect(stepOf(part(sound, 0.099, 0.12)), 'start').toBeLessThan(MAX_STEP);
    expect(stepOf(part(sound, PHRASE_END - 0.03, PHRASE_END + 0.2)), 'end').toBeLessThan(MAX_STEP);
  });

  // What the page schedules at its `currentTime` may reach an audio thread that has gone on meanwhile: up to the length of the
  // device's buffer, which it fills at once.
  it('sounds when the audio thread is ahead of the page, without a click', async () => {
    const play = (pool: VoicePool) =>
      pool.start({ midi: 60, velocity: 0.8, length: 1, patch: patchFor(tone, 60), source: 'key' });
    const late = [0.003, 0.03, 0.1].map((behind, i): Later => [
      0.55 + 0.45 * i,
      (pool, context) => {
        pool.silence();
        const ahead = context.currentTime;
        Object.defineProperty(context, 'currentTime', { get: () => ahead - behind, configurable: true });
        play(pool);
        Reflect.deleteProperty(context, 'currentTime');
      },
    ]);
    const sound = await render(tone, 1.9, () => undefined, [[0.1, play], ...late]);
    const level = (at: number): number => amplitudeOf(part(sound, at, at + 0.3), hzOfMidi(60), RATE);
    for (const at of [0.55, 1, 1.45]) {
      expect(level(at + 0.1) / level(0.2), `at ${at} s`).toBeGreaterThan(0.6);
      expect(level(at + 0.1) / level(0.2), `at ${at} s`).toBeLessThan(1.4);
      expect(stepOf(part(sound, at + 0.02, at + 0.1)), `at ${at} s`).toBeLessThan(MAX_STEP);
    }
  });

  it('follows the hand that plays it, and makes room for the newest note without a click', async () => {
    const patch = patchFor(tone, 60);
    const start = (pool: VoicePool, source: string, time: number): VoiceId =>
      pool.start({ midi: 60, velocity: 0.8, time, length: 5, patch, source });
    const values = [
      ['bend', 200],
      ['vibrato', 100],
      ['brightness', 0.1],
      ['brightness', 0.9],
    ] as const;
    const held = (pool: VoicePool, source: string, place: number): VoiceId => {
      const id = start(pool, source, 0.55 * place);
      pool.release(id, 0.55 * place + 0.47);
      return id;
    };
    const sound = await render(
      tone,
      3.8,
      (pool) => {
        held(pool, 'plain', 0);
        pool.express(held(pool, 'pressed', 1), 'pressure', 0.5, 0.55);
        // A channel's expression holds for notes to come.
        for (const [i, [what, value]] of values.entries()) {
          pool.expressAll(`${what} ${value}`, what, value);
          held(pool, `${what} ${value}`, 2 + i);
        }
      },
      [
        [
          3.4,
          (pool) => {
            pool.stop();
            start(pool, 'key', 3.4);
          },
        ],
        [3.5, (pool) => start(pool, 'key', 0)],
      ],
    );
    const [plain, pressed, bent, shaken, dark, bright] = Array.from({ length: 6 }, (_, place) =>
      part(sound, 0.55 * place + 0.1, 0.55 * place + 0.46),
    ) as [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];
    const level = (heard: Float32Array): number => amplitudeOf(heard, hzOfMidi(60), RATE);
    expect(level(pressed) / level(plain)).toBeGreaterThan(0.35);
    expect(level(pressed) / level(plain)).toBeLessThan(0.65);
    expect(Math.abs(centsOff(bent, hzOfMidi(62), RATE))).toBeLessThan(2);
    expect(level(shaken)).toBeLessThan(0.7 * level(plain));
    const centroid = (heard: Float32Array): number => characterOf(heard, hzOfMidi(60), RATE).centroid;
    expect(centroid(bright)).toBeGreaterThan(centroid(dark) * 1.05);
    expect(stepOf(part(sound, 3.495, 3.54)), 'steal').toBeLessThan(MAX_STEP);
    expect(level(part(sound, 3.6, 3.8))).toBeGreaterThan(0.03);
  });
});

describe('the tones together', () => {
  it('are within 3 LU of each other in the same phrase', () => {
    const all = [...loudness.values()];
    expect(all).toHaveLength(TONE_IDS.length);
    const spread = Math.max(...all) - Math.min(...all);
    expect(spread, `LUFS ${all.map((lufs) => lufs.toFixed(1)).join(', ')}`).toBeLessThan(3);
  });

  it('by family: every note sounds as its family does', async () => {
    const sounds = await Promise.all(
      (
        [
          ['family', 84],
          ['green', 84],
          ['held', 84],
        ] as const
      ).map(([choice, midi]) =>
        render(choice, 0.3, (pool) =>
          pool.start({ midi, velocity: 0.8, length: 1, patch: patchFor(choice, midi), source: 'key' }),
        ),
      ),
    );
    const [family, green, held] = sounds as [Float32Array, Float32Array, Float32Array];
    const apart = (a: Float32Array, b: Float32Array): number =>
      Math.sqrt(a.reduce((sum, v, i) => sum + (v - b[i]!) ** 2, 0) / a.reduce((sum, v) => sum + v * v, 0));
    expect(apart(green, family)).toBeLessThan(0.05);
    expect(apart(green, held)).toBeGreaterThan(0.3);
    expect([12, 36, 60, 119, 127, 0].map((midi) => toneOf('family', midi))).toEqual([
      'smoke',
      'gourmand',
      'spice',
      'ether',
      'ether',
      'smoke',
    ]);
  });

  it('are in tune in a context of another rate than the one before', async () => {
    for (const rate of [44_100, RATE]) {
      const native = new OfflineAudioContext(1, 0.7 * rate, rate);
      const pool = new VoicePool(native, native.destination, 4, new OfflineContext(native));
      await pool.prepare('smoke');
      pool.start({ midi: 60, velocity: 0.8, length: 1, patch: patchFor('smoke', 60), source: 'key' });
      const sound = (await native.startRendering()).getChannelData(0);
      expect(Math.abs(centsOff(sound.subarray(0.15 * rate, 0.65 * rate), hzOfMidi(60), rate))).toBeLessThan(2);
    }
  });

  it('sound as before after they were put to rest, and so does the room', async () => {
    const sound = await render('ether', 9, (pool) => note(pool, 'ether', 60, 0, 0.5), [
      [7, (pool) => pool.rest()],
      [7.5, (pool) => note(pool, 'ether', 60, 7.5, 0.5)],
    ]);
    const level = (from: number): number =>
      Math.sqrt(part(sound, from, from + 0.3).reduce((sum, v) => sum + v * v, 0) / (0.3 * RATE));
    expect(level(7.1)).toBe(0);
    expect(level(7.7) / level(0.2)).toBeCloseTo(1, 1);
    // Half a second after its end only the room is heard.
    expect(level(8.6) / level(1.1)).toBeCloseTo(1, 0);
  });

  it('share one room, which rings until the last of them rests and is cut off then', async () => {
    const native = new OfflineAudioContext(1, 0.6 * RATE, RATE);
    const tone = new OfflineContext(native);
    await loadResonators(tone);
    const effects = new Effects(native, tone, native.destination);
    const [ether, air] = [effects.lead('ether'), effects.lead('air')];
    for (const bus of [ether, air]) bus.open();
    // Tone makes the combs of its reverb a moment later.
    await nextTask();
    const source = new OscillatorNode(native, { frequency: 440 });
    source.connect(ether.input);
    source.start();
    source.stop(0.1);
    for (const [time, bus] of [
      [0.2, ether],
      [0.4, air],
    ] as const)
      void native.suspend(time).then(() => {
        bus.close();
        return native.resume();
      });
    const sound = (await native.startRendering()).getChannelData(0);
    const peak = (from: number, to: number): number =>
      part(sound, from, to).reduce((most, v) => Math.max(most, Math.abs(v)), 0);
    expect(peak(0.25, 0.39)).toBeGreaterThan(0);
    expect(peak(0.41, 0.6)).toBe(0);
  });

  it('that are not ready sound as the held sine; a panic ends a ringing glass within a tenth of a second', async () => {
    const native = new OfflineAudioContext(1, 0.3 * RATE, RATE);
    const pool = new VoicePool(native, native.destination, 4, new OfflineContext(native));
    pool.start({ midi: 60, velocity: 0.8, length: 1, patch: patchFor('ether', 60), source: 'key' });
    const early = (await native.startRendering()).getChannelData(0);
    expect(Math.abs(centsOff(part(early, 0.05, 0.3), hzOfMidi(60), RATE))).toBeLessThan(2);
    const sound = await render(
      'ether',
      0.8,
      (pool) => pool.start({ midi: 60, velocity: 0.8, length: 1, patch: patchFor('ether', 60), source: 'key' }),
      [[0.3, (pool) => pool.silence()]],
    );
    expect(stepOf(part(sound, 0.295, 0.4))).toBeLessThan(MAX_STEP);
    const rest = (from: number, to: number): number =>
      part(sound, from, to).reduce((peak, v) => Math.max(peak, Math.abs(v)), 0);
    expect(rest(0.4, 0.5)).toBeLessThan(1e-3 * rest(0.2, 0.3));
    // Nor does the room come back.
    expect(rest(0.5, 0.8)).toBeLessThan(1e-3 * rest(0.2, 0.3));
  });
});
