import type { Mutant } from '../mutant.ts';

/** What hears: the analysis, its worker, and the way of the samples to it. */
export const ENGINE: Mutant[] = [
  {
    name: 'essence-in-another-order',
    file: 'workers/analysis/essence.ts',
    find: 'chosen.sort((a, b) => b.strength - a.strength',
    replace: 'chosen.sort((a, b) => a.strength - b.strength',
    caughtBy: { suite: 'unit', file: 'workers/analysis/essence.test.ts', test: 'goes by length times clarity' },
  },
  {
    name: 'byte-hash-skips-a-byte',
    file: 'workers/analysis/byteHash.ts',
    find: 'for (let i = 0; i < bytes.length; i++)',
    replace: 'for (let i = 0; i < bytes.length - 1; i++)',
    caughtBy: { suite: 'unit', file: 'workers/analysis/analysis.test.ts', test: 'hears every byte' },
  },
  {
    name: 'silence-taken-for-sound',
    file: 'workers/peaks.ts',
    find: 'const CLEARLY_HEARD = 0.5 * 10 ** -5;',
    replace: 'const CLEARLY_HEARD = 0.5 * 10 ** -9;',
    caughtBy: {
      suite: 'unit',
      file: 'workers/file.test.ts',
      test: 'takes neither faint hiss nor a constant offset for sound',
    },
  },
  {
    name: 'cancel-ignored-by-the-worker',
    file: 'workers/file.ts',
    find: 'if (job.cancelled()) return CANCELLED;',
    replace: '',
    caughtBy: {
      suite: 'unit',
      file: 'workers/file.test.ts',
      test: 'yields to other messages, so that it can be cancelled',
    },
  },
  {
    name: 'gap-not-filled',
    file: 'workers/capture/capture.ts',
    find: 'for (let left = gap; left > 0;',
    replace: 'for (let left = gap; left > gap;',
    caughtBy: {
      suite: 'unit',
      file: 'workers/capture/capture.test.ts',
      test: 'fills gaps with silence of the same length',
    },
  },
  {
    name: 'ring-off-by-one',
    file: 'worklets/ring.ts',
    find: '| 0) >= RING_BLOCKS) {',
    replace: '| 0) > RING_BLOCKS) {',
    caughtBy: {
      suite: 'unit',
      file: 'worklets/ring.test.ts',
      test: 'drops blocks that do not fit, so that the reader sees a jump of frame numbers',
    },
  },
  {
    name: 'resampler-ratio',
    file: 'workers/analysis/dsp/resample.ts',
    find: 'const position = (n * this.#from) / this.#to;',
    replace: 'const position = (n * this.#from) / (this.#to + 1);',
    caughtBy: {
      suite: 'unit',
      file: 'workers/analysis/properties.test.ts',
      test: 'keeps a tone where it is, in time and in level, at any rate',
    },
  },
  {
    name: 'kernel-unlike-its-reference',
    file: 'workers/analysis/dsp/assembly/correlation.ts',
    find: 'const tap = v128.load32_splat(taps + 4 * pair);',
    replace: 'const tap = v128.load32_splat(taps + 4 * (pairs - 1 - pair));',
    caughtBy: { suite: 'unit', file: 'workers/analysis/dsp/kernels/kernels.test.ts', test: 'half the rate' },
  },
];
