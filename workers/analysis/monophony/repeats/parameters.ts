/** The numbers by which a repeated note of the same pitch is found. */

export const REPEAT = {
  /** Candidate: the largest rise of the partials within this, s, to each side, and at least this, dB. */
  alone: 0.04,
  minRise: 1,
  /** The pitch `from` to `to` before and after it, s, is the same within this, semitones. */
  from: 0.02,
  to: 0.1,
  same: 0.7,
  /** Context on each side, s: for the usual rise, for the level before a dip, for a tremolo. */
  around: 0.6,
  beside: 0.2,
  tremolo: 0.5,
  /** Its level is compared with the loudest of this time before it and after it, s. */
  past: 20,
  ahead: 0.75,
  /** Longest run of the same pitch that is followed, s, and its tolerance, semitones. */
  longest: 0.6,
  run: 0.8,
  /** Minimum certainty of the network for a repeat without an onset by the rules, 0 to 1. */
  surely: 0.8,
  /** Join notes of the rules within this interval, semitones, below this certainty of the network. */
  joined: 0.5,
  hardly: 0.2,
  /** Minimum distance of two repeats (the most certain wins), and minimum note before one, s. */
  apart: 0.08,
  /** Minimum note after one, s. */
  minSeconds: 0.05,
  /** The partials of a repeat rise fastest this long after its beginning, s. */
  delay: 0.02,
} as const;

/** A held tone whose level wavers; measured in bench/README.md. */
export const HELD_TONE = {
  /** Minimum time since its beginning, s: longer than most notes of the melodies that trained the network. */
  seconds: 1.2,
  /** Its level is compared from `before` to `beside` before a rise, s, and from `settled` to `after` it, s, */
  before: 0.3,
  beside: 0.1,
  settled: 0.08,
  after: 0.28,
  /** and is at most this much higher there, dB. */
  louder: 1,
  /** The steepest rise over this time, s, is less than this many mean changes of a step, */
  span: 0.02,
  times: 10,
  /** measured from `usual` to `apart` before it, s. */
  usual: 0.5,
  apart: 0.12,
} as const;
