/** Every number of what is known of the beginnings of notes, in s, dB and semitones. */

/** Where the attack of a note begins. */
export const ATTACK = {
  /** Its partials have begun where they are this much below their highest level of the time `ahead`, dB and s, */
  begun: -24,
  ahead: 0.16,
  /** and come to this level, dB, within this time, s. */
  risen: -12,
  rise: 0.04,
  /** The pitch is there within this time, s, and then steady for this long, s; the attack begins at most this much before the note, s. */
  within: 0.07,
  steady: 0.06,
  before: 0.03,
} as const;

/**
 * Where a note begins that is tied to the one before: as that one is let go of, which makes the level fall before it rises. Note F1 and F1
 * with offsets of sampled instruments, without and with it: five of bench's corpora, on which it was chosen, 89.1 and 90.7, 80.6 and 82.8;
 * four others 91.7 and 91.9, 80.6 and 81.8; labelled `mono_clean` 93.8 and 95.0, 87.6 and 88.8. No kind lost anything.
 */
export const LEGATO = {
  /** Longest rest between the two, s. */
  rest: 0.05,
  /** The level is lowest from `around` before to `after` after the note was found, s, falls for at most `longest` until there, s, */
  around: 0.05,
  after: 0.04,
  longest: 0.08,
  /** by at least `minStep` in each step, dB, and by this much in all, dB: by more than `maxFall` between two notes with a rest. */
  minStep: 0.3,
  minFall: 3,
  maxFall: 15,
  /** For this long before, s, the pitch is held within this range, semitones; and as long from `settled` after the note was found, s. */
  held: 0.06,
  range: 0.15,
  settled: 0.05,
  /** How much earlier a note may begin, s. */
  maxShift: 0.03,
} as const;

/**
 * A note that is softer than what still sounds. Note F1 of synthetic singing, without and with it: five of bench's corpora 98.3 and 98.5,
 * four others 94.0 and 94.8; labelled notes in noise 89.2 and 89.7.
 */
export const SOFT_NOTE = {
  /** Its pitch is held for this long, s, and this clear meanwhile; */
  plateau: 0.07,
  minClarity: 0.85,
  /** and no note of the time before, s, is this near to a pitch that it could have left, semitones. */
  remains: 2,
  near: 0.5,
} as const;
