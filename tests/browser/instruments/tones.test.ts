import { beforeAll, describe, expect, it, vi } from 'vitest';
import '#features/instruments/audio/sound/quietTone.ts';
import { OfflineContext } from 'tone/build/esm/core/context/OfflineContext.js';
import { patchFor } from '#features/instruments/audio/sound/patch.ts';
import { Effects } from '#features/instruments/audio/sound/tones/effects.ts';
import { loadResonators } from '#features/instruments/audio/sound/tones/toneNodes.ts';
import { VoicePool } from '#features/instruments/audio/sound/voices.ts';
import type { VoiceId } from '#features/instruments/audio/sound/tones/voice.ts';
import { KEY_NOTE_LENGTH } from '#features/instruments/domain/keyboard/keyboard.ts';
import { hzOfMidi } from '#analysis/values/pitch.ts';
import { seededRandom } from '#core/values/random.ts';
import { TONE_IDS, type ToneChoice, type ToneId } from '#features/instruments/domain/keyboard/tone.ts';
import { amplitudeOf, centsOff, characterOf, loudnessOf, stepOf } from '#tests/soundMeasures.ts';

const SAMPLE_RATE = 48_000;

// Tone makes noise from `Math.random`: seed it, so that every run measures the same.
beforeAll(() => void vi.spyOn(Math, 'random').mockImplementation(seededRandom('noise of the tones')));

/**
 * Limit of the step between two samples (a click) at a start, an end or a steal, for notes at C4 and velocity 0.8.
 * Steady tones have steps up to 0.02, a plucked string 0.03 in its first millisecond, the noise of the tone "air" 0.04;
 * a note that begins or ends without a ramp has up to 0.4.
 */
const MAX_STEP = 0.06;

type Later = readonly [seconds: number, act: (pool: VoicePool, context: OfflineAudioContext) => void];

async function render(
  choice: ToneChoice,
  seconds: number,
  acts: readonly Later[],
  rate = SAMPLE_RATE,
): Promise<Float32Array> {
  const native = new OfflineAudioContext(1, Math.round(seconds * rate), rate);
  // All voices compute all the time: one is enough here, with a few spare ones for notes that die away.
  const pool = new VoicePool(native, native.destination, 1, new OfflineContext(native), 4);
  await pool.prepare(choice);
  for (const [time, act] of acts) {
    if (time === 0) act(pool, native);
    else
      void native.suspend((Math.round((time * rate) / 128) * 128) / rate).then(() => {
        act(pool, native);
        return native.resume();
      });
  }
  return (await native.startRendering()).getChannelData(0);
}

const part = (sound: Float32Array, from: number, to: number): Float32Array =>
  sound.subarray(from * SAMPLE_RATE, to * SAMPLE_RATE);
const peakOf = (sound: Float32Array, from: number, to: number): number =>
  part(sound, from, to).reduce((most, v) => Math.max(most, Math.abs(v)), 0);

const play = (pool: VoicePool, tone: ToneId, midi = 60, time = 0, source = 'key'): VoiceId =>
  pool.start({ midi, velocity: 0.8, time, length: KEY_NOTE_LENGTH, patch: patchFor(tone, midi), source });

/** Runs `act` while the page reads another time than that of the audio thread. */
function atTime(context: OfflineAudioContext, seconds: number, act: () => void): void {
  Object.defineProperty(context, 'currentTime', { get: () => seconds, configurable: true });
  act();
  Reflect.deleteProperty(context, 'currentTime');
}

/** Notes of half a second, by which the loudness of the tones is compared. */
const PHRASE_MIDI = [60, 67, 72, 62];
const NOTE_S = 0.48;
const onsetOf = (place: number): number => 0.1 + 0.5 * place;
const PHRASE_END = onsetOf(PHRASE_MIDI.length);
/** A low and a high note. */
const OUTER_MIDI = [48, 93];
const farOnset = (place: number): number => PHRASE_END + 0.2 + 0.5 * place;
/** Notes like the first of the phrase, each with one expression. */
const EXPRESSIONS = [
  ['pressure', 0.5],
  ['bend', 200],
  ['vibrato', 100],
  ['brightness', 0.1],
  ['brightness', 0.9],
] as const;
const NOTES = [
  ...PHRASE_MIDI.map((midi, place) => [midi, onsetOf(place)] as const),
  ...OUTER_MIDI.map((midi, place) => [midi, farOnset(place)] as const),
];
const FAR_END = farOnset(OUTER_MIDI.length);
const EXPRESSED_S = 0.32;
const expressionOnset = (place: number): number => FAR_END + 0.1 + 0.36 * place;
const STEAL_ONSET_S = expressionOnset(EXPRESSIONS.length) + 0.1;
/** Lead of the audio thread over the page at the last notes, s. */
const DELAYS_S = [0.003, 0.1];
const lateOnset = (place: number): number => STEAL_ONSET_S + 0.28 + 0.27 * place;
const STOP_ONSET_S = lateOnset(DELAYS_S.length);

