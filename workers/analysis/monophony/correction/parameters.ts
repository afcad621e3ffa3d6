/** Sources whose autocorrelation does not have its peak at the period of the note. */

/** Hum and drums below a note: together they repeat at a common subharmonic. */
export const RUMBLE = {
  /** Lowest subharmonic, Hz: below it the spectrum does not separate its partials. */
  lowest: 40,
  /**
   * Highest one of hum and of toms, Hz, with the maximum level of its unshared partials except the first, relative to
   * the strongest, dB.
   */
  hum: { highest: 62, own: -15 },
  tom: { highest: 200, own: -20 },
  /** Multiples of it that the note may be. */
  multiples: [2, 3] as readonly number[],
  /** Number of compared partials. */
  partials: 10,
  /** Maximum level of its first partial, that of hum or drum, dB. */
  loudest: 6,
  /** The note has this many partials above this level, dB, that no unshared one exceeds. */
  count: 3,
  present: -24,
} as const;

/** A note that sounds through the hit of a drum. */
export const HIT = {
  /** Longest gap between its parts, s, and maximum difference of their pitch, semitones. */
  longest: 0.15,
  same: 0.5,
  /**
   * The hit reaches this far into both parts, s; the parts next to it are measured over this time, s, or at least this.
   */
  around: 0.05,
  beside: 0.1,
  least: 0.03,
  /** Maximum rise and fall of the partials across it, dB, and their maximum dip within it. */
  rise: 2,
  fall: 6,
  dip: 4,
  /** Two parts at most this far apart, s, whose partials between dip by less than this, dB, are one note. */
  apart: 0.06,
  undipped: 1.5,
  /** Minimum rise of the power, and fall of the partials' share in it, dB. */
  burst: 2,
  share: 2,
} as const;
