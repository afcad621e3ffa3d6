/** Separates a new pitch from a ringing one: together they favour their common subharmonic. */
export const LINGERING = {
  /** Longest ringing of a pitch, s, its least time of sounding before, s, and its tolerance, semitones. */
  seconds: 0.7,
  sounded: 0.06,
  within: 0.5,
  /** Tolerance for a candidate to be a divisor of the ringing pitch, share of their ratio. */
  nearMultiple: 0.025,
  /**
   * The candidate is a common subharmonic if all its own partials are below `ownLevel` and the ringing pitch leaves
   * another partial above `left`, dB relative to its strongest.
   */
  ownLevel: -12,
  left: -12,
  /**
   * It is a note if this many of its own partials are at least at this level, dB relative to its strongest, and this far above
   * the spectrum halfway to the next partials, dB.
   */
  prominent: 2,
  least: -28,
  prominence: 6,
  silentLevel: -120,
  /** Share of clarity moved to the multiple, tolerance for a candidate there, share that remains. */
  share: 0.9,
  sameWithin: 0.02,
  rest: 0.5,
} as const;