/** Renders all parts as one sound for each tone: building the voices takes longer than rendering them for a second. */
function renderTone(tone: ToneId): Promise<Float32Array> {
  const express = (pool: VoicePool): void => {
    for (const [place, [what, value]] of EXPRESSIONS.entries()) {
      const [source, time] = [`${what} ${value}`, expressionOnset(place)];
      // An expression of a channel applies to its next notes; pressure belongs to one note.
      if (what !== 'pressure') pool.expressAll(source, what, value);
      const id = play(pool, tone, 60, time, source);
      if (what === 'pressure') pool.express(id, what, value, time);
      pool.release(id, time + EXPRESSED_S);
    }
  };
  const late = DELAYS_S.map((behind, place): Later => [
    lateOnset(place),
    (pool, context) => {
      pool.silence();
      atTime(context, context.currentTime - behind, () => play(pool, tone));
    },
  ]);
  // Disconnects the silent voices between the parts; without this they disconnect after a second of silence.
  const rest: Later[1] = (pool, context) => atTime(context, context.currentTime + 1, () => pool.rest());
  return render(tone, STOP_ONSET_S + 0.35, [
    ...[PHRASE_END, FAR_END, STEAL_ONSET_S - 0.15, lateOnset(0) - 0.05].map((time) => [time, rest] as const),
    [0, (pool) => NOTES.forEach(([midi, time]) => pool.release(play(pool, tone, midi, time), time + NOTE_S))],
    [expressionOnset(0) - 0.05, express],
    [STEAL_ONSET_S - 0.1, (pool) => play(pool, tone)],
    [STEAL_ONSET_S, (pool) => play(pool, tone)],
    ...late,
    [STOP_ONSET_S, (pool) => pool.silence()],
  ]);
}

const renderedTones = new Map<ToneId, Promise<Float32Array>>();
function soundOf(tone: ToneId): Promise<Float32Array> {
  const sound = renderedTones.get(tone) ?? renderTone(tone);
  renderedTones.set(tone, sound);
  return sound;
}

