import { describe, expect, it } from 'vitest';
import { accentReason } from '../../../src/features/fragrance/domain/words/noteReason.ts';
import { accentsOf } from '../../../src/features/fragrance/domain/timbre/accents.ts';
import { characterOf } from '../../../src/features/fragrance/domain/timbre/character.ts';
import type { Timbre } from '../values/timbre.ts';
import { hzOfMidi } from '../values/pitch.ts';
import { seededRandom } from '../../../src/core/values/random.ts';
import { analyze } from '../../../tests/fixtures/engine.ts';
import { addVowel, harmonicSum, noise, render, sequence, type Voice } from '../../../tests/fixtures/synthesis.ts';
import { createAnalyzer, type Analysis } from '../analyze.ts';
import { roughnessOf } from './roughness.ts';

const SAMPLE_RATE = 44_100;
const SOUND_S = 2;

interface Sound {
  hz?: number;
  /** Amplitudes of the partials. */
  partials?: readonly number[];
  /** Vibrato: Hz, and cents from its lowest to its highest point. */
  rate?: number;
  depth?: number;
  /** Linear rise, s. */
  rise?: number;
}

/** Two seconds of a tone with known properties, after a little silence. */
function tone({ hz = 330, partials = [1, 0.5, 0.3, 0.2], rate = 0, depth = 0, rise = 0.02 }: Sound): Float32Array {
  const sound = new Float32Array((SOUND_S + 0.5) * SAMPLE_RATE);
  let phase = 0;
  for (let i = 0; i < SOUND_S * SAMPLE_RATE; i++) {
    const t = i / SAMPLE_RATE;
    phase += (2 * Math.PI * hz * 2 ** ((depth / 2400) * Math.sin(2 * Math.PI * rate * t))) / SAMPLE_RATE;
    const envelope = Math.min(1, t / rise, (SOUND_S - t) / 0.02);
    sound[Math.round(0.25 * SAMPLE_RATE) + i] = 0.2 * envelope * harmonicSum(partials, phase);
  }
  return sound;
}

function timbreOf(sound: Float32Array, rate = SAMPLE_RATE): Timbre {
  const { timbre } = analyze(sound, rate);
  expect(timbre).not.toBeNull();
  return timbre!;
}

