/** The numbers that distinguish one voice from several. */

export const TEXTURE = {
  /** Interval of the decisions, s, and length of the sound before and after its middle that decides. */
  every: 0.5,
  around: 0.75,
  /** Logarithms of odds: addition to the network's odds for several voices, because it was trained on few choirs, */
  prior: 0.7,
  /** largest weight of one decision, and cost of a change. */
  certain: 4,
  change: 6,
  /** Polyphony (textureMeter.ts) below which one voice is likely, and how likely at least. */
  doubtFrom: 0.36,
  least: 0.5,
  /** Share of very low pitch from which it is one deep voice, even if it looks like several. */
  deepShare: 0.8,
} as const;

export const DENSE = {
  /**
   * Density (polyphony/notes/density.ts) of dense chords: a little less than over a whole sound, as it is the lesser of
   * two.
   */
  from: 0.95,
  /** Change of the odds per unit of density, a logarithm of odds. */
  trust: 3,
} as const;

/** Comparison of the notes of the polyphonic transcriber with the pitch path (voices.ts). */
export const VOICES = {
  /** Number of partials that the path explains, and tolerance of a pitch, semitones. */
  partials: 10,
  near: 0.6,
  /** Part of the beginning and end of a note that is not compared, s: there the notes of a melody overlap. */
  margin: 0.03,
} as const;

export const CUT_VOICE = {
  /** Distance of the partials from which they can be separated, bins. */
  leastBins: 4,
  /** Partials among which the strongest is found; lower ones below this share of its amplitude (20 dB) are cut. */
  within: 24,
  cut: 0.1,
  /** Greatest factor from one of these to the next partial (14 dB): the edge is steep. */
  edge: 5,
  /** Consecutive partials that stand out by this factor (10 dB) over the valleys on both sides. */
  partials: 6,
  prominence: 3.2,
  /**
   * None of them is louder than both its neighbours by this factor (8 dB), or softer: a second voice adds to every
   * second or third.
   */
  uneven: 2.5,
  /** Share of the voiced steps with them from which a stretch is one voice. */
  share: 0.5,
} as const;

export const DEEP_VOICE = {
  /** Pitch of a very low voice, Hz. */
  belowHz: 35,
  /**
   * A major chord has less than this at the partials of its subharmonic that a voice has, of the least of 4, 5 and 6.
   */
  gap: 0.23,
  /** Voice after which the live view requests it, s: a chord may begin on a low subharmonic. */
  liveAfter: 1,
} as const;
