import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/core/values/random.ts';
import '../../tests/fixtures/engine.ts';
import { render, sequence } from '../../tests/fixtures/synthesis.ts';
import { analyze, createAnalyzer, hashBytes } from './analyze.ts';
import { mixToMono } from './dsp/mix.ts';
import { Resampler } from './dsp/resample.ts';

const SUNG_SOUND = render('sung', sequence([57, 64], 0.3, 0.1), 0.9, 16_000);

/** Arbitrary samples, also impossible ones for a microphone. */
const anySamples = fc
  .array(
    fc.oneof(
      fc.float({ min: -1, max: 1, noNaN: true }),
      fc.constantFrom(NaN, Infinity, -Infinity, 0, 1e30, -1e30, 3.4e38),
    ),
    { maxLength: 3000 },
  )
  .map((values) => Float32Array.from(values));

describe('the engine', () => {
  it('gives the same bits for any cut into blocks', () => {
    const whole = analyze(SUNG_SOUND, 16_000);
    expect(whole.notes.length).toBeGreaterThan(0);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6000 }), { minLength: 1, maxLength: 6 }), (sizes) => {
        const analyzer = createAnalyzer(16_000);
        for (let at = 0, i = 0; at < SUNG_SOUND.length; i++) {
          // Sizes of 0 alone would never end.
          const size = sizes[i % sizes.length]! + (i % sizes.length === 0 ? 1 : 0);
          analyzer.push(SUNG_SOUND.subarray(at, at + size));
          at += size;
        }
        expect(analyzer.finish()).toEqual(whole);
      }),
      // A sample at a time, and the blocks of a worklet.
      { numRuns: 25, seed: 1, examples: [[[0]], [[127]]] },
    );
  });

  it('never throws and always returns values in range, for any samples and rate', () => {
    fc.assert(
      fc.property(anySamples, fc.constantFrom(8000, 11_025, 44_100, 48_000, 192_000), (samples, rate) => {
        const analysis = analyze(samples, rate);
        expect(analysis.duration).toBeCloseTo(samples.length / rate, 9);
        expect(analysis.essence.length).toBeLessThanOrEqual(3 + Math.floor(analysis.complexity / 50));
        expect(analysis.complexity).toBeGreaterThanOrEqual(0);
        expect(analysis.complexity).toBeLessThanOrEqual(299);
        expect(
          Number.isFinite(analysis.spectralShape.centroid) && Number.isFinite(analysis.spectralShape.flatness),
        ).toBe(true);
        for (const note of analysis.notes) {
          for (const value of Object.values(note)) expect(Number.isFinite(value)).toBe(true);
          expect(note.onset).toBeLessThan(note.offset);
          expect(note.offset).toBeLessThanOrEqual(analysis.duration);
        }
        expect(analyze(samples, rate)).toEqual(analysis);
      }),
      { numRuns: 60, seed: 2 },
    );
  });

  it('treats lost samples (NaN) as silence', () => {
    const holes = SUNG_SOUND.map((x, i) => (i % 4000 < 20 ? NaN : x));
    const zeros = SUNG_SOUND.map((x, i) => (i % 4000 < 20 ? 0 : x));
    expect(analyze(holes, 16_000)).toEqual(analyze(zeros, 16_000));
  });

  it('returns a result for no sound and for a millisecond, and refuses impossible rates', () => {
    expect(analyze(new Float32Array(0), 48_000)).toMatchObject({ duration: 0, notes: [], essence: [], silent: true });
    expect(analyze(new Float32Array(48).fill(0.5), 48_000).notes).toEqual([]);
    for (const rate of [0, -1, NaN, Infinity, 100]) expect(() => createAnalyzer(rate)).toThrow(RangeError);
  });

  it.each([[[1, 2]], [new Int16Array(2)], [new Float64Array(2)], [null]])(
    'refuses samples that are no 32-bit floats (%#)',
    (samples) => {
      const given = samples as unknown as Float32Array;
      expect(() => analyze(given, 16_000)).toThrow(
        /^Samples are a Float32Array of values from -1 to 1, not of the type \w+\.$/,
      );
      expect(() => createAnalyzer(16_000).push(given)).toThrow(TypeError);
    },
  );

  it('can be stopped, and reports its progress', () => {
    const done: number[] = [];
    analyze(new Float32Array(160_000), 16_000, { onProgress: (share) => done.push(share) });
    expect(done.at(-1)).toBe(1);
    expect(done).toEqual([...done].sort((a, b) => a - b));
    const controller = new AbortController();
    expect(() =>
      analyze(new Float32Array(160_000), 16_000, { signal: controller.signal, onProgress: () => controller.abort() }),
    ).toThrow('abort');
    const analyzer = createAnalyzer(16_000);
    analyzer.finish();
    expect(() => analyzer.push(SUNG_SOUND)).toThrow('finished');
  });

  it('finds a note while it sounds, within 100 ms of its onset, and within 120 ms over the tail of another', () => {
    const rate = 48_000;
    const sound = render(
      'reed',
      [
        { midi: 62, onset: 0.3, offset: 1 },
        { midi: 66, onset: 1, offset: 1.7 },
      ],
      1.8,
      rate,
    );
    const analyzer = createAnalyzer(rate);
    analyzer.live();
    const named = new Map<number, number>();
    for (let at = 0; at < sound.length; at += 480) {
      analyzer.push(sound.subarray(at, at + 480));
      const { pitch, time } = analyzer.live();
      if (pitch !== null && !named.has(Math.round(pitch.midi))) named.set(Math.round(pitch.midi), time);
    }
    expect([...named.keys()]).toEqual([62, 66]);
    // Times are on the grid of the pushes, 10 ms; the allowance is for their rounding only.
    expect(named.get(62)! - 0.3).toBeLessThan(0.1 + 1e-9);
    expect(named.get(66)! - 1).toBeLessThan(0.12 + 1e-9);
    expect(analyzer.live().essence).toEqual(expect.arrayContaining(['D4', 'F#4']));
  });
});