describe('the timbre of a sound has', () => {
  it.each([
    [6, 80],
    [5, 40],
    [4.5, 150],
    [7, 120],
  ])('vibrato of %d Hz and %d cents', (rate, depth) => {
    const { vibrato, wander } = timbreOf(tone({ rate, depth }));
    expect(Math.abs(vibrato!.rate - rate)).toBeLessThanOrEqual(0.15);
    expect(Math.abs(vibrato!.depth - depth)).toBeLessThan(0.06 * depth);
    expect(wander).toBeLessThan(0.1 * depth);
  });

  it('no vibrato of a steady tone, and none of a slide', () => {
    expect(timbreOf(tone({}))).toMatchObject({ vibrato: null });
    expect(timbreOf(tone({})).wander).toBeLessThan(1);
    const slide = render('reed', [{ midi: 57, onset: 0.2, offset: 1.8, from: 55, slide: 1.2 }], 2, SAMPLE_RATE);
    expect(timbreOf(slide).vibrato).toBeNull();
  });

  it.each([8, 10, 20, 30])('noise %d dB below the tone', (ratio) => {
    // White up to half of 12 kHz, the measured range.
    const rate = 12_000;
    const hz = 300;
    const random = seededRandom(`noise ${ratio}`);
    const power = 0.5 * 0.04 * (1 + 0.25 + 0.09 + 0.04);
    const added = noise(3 * rate, 'white', power / 10 ** (ratio / 10), random);
    const sound = added.map((x, i) => {
      const t = i / rate;
      return x + 0.2 * [1, 0.5, 0.3, 0.2].reduce((sum, a, n) => sum + a * Math.sin(2 * Math.PI * (n + 1) * hz * t), 0);
    });
    expect(Math.abs(timbreOf(sound, rate).harmonicity! - ratio)).toBeLessThan(1.5);
  });

  it.each([0.005, 0.03, 0.08, 0.16])('notes that rise in %d s', (rise) => {
    // From 10 to 90 % of a linear rise takes 80 % of it; a step of the analysis is 10 ms.
    expect(Math.abs(timbreOf(tone({ rise })).attack! - 0.8 * rise)).toBeLessThan(0.01);
  });

  it('the centroid of known partials, against the pitch', () => {
    const sine = timbreOf(tone({ partials: [1] }));
    expect(sine.brightness).toBeGreaterThan(0.98);
    expect(sine.brightness).toBeLessThan(1.4);
    // Of amplitudes 1, 1 and 1 the second partial is the middle.
    expect(Math.abs(timbreOf(tone({ partials: [1, 1, 1] })).brightness - 2)).toBeLessThan(0.15);
    const dull = timbreOf(tone({ partials: [1, 0.1] }));
    const sharp = timbreOf(tone({ partials: [1, 0.9, 0.8, 0.7, 0.6, 0.5] }));
    expect(sharp.brightness).toBeGreaterThan(dull.brightness + 1);
  });

  it('the share of the energy below 500 Hz', () => {
    // 330 Hz is below, 660 Hz above.
    expect(timbreOf(tone({ partials: [1] })).warmth).toBeGreaterThan(0.99);
    expect(Math.abs(timbreOf(tone({ partials: [1, 1] })).warmth - 0.5)).toBeLessThan(0.02);
    expect(Math.abs(timbreOf(tone({ partials: [1, 2] })).warmth - 0.2)).toBeLessThan(0.02);
  });

  it('roughness of two sines: none far apart, and most at a quarter of a critical band', () => {
    const binHz = 5;
    const spectrum = (...peaks: number[]): Float64Array => {
      const power = new Float64Array(2048);
      for (const hz of peaks) power[Math.round(hz / binHz)] = 1;
      return power;
    };
    expect(roughnessOf(spectrum(1000), binHz)).toBe(0);
    expect(roughnessOf(spectrum(1000, 1035), binHz)).toBeGreaterThan(0.95);
    expect(roughnessOf(spectrum(1000, 1100), binHz)).toBeLessThan(0.8);
    expect(roughnessOf(spectrum(1000, 1500), binHz)).toBeLessThan(0.01);
    expect(roughnessOf(new Float64Array(2048), binHz)).toBe(0);
  });

  it('roughness of low tones with many partials above that of high or plain ones', () => {
    const rich = Array.from({ length: 12 }, () => 1);
    const low = timbreOf(tone({ hz: 82, partials: rich }));
    expect(low.roughness).toBeGreaterThan(3 * timbreOf(tone({ hz: 330, partials: rich })).roughness);
    expect(timbreOf(tone({ partials: [1] })).roughness).toBeLessThan(0.005);
  });

  it('the level of each overtone', () => {
    const partials = [1, 0, 0.5, 0, 0, 0.8];
    const { overtones } = timbreOf(tone({ hz: hzOfMidi(66), partials }));
    expect(overtones.map(({ of, partial, note }) => `${of} ${partial} ${note}`)).toEqual(['F#4 6 C#7', 'F#4 3 C#6']);
    expect(Math.abs(overtones[0]!.level - 20 * Math.log10(0.8))).toBeLessThan(0.5);
    expect(Math.abs(overtones[1]!.level - 20 * Math.log10(0.5))).toBeLessThan(0.5);
    expect(accentReason(accentsOf(overtones, ['F#4'])[0]!)).toBe(
      'High above your F#4 rings a C#7, its fifth overtone: Violet Leaf.',
    );
  });

  it('null for silence and noise, and the same for any cut into blocks', () => {
    const random = seededRandom('colour');
    expect(analyze(new Float32Array(SAMPLE_RATE), SAMPLE_RATE).timbre).toBeNull();
    expect(analyze(noise(2 * SAMPLE_RATE, 'white', 0.01, random), SAMPLE_RATE).timbre).toBeNull();
    const sound = render('sung', sequence([57, 64, 60], 0.6, 0.1), 3, SAMPLE_RATE);
    const whole = analyze(sound, SAMPLE_RATE).timbre;
    for (const size of [1000, 128, 44_100]) {
      const analyzer = createAnalyzer(SAMPLE_RATE);
      for (let at = 0; at < sound.length; at += size) analyzer.push(sound.subarray(at, at + size));
      expect(analyzer.finish().timbre).toEqual(whole);
    }
  });
});

describe('the same tune by eight voices', () => {
  const tune = sequence([62, 66, 69, 67, 64], 0.45, 0.05);
  const length = 3.2;
  const voices: readonly Voice[] = ['sine', 'saw', 'pluck', 'flute', 'reed', 'sung', 'hum'];
  const vowel = (): Float32Array => {
    const sound = new Float32Array(length * SAMPLE_RATE);
    for (const { midi, onset, offset } of tune) addVowel(sound, SAMPLE_RATE, hzOfMidi(midi), onset, offset - onset);
    return sound.map((x) => 0.1 * x);
  };
  const heard: [string, Analysis][] = [
    ...voices.map((voice): [string, Analysis] => [
      voice,
      analyze(render(voice, tune, length, SAMPLE_RATE), SAMPLE_RATE),
    ]),
    ['vowel', analyze(vowel(), SAMPLE_RATE)],
  ];
  const described = heard.map(([voice, { timbre, essence }]) => ({
    voice,
    essence: [...essence].sort().join(' '),
    accents: accentsOf(timbre!.overtones, essence).map(({ note }) => note),
    axes: characterOf(timbre!).axes,
  }));

  it('has one essence', () => {
    expect(new Set(described.map(({ essence }) => essence)).size).toBe(1);
  });

  it('has eight clearly different characters', () => {
    for (const [i, a] of described.entries()) {
      for (const b of described.slice(0, i)) {
        const distance = Math.hypot(
          ...Object.keys(a.axes).map((axis) => a.axes[axis as 'breath'] - b.axes[axis as 'breath']),
        );
        const sameAccents = a.accents.join() === b.accents.join();
        expect(sameAccents ? distance : 1, `${a.voice} and ${b.voice}`).toBeGreaterThan(0.1);
      }
    }
  });

  it('has accents that are no notes of the tune, and none where there are no overtones', () => {
    for (const { voice, essence, accents } of described) {
      expect(accents.length).toBeLessThanOrEqual(3);
      expect(accents.length > 0).toBe(voice !== 'sine');
      for (const note of accents) expect(essence.split(' ')).not.toContain(note);
    }
  });
});
