/** Thresholds for detecting mains hum. */
export const HUM = {
  /**
   * Mains frequencies, Hz (50 in most of the world, 60 in the Americas and parts of Asia), and the number of multiples
   * that may be its pitch: the first for all partials, the second for even ones, as of transformers.
   */
  mains: [50, 60] as readonly number[],
  multiples: 2,
  /**
   * Tolerance of the pitch, cents: the mains deviate by at most 0.4 %, 7 cents (EN 50160), and no note of A 440 is
   * nearer than 35.
   */
  near: 25,
  /** Minimum distance below the loudest step, dB, and tolerance of the constant level to each side, dB. */
  softer: 10,
  level: 3,
  /** Minimum total time, s, and minimum share of the steps that are no louder. */
  minSeconds: 0.3,
  ofQuiet: 0.7,
  /** Interval of the search, s; it covers this time before the end of each interval and this after it, s, */
  every: 1,
  past: 20,
  ahead: 1,
  /** and since the last rest of this length, s. */
  rest: 0.9,
  /** A note is hum if this share of its pitched steps is. */
  ofNote: 0.5,
} as const;
