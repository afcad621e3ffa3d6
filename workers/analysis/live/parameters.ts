/** The numbers of the live view, in Hz, seconds, semitones and dB. */

export const LIVE = {
  /** A pitch becomes a note when steady for this long, s, within this, semitones, at this clarity; */
  confirmSeconds: 0.03,
  steadyWithin: 0.2,
  sure: 0.85,
  /** for this long below that clarity, and while another note sounds, s; */
  doubtSeconds: 0.04,
  changeSeconds: 0.04,
  /** for this long, s, if its own partials are below this level, dB relative to its strongest. */
  unownedSeconds: 0.1,
  ownLevel: -14,
  /** Exclude partials of a note that ended less than this before, s, and was this much higher, semitones. */
  lingers: 0.3,
  lowerBy: 1.5,
  /** A pitch is repeated when its partials have risen by this, dB, after at least this time, s; */
  repeatRise: 8,
  repeatAfter: 0.08,
  /** or at this certainty of the network, 0 to 1, this long after the rise, s, after a note this long, s. */
  surelyAgain: 0.5,
  judgedAfter: 0.05,
  againAfter: 0.06,
  /** A note ends after deviating by this, semitones, or being silent, for this long, s. */
  deviation: 0.8,
  releaseSeconds: 0.04,
  /**
   * Vibrato: this range, semitones; at rest for at most this share of a period; coming back to within this share of the
   * range.
   */
  minSwing: 0.3,
  maxSwing: 2,
  maxResting: 0.45,
  swingBack: 0.5,
  /** Pitch of the newest moment (livePitch.ts): window, s, lowest pitch, Hz, and minimum clarity. */
  quickWindow: 0.016,
  quickLowest: 80,
  quickSure: 0.8,
  /** Its lead over the pitch path, s. */
  quickAhead: 0.04,
  /**
   * Range of the first level pitch of a sound, semitones: it is shown before there is enough voice for the verdict on
   * speech and percussion.
   */
  firstWithin: 0.04,
  /** After this much voice, s, it must have been held. */
  firstSeconds: 0.2,
  /** Interval of the verdict, s, and the share of held pitches by which it is milder while notes are shown. */
  judgedEvery: 0.05,
  mildness: 0.05,
  /** What is no melody is read as the result would, again after this, s, and after this share of the sound so far. */
  soFarEvery: 0.2,
  soFarShare: 0.02,
  /** Number of notes that are kept; older ones have left the screen. */
  maxNotes: 256,
} as const;
