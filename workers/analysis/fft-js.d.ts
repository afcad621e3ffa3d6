/** The part of fft.js 4 that the engine uses; the package ships no types. */
declare module 'fft.js' {
  export default class FFT {
    constructor(size: number);
    /** Spectrum of a real signal: interleaved re, im; only bins 0 to size/2 are filled. */
    realTransform(out: ArrayLike<number>, data: ArrayLike<number>): void;
    transform(out: ArrayLike<number>, data: ArrayLike<number>): void;
    inverseTransform(out: ArrayLike<number>, data: ArrayLike<number>): void;
    completeSpectrum(spectrum: ArrayLike<number>): void;
  }
}
