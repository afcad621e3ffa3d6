/**
 * The hot loops of the engine in WebAssembly, with 128-bit vectors of 32-bit floats. Every function works on addresses
 * that the caller hands out (dsp/kernels/webAssembly.ts) and keeps nothing between calls. Their reference, and what runs
 * where there is no WebAssembly, is dsp/kernels/reference.ts.
 */
export { correlate, correlateDirectly, halve, normalise, peaks } from './correlation';
export { decodeStep } from './decoder';
export { decompose } from './decomposition';
export { power } from './fft';
export { addSizes, amplitudes, flux, logs, maxima, overFluctuation, pick, rises, sumEight, sumOfRises } from './onset';
export { resample } from './resample';

/** The first address that the functions do not use themselves. */
export function heapBase(): usize {
  return __heap_base;
}