describe.each(TONE_IDS)('the tone %s', (tone) => {
  let sound: Float32Array;
  beforeAll(async () => {
    sound = await soundOf(tone);
  });
  /** The middle of a note, without its rise and its release. */
  const heardAt = (onset: number): Float32Array => part(sound, onset + 0.1, onset + 0.31);
  const level = (heard: Float32Array): number => amplitudeOf(heard, hzOfMidi(60), SAMPLE_RATE);
  const expressed = (place: number): Float32Array => heardAt(expressionOnset(place));

  it('is in tune', () => {
    for (const [midi, onset] of NOTES) {
      const heard = part(sound, onset + 0.12, onset + 0.46);
      expect(Math.abs(centsOff(heard, hzOfMidi(midi), SAMPLE_RATE)), `MIDI ${midi}`).toBeLessThan(2);
    }
  });

  it('begins at its time, to half a millisecond', () => {
    expect(part(sound, 0.1, 0.2).findIndex((v) => Math.abs(v) > 1e-6)).toBeLessThan(24);
    expect(part(sound, 0, 0.099).every((v) => v === 0)).toBe(true);
  });

  it('clicks neither at its beginning nor at its end', () => {
    expect(stepOf(part(sound, 0.099, 0.12)), 'start').toBeLessThan(MAX_STEP);
    // Check several ends: a click depends on the phase at which a note is cut off.
    const ends = [onsetOf(0) + NOTE_S, onsetOf(3) + NOTE_S, ...[1, 2, 3].map((i) => expressionOnset(i) + EXPRESSED_S)];
    for (const end of ends)
      expect(stepOf(part(sound, end - 0.005, end + 0.018)), `end at ${end} s`).toBeLessThan(MAX_STEP);
    expect(stepOf(part(sound, PHRASE_END, PHRASE_END + 0.19)), 'release').toBeLessThan(MAX_STEP);
  });

  it('follows pressure, bend, vibrato and brightness', () => {
    const plain = level(heardAt(onsetOf(0)));
    expect(level(expressed(0)) / plain, 'pressure').toBeGreaterThan(0.35);
    expect(level(expressed(0)) / plain, 'pressure').toBeLessThan(0.65);
    expect(Math.abs(centsOff(expressed(1), hzOfMidi(62), SAMPLE_RATE)), 'bend').toBeLessThan(2);
    expect(level(expressed(2)), 'vibrato').toBeLessThan(0.7 * plain);
    const centroid = (heard: Float32Array): number => characterOf(heard, hzOfMidi(60), SAMPLE_RATE).centroid;
    expect(centroid(expressed(4)), 'brightness').toBeGreaterThan(centroid(expressed(3)) * 1.05);
  });

  it('gives its voice to the newest note without a click', () => {
    expect(stepOf(part(sound, STEAL_ONSET_S - 0.005, STEAL_ONSET_S + 0.04))).toBeLessThan(MAX_STEP);
    expect(level(part(sound, STEAL_ONSET_S + 0.08, STEAL_ONSET_S + 0.28))).toBeGreaterThan(0.03);
  });

  // Events that the page schedules at its `currentTime` may reach an audio thread that has gone on meanwhile: up to the
  // length of the device's buffer, which it fills at once.
  it.each(DELAYS_S.map((behind, place) => [behind, lateOnset(place)]))(
    'sounds when the audio thread is ahead of the page by %f s, without a click',
    (_behind, onset) => {
      const share = level(part(sound, onset! + 0.1, onset! + 0.27)) / level(part(sound, 0.2, 0.37));
      expect(share).toBeGreaterThan(0.6);
      expect(share).toBeLessThan(1.4);
      expect(stepOf(part(sound, onset! + 0.02, onset! + 0.1))).toBeLessThan(MAX_STEP);
    },
  );

  it('ends a tenth of a second after a panic, with its reverb, without a click', () => {
    expect(stepOf(part(sound, STOP_ONSET_S - 0.005, STOP_ONSET_S + 0.1))).toBeLessThan(MAX_STEP);
    // Until after the reverb has been emptied and sounds again.
    expect(peakOf(sound, STOP_ONSET_S + 0.1, STOP_ONSET_S + 0.35)).toBeLessThan(
      1e-3 * peakOf(sound, STOP_ONSET_S - 0.1, STOP_ONSET_S),
    );
  });
});

describe('neighbouring keys', () => {
  const LOWEST_MIDI = 36;
  const SPACING_S = 0.42;
  // Successive strokes are far apart in pitch: otherwise the reverb of one would hide the next.
  const NOTE_STRIDE = 37;
  // The low-pass of the tone "smoke" and the string of "spice" make higher keys softer. A plucked string varies at
  // random: take the mean of three strokes.
  const highestOf = (tone: ToneId): number => (tone === 'smoke' || tone === 'spice' ? 81 : 96);
  const strokesOf = (tone: ToneId): number => (tone === 'spice' ? 3 : 1);
  // An effect that shapes one key and not the next, such as a comb filter, sounds like a hole in the keyboard.
  it.each(TONE_IDS)('of the tone %s are within 1.5 dB of each other', async (tone) => {
    const patch = patchFor(tone, 60);
    const keys = highestOf(tone) - LOWEST_MIDI + 1;
    const strokes = Array.from({ length: keys * strokesOf(tone) }, (_, i) => ({
      key: (i * NOTE_STRIDE) % keys,
      time: 0.05 + SPACING_S * i,
    }));
    const sound = await render(tone, SPACING_S * strokes.length + 0.1, [
      // There is one voice: each stroke ends the one before.
      [
        0,
        (pool) => {
          for (const { key, time } of strokes)
            pool.start({ midi: LOWEST_MIDI + key, velocity: 100 / 127, time, length: 1, patch, source: 'key' });
        },
      ],
    ]);
    const powers = new Float64Array(keys);
    for (const { key, time } of strokes)
      powers[key]! += part(sound, time, time + 0.4).reduce((sum, v) => sum + v * v, 0);
    const levels = Array.from(powers, (power) => 10 * Math.log10(power / (strokesOf(tone) * 0.4 * SAMPLE_RATE)));
    const steps = levels.slice(1).map((level, i) => Math.abs(level - levels[i]!));
    expect(Math.max(...steps), `dB ${levels.map((level) => level.toFixed(1)).join(' ')}`).toBeLessThan(1.5);
  });
});

