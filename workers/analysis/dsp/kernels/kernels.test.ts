import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/core/values/random.ts';
import { program } from '../../build/program.ts';
import { StreamAnalyzer } from '../../analyzer.ts';
import { Resampler } from '../resample.ts';
import { createKernels, hasVectors, installProgram } from './index.ts';
import type { Filter, Floats, Kernels } from './kernels.ts';
import { ReferenceKernels } from './reference.ts';
import { WebAssemblyKernels } from './webAssembly.ts';

const module = new WebAssembly.Module(program);

describe('the choice of the kernels', () => {
  // Other test files share this process: restore its program.
  const before = createKernels().name;
  beforeEach(() => void installProgram(null));
  afterAll(() => void installProgram(before === 'webassembly' ? program : null));

  it('is WebAssembly if there is a program and the platform has vectors', () => {
    expect(createKernels().name).toBe('typescript');
    expect(hasVectors()).toBe(true);
    expect(installProgram(program)).toBe(true);
    expect(createKernels().name).toBe('webassembly');
  });

  it('is TypeScript if the program cannot be compiled, or validation does not exist', () => {
    expect(installProgram(Uint8Array.of(0, 97, 115, 109))).toBe(false);
    expect(createKernels().name).toBe('typescript');
    const { validate } = WebAssembly;
    try {
      WebAssembly.validate = () => false;
      expect(installProgram(program)).toBe(false);
    } finally {
      WebAssembly.validate = validate;
    }
    expect(createKernels().name).toBe('typescript');
  });

  it('is TypeScript for a filter that does not fit into the memory of the others', () => {
    const kernels = new WebAssemblyKernels(module);
    const resampler = new Resampler(700_001, 21_000, undefined, kernels);
    let outputs = 0;
    resampler.push(new Float32Array(70_000), (piece) => void (outputs += piece.length));
    resampler.finish((piece) => void (outputs += piece.length));
    expect(outputs).toBe(2100);
    expect(() => kernels.floats(10_000_000)).toThrow(RangeError);
  });

  it('leaves memory for an analyzer at every usual rate', () => {
    for (const rate of [3000, 8000, 11_025, 22_050, 44_100, 48_000, 88_200, 96_000, 192_000, 768_000, 37_800.5])
      expect(() => new StreamAnalyzer(rate, new WebAssemblyKernels(module))).not.toThrow();
  });
});

/** Runs both and expects equal results within the rounding of 32 bits, relative to the largest. */
function expectSame(run: (kernels: Kernels, random: (length: number) => Floats) => Floats | number[]): void {
  const resultOf = (kernels: Kernels): number[] => {
    const random = seededRandom('kernels');
    const noise = (length: number): Floats => {
      const values = kernels.floats(length);
      for (let i = 0; i < length; i++) values[i] = Math.fround(2 * random() - 1);
      return values;
    };
    return [...run(kernels, noise)];
  };
  const expected = resultOf(new ReferenceKernels());
  const found = resultOf(new WebAssemblyKernels(module));
  const largest = Math.max(...expected.map(Math.abs));
  expect(largest).toBeGreaterThan(0);
  expect(found).toHaveLength(expected.length);
  for (const [i, value] of expected.entries())
    expect(Math.abs(found[i]! - value), `value ${i}`).toBeLessThan(3e-6 * largest);
}

