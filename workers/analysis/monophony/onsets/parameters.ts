/** All numbers of the beginnings of notes, in s, dB and semitones; measurements: bench/README.md. */

/** Beginning of the attack of a note. */
export const ATTACK = {
  /** A note that swells begins where it is this much below its loudest step, dB, of the first `swell` seconds. */
  faint: 20,
  swell: 1,
  /**
   * It swells if its level takes `slow` seconds from there to `full` below the loudest, dB, and `lastSlow` of them from
   * `half`.
   */
  slow: 0.05,
  full: 6,
  lastSlow: 0.03,
  half: 14,
} as const;

/** Beginning of a tied note: at the release of the note before, where the level falls before it rises. */
export const LEGATO = {
  /** Longest rest between the two, s. */
  rest: 0.05,
  /** Search range of the lowest level before and after the found beginning, s, and longest fall to it, s. */
  around: 0.05,
  after: 0.04,
  longest: 0.08,
  /** Minimum fall per step and in all, dB, and maximum: before a rest the level falls further. */
  minStep: 0.3,
  minFall: 3,
  maxFall: 15,
  /** The pitch is held this long, s, within `range`, semitones, before, and from `settled`, s, after. */
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
  /** No note of the time before, s, is this near to a pitch that reverberation could have prolonged, semitones. */
  remains: 2,
  near: 0.5,
} as const;
