/** The numbers of the resonances; bench/README.md has the measurements. */

export const RESONANCE = {
  /** Window and distance of the spectra, samples at `SAMPLE_RATE`: 195 and 50 ms. */
  window: 4096,
  hop: 1050,
  /** Lowest and highest resonance, MIDI: C1, and the last note below the pass band's end. */
  lowest: 24,
  highest: 118,
  /** Standard deviation of the smoothing, semitones. */
  smoothing: 1.4,
  /** Number of notes up to which resonances fill an essence. */
  notes: 4,
  /**
   * Least distance between two maxima of the spectrum, semitones, and least height, as a share of the highest maximum.
   */
  apart: 5,
  least: 0.2,
  /**
   * Least height that counts for the quantiles, as a share of the highest, and least distance from a note, semitones.
   */
  audible: 0.03,
  beside: 12,
  /** Least distance of a quantile from another resonance, semitones. */
  quantilesApart: 3,
} as const;