describe('the byte hash', () => {
  it('has 4 to 6 distinct sorted notes for any bytes, the same every time', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 4000 }), (bytes) => {
        const { essence, complexity } = hashBytes(bytes);
        expect(essence.length).toBeGreaterThanOrEqual(4);
        expect(essence.length).toBeLessThanOrEqual(6);
        expect(new Set(essence).size).toBe(essence.length);
        expect(complexity).toBeLessThanOrEqual(299);
        expect(hashBytes(bytes).essence).toEqual(essence);
      }),
      { numRuns: 200, seed: 3 },
    );
  });
});

describe('resampling and mixing', () => {
  it('keep a tone unchanged in time and in level, at any rate', () => {
    for (const [from, to] of [
      [44_100, 21_000],
      [8000, 21_000],
      [192_000, 21_000],
      [37_800.5, 21_000],
    ] as const) {
      const input = Float32Array.from({ length: Math.round(from / 2) }, (_, i) =>
        Math.sin((2 * Math.PI * 1000 * i) / from),
      );
      const output: number[] = [];
      const resampler = new Resampler(from, to);
      resampler.push(input, (samples) => output.push(...samples));
      resampler.finish((samples) => output.push(...samples));
      expect(Math.abs(output.length - to / 2)).toBeLessThanOrEqual(1);
      const errors = output.map((sample, i) => Math.abs(sample - Math.sin((2 * Math.PI * 1000 * i) / to)));
      expect(Math.max(...errors.slice(1000, -1000))).toBeLessThan(0.01);
    }
  });

  it('take the mean of channels, or one of them if they cancel', () => {
    const random = seededRandom('channels');
    const left = Float32Array.from({ length: 1000 }, () => random() - 0.5);
    expect(mixToMono([left, left])).toEqual(left);
    expect(mixToMono([left, left.map((x) => -0.9 * x)])).toEqual(left);
    expect(mixToMono([]).length).toBe(0);
  });
});
