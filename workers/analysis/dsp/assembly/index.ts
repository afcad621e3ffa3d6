/**
 * The hot loops of the engine in WebAssembly, with 128-bit vectors of 32-bit floats. Every function works on addresses
 * allocated by the caller (dsp/kernels/webAssembly.ts) and keeps no state between calls. Reference and fallback without
 * WebAssembly: dsp/kernels/reference.ts.
 */
export { correlate, correlateDirectly, halve, normalise, peaks } from './correlation';
export { decodeStep } from './decoder';
export { decompose } from './decomposition';
export { power } from './fft';
export {
  accumulateAbsolute,
  amplitudes,
  flux,
  logs,
  maxima,
  normaliseByFluctuation,
  pick,
  rises,
  sumEight,
  sumOfRises,
} from './onset';
export { resample } from './resample';

/** The first free address. */
export function heapBase(): usize {
  return __heap_base;
}
