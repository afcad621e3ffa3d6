/**
 * The numbers of the shared stages, in Hz, seconds, cents and dB; those of one folder are in its own `parameters.ts`.
 * bench/README.md has the measurements by which they were chosen.
 */

/** Sample rate of the analysis, Hz; every recording is resampled to it first. */
export const SAMPLE_RATE = 21_000;
/**
 * Edges of the pass band and the stop band of that conversion, Hz. Frequencies between SAMPLE_RATE / 2 and `stop` are
 * aliased, but not into the pass band.
 */
export const RESAMPLER_BAND = { pass: 7500, stop: 13_500 } as const;
/** Step of the analysis, s. */
export const HOP_SECONDS = 0.01;
/** Converts a time to the nearest whole number of steps. @param seconds s */
export const steps = (seconds: number): number => Math.round(seconds / HOP_SECONDS);
/** Step of the analysis, samples at `SAMPLE_RATE`. */
export const HOP = Math.round(SAMPLE_RATE * HOP_SECONDS);
/** Longest frame of a step, samples at `SAMPLE_RATE`, centred on the time of the step. */
export const FRAME = 2424;

export const LEVEL = {
  /** Silence: the loudest step is below this, dBFS (a full-scale sine is 0 dBFS; docs/decisions.md 4). */
  silence: -60,
  /**
   * Gate of a step, dB below the loudest one around it, but at most `silence` and at least `lowestGate`, dBFS. Keeps
   * the decays of a recording at -50 dBFS and drops its noise.
   */
  gateRange: 40,
  lowestGate: -84,
  /** Extent of the surroundings of a step: this time before it, s, but nothing before a rest of this length, s. */
  past: 20,
  rest: 0.9,
  /** Corner frequency of the filter that removes DC and rumble, Hz. */
  dcCorner: 20,
  /** Clipping limit of samples; real sound stays far below. */
  clip: 64,
} as const;

export const ESSENCE = {
  /** A note is clear from this total duration on, s, */
  clearSeconds: 0.1,
  /** with this confidence, or this one where it is weighted by stillness, as for one voice, */
  clearConfidence: 0.5,
  clearStillness: 0.2,
  /** and with this share of the mean strength of the clear ones. */
  clearShare: 0.12,
  /** An overtone is present if it is at most this far below the strongest partial, dB, */
  overtoneRange: 40,
  /** and at least this far above the valleys on both sides, dB. */
  overtoneProminence: 10,
} as const;

export const SPECTRAL_SHAPE = {
  /** One step out of this many is measured. */
  every: 20,
  /** Minimum level of a measured step, dBFS. */
  floor: -55,
} as const;
