/** The numbers that distinguish talk, singing and playing. */

export const MANNER = {
  /** Least confidence of an answer. */
  least: 0.3,
  /**
   * Talk glides for at least this share of its voiced time; a voice that glides for less than the second share is held.
   */
  talkGlides: 0.5,
  heldGlides: 0.15,
  /** Least voiced time of talk, s. */
  talkSeconds: 0.6,
  /**
   * Voiced stretches a second: at the first rate nothing that glides is talk, at the second all of it. Syllables come
   * at 3 to 8 a second, some without a break.
   */
  talkRate: [1.6, 2.4],
  /** Lowest median of the notes of a voice, MIDI: below are basses, which slide as well. */
  lowestVoice: 36,
  /** Wander of the pitch inside notes, cents: surely played, undecided, surely sung. */
  wander: [2, 5, 10],
  /** Rise time of notes that are struck or plucked, s. */
  struck: 0.02,
  /** Confidence that a struck sound is played. */
  struckIsPlayed: 0.7,
  /** Harmonic-to-noise ratio below which a sound is noise, dB. */
  leastHarmonicity: 3,
} as const;