describe('the kernels in WebAssembly compute the same as the reference:', () => {
  it.each([16, 32, 64, 256, 512, 1024, 2048, 4096])('power of %d samples', (size) => {
    expectSame((kernels, random) => {
      const out = kernels.floats(size / 2 + 1);
      kernels.power(kernels.plan(size), random(size + 3), 3, random(size), out);
      return out;
    });
  });

  it('amplitudes', () => {
    expectSame((kernels, random) => {
      const power = random(13).map(Math.abs) as Floats;
      const values = kernels.floats(13);
      values.set(power);
      const out = kernels.floats(13);
      const louder = kernels.amplitudes(values, 13, 0.5, 9, out);
      return [...out, louder, kernels.amplitudes(values, 13, 0.5, 0.01, out)];
    });
  });

  it('a polyphase filter', () => {
    expectSame((kernels, random) => {
      const out = kernels.outputs(40);
      const filter: Filter = { table: random(5 * 12), taps: 12, phases: 5, wholeStep: 2, phaseStep: 3 };
      const history = random(100);
      const count = kernels.resample(filter, history, 1, 2, 60, out, 2, 11);
      const rest = kernels.resample(filter, history, 30, 4, 60, out, 13, 99);
      return [...out.subarray(0, 13 + rest), count, rest];
    });
  });

  it('half the rate', () => {
    expectSame((kernels, random) => {
      const out = kernels.floats(64);
      kernels.halve(random(160), 13, random(6), 0.7, out, 5, 53);
      return out.subarray(5, 58);
    });
  });

  it('correlations, directly and by transform', () => {
    expectSame((kernels, random) => {
      const samples = random(900);
      const direct = kernels.floats(24);
      kernels.correlateDirectly(samples, 7, 210, direct, 0, 24);
      const transformed = kernels.floats(416);
      kernels.correlate(kernels.plan(512), samples, 11, 105, 505, transformed, 3, 401);
      return [...direct, ...transformed.subarray(3, 404)];
    });
  });

  it('normalised correlations', () => {
    expectSame((kernels, random) => {
      const out = kernels.floats(43);
      kernels.normalise(random(4 * 48), 4, 48, random(200), 5, 90, 400, 1.5, out, 43);
      return out;
    });
  });

  it('peaks', () => {
    expectSame((kernels, random) => {
      const values = random(90);
      values[20] = values[21] = 0.999;
      values[50] = values[51] = 0.25;
      const found = kernels.indices(new Int32Array(90));
      const all = kernels.peaks(values, 1, 88, 0.25, found);
      const first = [...found.subarray(0, all)];
      const some = kernels.peaks(values, 7, 42, 0.5, found);
      expect(all).toBeGreaterThan(some);
      return [...first, ...found.subarray(0, some), all, some];
    });
  });

  it('steps of the note decoder', () => {
    expectSame((kernels, random) => {
      const count = 37;
      const states = {
        score: kernels.floats(count).fill(-Infinity),
        began: kernels.indices(new Int32Array(count)),
        risen: kernels.outputs(count),
      };
      const costs = {
        begin: 17,
        beginAtRise: 13,
        riseFrom: 4,
        riseTo: 13,
        onsetSalience: 2.25,
        stayThroughOnset: 10,
        unvoicedInNote: 0.1,
        perBin: 0.56,
        deviationCap: 1.4,
        after: 6,
      };
      const recent = kernels.outputs(80);
      const rises = kernels.outputs(count);
      const saliences = kernels.outputs(count);
      const best: number[] = [];
      let top = 0;
      for (let step = 0; step < 40; step++) {
        for (const [i, value] of random(count).entries()) rises[i] = value * 15;
        for (const [i, value] of random(count).entries()) saliences[i] = value * 3;
        const path = step % 9 === 0 ? -1 : 12 + 10 * Math.sin(step / 5);
        const winner = kernels.decodeStep(states, costs, rises, saliences, recent, 40, count, step, top, path);
        best.push(winner);
        top = states.score[winner]!;
        recent.set(rises, (step % 2) * 40);
      }
      expect(new Set(best).size).toBeGreaterThan(3);
      return [...best, ...states.score, ...states.began, ...states.risen];
    });
  });

  it('logarithms of powers, and their flux', () => {
    expectSame((kernels, random) => {
      const power = kernels.floats(21);
      const rows = kernels.floats(64);
      for (const to of [4, 36]) {
        for (const [i, value] of random(21).entries()) power[i] = value ** 8;
        kernels.logs(power, 300, 21, rows, to);
      }
      const some = kernels.flux(rows, 36, 4, 24);
      return [...rows, some / 10, kernels.flux(rows, 4, 36, 20) / 10];
    });
  });

  it('maximum filters, sums of eight, selected values', () => {
    expectSame((kernels, random) => {
      const values = random(100);
      const out = kernels.floats(3 * 61);
      kernels.maxima(values, 61, out);
      const sums = kernels.floats(20);
      kernels.sumEight(values, kernels.indices(Array.from({ length: 80 }, (_, i) => (7 * i) % 99)), 10, sums, 4);
      const picked = kernels.floats(8);
      const maxima = kernels.floats(8);
      kernels.pick(values, kernels.indices([1, 5, 6, 44, 98]), 5, picked, maxima, 2);
      return [...out.subarray(0, 120), ...out.subarray(122, 177), ...sums.subarray(4, 14), ...picked, ...maxima];
    });
  });

  it('rises, their sum, and their ratio to their fluctuation', () => {
    expectSame((kernels, random) => {
      const values = kernels.floats(80);
      for (const [i, value] of random(80).entries()) values[i] = value * value * 10 ** (value * 6);
      const out = kernels.floats(48);
      kernels.rises(values, 0, 40, 1e-4, 3, 37, out, 5);
      const sums = kernels.sums(37);
      kernels.accumulateAbsolute(out, 5, 1, 37, sums);
      kernels.accumulateAbsolute(values, 0, -1, 37, sums);
      const over = kernels.floats(37);
      kernels.normaliseByFluctuation(out, 5, sums, 200, 0.02, 37, over);
      const sum = kernels.sumOfRises(values, 0, values, 40, 1e-4, 40);
      return [...out.subarray(5, 42), ...sums, ...over, sum / 10];
    });
  });

  it('a decomposition, with templates of successive sizes', () => {
    expectSame((kernels, random) => {
      const bands = 21;
      const dictionaryOf = (density: number) => {
        const first = [0];
        const band: number[] = [];
        const value: number[] = [];
        const shares = random(40 * bands);
        for (let j = 0; j < 40; j++) {
          for (let b = 0; b < bands; b++) {
            if (b !== j % bands && (j * 5 + b * 3) % 7 > density) continue;
            band.push(b);
            value.push(Math.abs(shares[j * bands + b]!) + 0.1);
          }
          first.push(band.length);
        }
        const templateSum = new Float64Array(bands);
        for (const [i, b] of band.entries()) templateSum[b]! += value[i]!;
        return {
          pitches: 20,
          shapes: 2,
          templates: 40,
          first: Int32Array.from(first),
          band: Int32Array.from(band),
          value: Float64Array.from(value),
          templateSum,
        };
      };
      const magnitude = kernels.floats(bands);
      for (const [b, value] of random(bands).entries()) magnitude[b] = Math.abs(value);
      const amount = kernels.floats(40);
      const fit = { updates: 4, carryOver: 0.5, uniformAmount: 0.01, negligible: 0.002 };
      const templates = kernels.templates(dictionaryOf(2));
      kernels.decompose(templates, magnitude, amount, fit);
      const before = [...amount];
      const denser = kernels.templates(dictionaryOf(4), templates);
      kernels.decompose(denser, magnitude, amount, fit);
      const between = [...amount];
      kernels.decompose(kernels.templates(dictionaryOf(1), denser), magnitude, amount, fit);
      return [...before, ...between, ...amount];
    });
  });
});
