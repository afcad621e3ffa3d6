/** The numbers that distinguish several voices from one. */

export const VOICES = {
  /** Polyphony (textureMeter.ts), 0 to 1, from which several voices are likely. */
  likelyFrom: 0.6,
  /** One voice: share of the time with the pitch path on a polyphonic note, and of explained notes. */
  onPath: 0.75,
  explained: 0.95,
  /**
   * The mix of a band: at least this polyphony, less time on the path, at least this many polyphonic notes, fewer explained
   * ones, and two that are no partials for this share of the time.
   */
  mixFrom: 0.35,
  mixOnPath: 0.65,
  mixNotes: 20,
  mixExplained: 0.85,
  mixTogether: 0.15,
  /** Number of partials that the path explains, and tolerance of a pitch, semitones. */
  partials: 10,
  near: 0.6,
  /** Part of the beginning and end of a note that is not compared, s: there the notes of a melody overlap. */
  margin: 0.03,
} as const;

export const VERDICT = {
  /** Polyphony from which the network decides, and its least certainty for several voices, */
  doubtFrom: 0.3,
  surelySeveral: 0.72,
  /** where at least this share of the pitch is held: what glides is one voice, that talks or whistles. */
  heldBySeveral: 0.6,
} as const;

export const DEEP_VOICE = {
  /** One deep voice, even if it looks polyphonic: pitch below this, Hz, in this share of voiced steps. */
  belowHz: 35,
  minShare: 0.8,
  /** A major chord has less than this at the partials of its subharmonic that a voice has, of the least of 4, 5 and 6. */
  gap: 0.23,
  /** Voice after which the live view asks for it, s: a chord may begin on a low subharmonic. */
  liveAfter: 1,
} as const;
