/**
 * All numbers of the beginnings of notes, in s, dB and semitones. bench/README.md has the measurements behind them.
 */

/** Beginning of the attack of a note. */
export const ATTACK = {
  /**
   * It begins where the partials pass this level relative to their highest in the next `ahead` seconds, dB,
   */
  begun: -24,
  ahead: 0.16,
  /** and reach this level, dB, within this time, s. */
  risen: -12,
  rise: 0.04,
  /**
   * The pitch appears within this time, s, and stays steady for this long, s. Maximum lead over the note, s.
   */
  within: 0.07,
  steady: 0.06,
  before: 0.03,
} as const;

/** Beginning of a tied note: at the release of the note before, where the level falls before it rises. */
export const LEGATO = {
  /** Longest rest between the two, s. */
  rest: 0.05,
  /** Search range of the lowest level before and after the found beginning, s, and longest fall to it, s. */
  around: 0.05,
  after: 0.04,
  longest: 0.08,
  /**
   * Minimum fall of each step and of all, dB, and maximum fall, dB: two notes with a rest between fall further.
   */
  minStep: 0.3,
  minFall: 3,
  maxFall: 15,
  /**
   * The pitch is held for `held`, s, within `range`, semitones, before and from `settled` after the found beginning,
   * s.
   */
  held: 0.06,
  range: 0.15,
  settled: 0.05,
  /** Maximum move to an earlier beginning, s. */
  maxShift: 0.03,
} as const;

/** A note softer than the one that still sounds: its beginning has no rise. */
export const SOFT_NOTE = {
  /** Minimum time at the same pitch, s, and minimum clarity meanwhile. */
  plateau: 0.07,
  minClarity: 0.85,
  /** No note of the time before, s, is this near to a pitch that the room could have kept, semitones. */
  remains: 2,
  near: 0.5,
} as const;