describe('the tones together', () => {
  it('are within 3 LU of each other in the same phrase', async () => {
    const phrases = (await Promise.all(TONE_IDS.map(soundOf))).map((sound) => part(sound, 0.1, PHRASE_END));
    const all = phrases.map((phrase) => loudnessOf(phrase, SAMPLE_RATE));
    const spread = Math.max(...all) - Math.min(...all);
    expect(spread, `LUFS ${all.map((lufs) => lufs.toFixed(1)).join(', ')}`).toBeLessThan(3);
  });

  it('depend on the family of each note if the tone is "by family"', async () => {
    const [midi, onset] = NOTES.at(-1)!;
    const family = await render('family', 0.4, [
      [
        0,
        (pool) =>
          pool.start({ midi, velocity: 0.8, time: 0.1, length: 1, patch: patchFor('family', midi), source: 'key' }),
      ],
    ]);
    // The second and fourth partial of the bell; the sine that replaces a missing tone has neither.
    const partials = (sound: Float32Array, from: number): number[] =>
      [1, 2, 4].map((n) => amplitudeOf(part(sound, from + 0.05, from + 0.25), n * hzOfMidi(midi), SAMPLE_RATE));
    const [alone, among] = [partials(await soundOf('green'), onset), partials(family, 0.1)];
    for (const [i, partial] of among.entries()) expect(partial / alone[i]!).toBeCloseTo(1, 1);
    expect(among[1]! / among[0]!).toBeGreaterThan(0.1);
  });

  it('are in tune in a context of another rate than the one before', async () => {
    for (const rate of [44_100, SAMPLE_RATE]) {
      const sound = await render('smoke', 0.4, [[0, (pool) => play(pool, 'smoke')]], rate);
      expect(Math.abs(centsOff(sound.subarray(0.1 * rate, 0.4 * rate), hzOfMidi(60), rate))).toBeLessThan(2);
    }
  });

  it('stop computing 5 s after the last note, and sound the same afterwards, and so does the reverb', async () => {
    const playShort = (pool: VoicePool, time: number): void => pool.release(play(pool, 'ether', 60, time), time + 0.3);
    // The end of the release of the note.
    const silent = 0.3 + 9 * patchFor('ether', 60).release;
    const restAt =
      (seconds: number): Later[1] =>
      (pool, context) =>
        atTime(context, seconds, () => pool.rest());
    const sound = await render('ether', 2.1, [
      [0, (pool) => playShort(pool, 0)],
      [1, restAt(silent + 4.9)],
      [1.1, restAt(silent + 5.1)],
      [1.2, (pool) => playShort(pool, 1.2)],
    ]);
    const level = (from: number): number =>
      Math.sqrt(part(sound, from, from + 0.2).reduce((sum, v) => sum + v * v, 0) / (0.2 * SAMPLE_RATE));
    expect(peakOf(sound, 1.01, 1.09)).toBeGreaterThan(0);
    expect(peakOf(sound, 1.11, 1.19)).toBe(0);
    expect(level(1.3) / level(0.1)).toBeCloseTo(1, 1);
    // From then on hardly more than the reverb sounds.
    expect(level(1.8) / level(0.6)).toBeCloseTo(1, 0);
  });

  it('share one reverb, which rings until the last of them stops computing and is cut off then', async () => {
    const native = new OfflineAudioContext(1, 0.6 * SAMPLE_RATE, SAMPLE_RATE);
    const tone = new OfflineContext(native);
    await loadResonators(native);
    const effects = new Effects(native, tone, native.destination);
    const [ether, air] = [effects.lead('ether'), effects.lead('air')];
    for (const bus of [ether, air]) bus.open();
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
    expect(peakOf(sound, 0.25, 0.39)).toBeGreaterThan(0);
    expect(peakOf(sound, 0.41, 0.6)).toBe(0);
  });

  it('sound as the held sine until they are loaded', async () => {
    const native = new OfflineAudioContext(1, 0.3 * SAMPLE_RATE, SAMPLE_RATE);
    const pool = new VoicePool(native, native.destination, 4, new OfflineContext(native));
    play(pool, 'ether');
    const early = (await native.startRendering()).getChannelData(0);
    expect(Math.abs(centsOff(part(early, 0.05, 0.3), hzOfMidi(60), SAMPLE_RATE))).toBeLessThan(2);
  });
});
