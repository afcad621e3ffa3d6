/** Every number of the measurement of timbre, in Hz, seconds, cents and dB. */
export const TIMBRE = {
  /** The overtones of one voiced step out of this many are measured, of the spectrum that every step has; with the timbre (`SPECTRAL_SHAPE.every`) the rest. */
  every: 4,
  /** Window of the spectra of the rest, samples at the rate of the analysis: 98 ms, which separates partials from 41 Hz apart on. */
  window: 2048,
  /** Overtones of pitches below this are measured in the long window, Hz. */
  deep: 165,
  /** Minimum level of a step that counts, dBFS. */
  floor: -55,
  /** Range of the spectrum that is looked at, Hz; above it a resampled or compressed recording may have nothing. */
  lowest: 40,
  highest: 6000,
  /** Energy below this is warmth, Hz. */
  warm: 500,
} as const;

export const PARTIALS = {
  /** Highest partial that is told apart. */
  highest: 10,
  /** Minimum distance of partials, bins. */
  minBins: 4,
  /** A partial is sought in this share of the distance of partials to either side; strings and vibrato shift it. */
  reach: 0.25,
  /** One is an overtone of the sound if it is at most this far below the strongest, dB, and so far above the noise beside it, dB. */
  range: 30,
  prominence: 9,
  /** Largest deviation from the tempered note that it is named after, cents. */
  maxDeviation: 35,
  /** Number of overtones that are reported. */
  reported: 24,
} as const;

export const NOISE = {
  /** Shortest interval between partials of which the noise is estimated, bins. */
  minBins: 8,
  /** Most partials whose surroundings are looked at. */
  maxPartials: 40,
  /** Range of the harmonic-to-noise ratio, dB; a Hann window shows no more. */
  lowest: -20,
  highest: 45,
} as const;

export const ROUGHNESS = {
  /** Most spectral peaks that are compared with each other, and how far they may lie below the highest, dB. */
  peaks: 16,
  range: 40,
} as const;

export const ATTACK = {
  /** Where the peak of a note is sought after its onset, and its foot before the onset, s. */
  after: 0.3,
  before: 0.06,
  /** Minimum rise of a note that was attacked and not tied to the one before, dB. */
  minRise: 6,
  /** Limits between which the rise is timed, shares of the peak amplitude. */
  from: 0.1,
  to: 0.9,
  /** What the window of 20 ms of a step's power makes of an instantaneous rise, s. */
  smear: 0.016,
} as const;

export const CONTOUR = {
  /** Part of a note's beginning and end that is left out, s. */
  margin: 0.05,
  /** Minimum length of a note for vibrato, and for the wander of its pitch, s; of longer ones the first `maxSeconds` count. */
  vibratoSeconds: 0.35,
  wanderSeconds: 0.12,
  maxSeconds: 3,
  /** Rates that are tried, Hz: coarsely first, then finely around the best. */
  slowest: 3.5,
  fastest: 9,
  coarseStep: 0.5,
  fineStep: 0.1,
  /** A note has vibrato if the swing explains this share of the variance of its pitch and is this deep, cents. */
  explained: 0.5,
  minDepth: 12,
  /** A sound has vibrato if this share of the time of its long notes has. */
  share: 0.3,
  /** A step this far from the median pitch of its note is an error of the pitch tracker, cents. */
  outlier: 150,
} as const;
