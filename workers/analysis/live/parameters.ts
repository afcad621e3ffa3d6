/** The numbers of the live view, in Hz, seconds and semitones. */

export const LIVE = {
  /** A pitch is level that stays within this, semitones, for this long, s, at this clarity: it may be named at once. */
  levelWithin: 0.04,
  levelSeconds: 0.03,
  sure: 0.85,
  /** A new note begins where the pitch moves by this, semitones, and then stays within this for this long, s. */
  deviation: 0.8,
  steadyWithin: 0.2,
  changeSeconds: 0.04,
  /** A pitch that is not level gets a name only if it is this near to a note of the sound, semitones. */
  nearNotes: 12,
  /** Pitch of the newest moment (livePitch.ts): window, s, lowest pitch, Hz, and minimum clarity. */
  quickWindow: 0.016,
  quickLowest: 80,
  quickSure: 0.8,
  /** The sound is read as the result would read it again after this, s, and after this share of the sound so far. */
  soFarEvery: 0.25,
  soFarShare: 0.03,
  /** The texture of a half second is final after this, s. */
  settledAfter: 5,
  /** Resonances are shown after this long without a note, s. */
  textureAfter: 3,
} as const;
