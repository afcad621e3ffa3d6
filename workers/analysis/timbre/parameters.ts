/** All numbers of the measurement of timbre, in Hz, seconds, cents and dB. */
export const TIMBRE = {
  /**
   * Overtones are measured in one voiced step out of this many, from the spectrum of the step; everything else in one
   * out of `SPECTRAL_SHAPE.every`.
   */
  every: 4,
  /** Window of the second measurement, samples (98 ms): separates partials 41 Hz apart. */
  window: 2048,
  /** Overtones of pitches below this are measured in the long window, Hz. */
  deep: 165,
  /** Minimum level of a step that counts, dBFS. */
  floor: -55,
  /** Measured range of the spectrum, Hz; resampled or compressed recordings may be empty above it. */
  lowest: 40,
  highest: 6000,
  /** Energy below this is warmth, Hz. */
  warm: 500,
} as const;

export const PARTIALS = {
  /** Highest separated partial. */
  highest: 10,
  /** Minimum distance of partials, bins. */
  minBins: 4,
  /** Search range of a partial, share of their distance; strings and vibrato shift partials. */
  reach: 0.25,
  /** Range of overtones below the strongest partial, and minimum above the noise around them, dB. */
  range: 30,
  prominence: 9,
  /** Largest deviation from the tempered note of its name, cents. */
  maxDeviation: 35,
  /** Number of reported overtones. */
  reported: 24,
} as const;

export const NOISE = {
  /** Shortest interval between partials in which noise is estimated, bins. */
  minBins: 8,
  /** Maximum number of partials between which it is estimated. */
  maxPartials: 40,
  /** Range of the harmonic-to-noise ratio, dB, limited by the Hann window. */
  lowest: -20,
  highest: 45,
} as const;

export const ROUGHNESS = {
  /** Maximum number of compared spectral peaks, and their range below the highest, dB. */
  peaks: 16,
  range: 40,
} as const;

export const ATTACK = {
  /** Search range of a note's peak after its onset, and of its foot before the onset, s. */
  after: 0.3,
  before: 0.06,
  /** Minimum rise of an attack, dB; a tied note rises less. */
  minRise: 6,
  /** Limits between which the rise is timed, shares of the peak amplitude. */
  from: 0.1,
  to: 0.9,
  /** Measured rise time of an instantaneous rise, s: the power of a step has a window of 20 ms. */
  smear: 0.016,
} as const;

export const CONTOUR = {
  /** Part of a note's beginning and end that is not measured, s. */
  margin: 0.05,
  /** Minimum length of a note for vibrato and for wander, s, and measured part of longer ones, s. */
  vibratoSeconds: 0.35,
  wanderSeconds: 0.12,
  maxSeconds: 3,
  /** Range and steps of the tried rates, Hz: coarse first, then fine around the best. */
  slowest: 3.5,
  fastest: 9,
  coarseStep: 0.5,
  fineStep: 0.1,
  /** Vibrato of a note: share of the variance of its pitch explained by a sine, and depth, cents. */
  explained: 0.5,
  minDepth: 12,
  /** A sound has vibrato if its long notes have it for this share of their time. */
  share: 0.3,
  /** Steps this far from the median pitch of their note are errors of the pitch tracker, cents. */
  outlier: 150,
} as const;
