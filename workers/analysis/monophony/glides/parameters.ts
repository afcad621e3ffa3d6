/** The numbers of a voice that glides, as in talk; bench/README.md has the measurements. */

export const GLIDE = {
  /** Change of pitch over two steps, semitones, at which a step counts 1/e of a still one. */
  still: 0.6,
  /** The pitch glides where less than this share of the voiced time around it is held, at most `around` away, s. */
  heldBelow: 0.38,
  around: 3,
  /**
   * A voice sounds without a break for at least this long, s, with at least this mean clarity, and its partials have
   * this median level, dB relative to the power of the step: water, fire and hits flicker, or are mostly noise.
   */
  minVoiced: 0.1,
  minClarity: 0.75,
  minPartials: 2,
  /** Least time of such voices, s. */
  minSeconds: 0.2,
  /** Smoothing of the time at each pitch, semitones, and least time of a note, as a share of the longest. */
  smoothing: 0.5,
  least: 0.3,
  /** Largest number of pitches, and largest distance from the median of the voice, semitones. */
  pitches: 5,
  range: 12,
  /**
   * The pitches are those of the last `memory` seconds, and are chosen again every `every` seconds. After `rest`
   * seconds without a pitch another voice may follow: earlier pitches no longer count.
   */
  memory: 20,
  every: 1,
  rest: 0.9,
  /** Largest distance of a step from the pitch that it belongs to, semitones, and shortest note, s. */
  reach: 0.75,
  minNote: 0.03,
} as const;
