/** The numbers that distinguish a vibrato from a trill and from steps. */
export const VIBRATO = {
  /** A period of a vibrato, s (5.5 Hz, Prame 1994), and the longest gap between two of its notes, s. */
  period: 0.18,
  gap: 0.03,
  /** Its range, semitones, and maximum drift of the mean from one period to the next, semitones. */
  minRange: 0.8,
  maxRange: 3,
  drift: 0.4,
  /** Largest change of pitch per step, semitones, and change below which it rests. */
  maxStep: 0.6,
  restStep: 0.06,
  /** Maximum share of the time at rest; a trill rests longer. */
  maxResting: 0.25,
  /** A swing at its beginning or end: maximum share of a period, and distance out of its range, semitones. */
  maxSwing: 0.6,
  margin: 0.2,
  /** A tone has been released where its partials are this much below their highest level, dB. */
  released: 6,
} as const;
