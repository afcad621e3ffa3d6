/**
 * The numbers of the pitch of a step and of the notes of one voice, in Hz, seconds, cents and dB; those of a folder
 * below are in it.
 */

export const PITCH = {
  /** Lowest and highest fundamental, Hz: A0, a semitone flat, to C8. */
  lowest: 26,
  highest: 4400,
  /** Window of the autocorrelation, s. */
  window: 0.04,
  /** Pitch with its window pair centred on the step, Hz; others are off by half the difference in period. */
  centred: 350,
  /** Pitches above this are searched at the full rate, lower ones at half the rate, Hz. */
  fine: 1050,
  /** Exponent of the share of energy left at half the rate, the weight of periodicity there. */
  lostShare: 0.35,
  /** Candidates per step. */
  candidates: 8,
  /** Minimum periodicity of a candidate, 0 to 1. */
  minClarity: 0.3,
  /**
   * Drop a candidate whose half period would be above `highest` if the correlation there has this share of its clarity:
   * it is a sibilant or a formant.
   */
  maxAtHalf: 0.7,
  /** Cost of an octave below the clearest candidate, in clarity: multiples of a period are periods too. */
  octaveCost: 0.06,
  /** Clarity above which a step is more likely voiced than not. */
  voicingThreshold: 0.5,
  /** Cost of a jump in pitch per octave, and of a change between voiced and unvoiced. */
  octaveJumpCost: 0.6,
  voicingChangeCost: 0.3,
  /**
   * Least delay after which a step of the path is decided, s: it depends on measurements around it; longest delay, s;
   * and length of one decision, s.
   */
  leastLag: 0.4,
  lag: 1,
  batch: 0.1,
} as const;

export const SPECTRUM = {
  /** Window, samples at `SAMPLE_RATE`. */
  window: 1024,
  /** Decay of the running peak, dB/s. */
  peakDecay: 1,
} as const;

export const ONSET = {
  /** Distance between the compared steps, s. */
  span: 0.04,
  /** Number of summed partials of a pitch, and the floor under them, dB relative to the running peak. */
  partials: 8,
  ownFloor: -40,
  /** Shift of a partial by vibrato to either side, cents. */
  swing: 60,
  /** Rise of the whole spectrum: range in Hz, bins per octave, floor in dB as above, and its weight. */
  lowest: 94,
  highest: 9400,
  perOctave: 10,
  wideFloor: -50,
  wideWeight: 2,
  /**
   * Onset salience is the rise divided by its local fluctuation: the mean absolute rise over this span, s, plus this
   * floor, dB.
   */
  fluctuationSpan: 0.6,
  fluctuationFloor: 2,
} as const;

export const NOTE = {
  /** Range of note pitches, MIDI, and resolution of the search, bins per semitone. */
  lowest: 20,
  highest: 108,
  binsPerSemitone: 3,
  /** Deviation from the pitch of the note that costs one unit, semitones, and the maximum cost of a step. */
  deviation: 0.6,
  deviationCap: 1.4,
  /** Cost of an unvoiced step inside a note, and of a fully clear step outside any note. */
  unvoicedInNote: 0.1,
  voicedInRest: 1,
  /** Cost of beginning a note, reduction at a full onset, rises of no and of full reduction, dB. */
  begin: 17,
  beginAtRise: 13,
  riseFrom: 4,
  riseTo: 13,
  /** Cost of staying in a note at a new onset of the same pitch, and the minimum onset salience of one. */
  stayThroughOnset: 10,
  onsetSalience: 2.25,
  /** Minimum rise of a note's partials, dB, from `riseBefore` to `riseAfter` around its first step, s. */
  minRise: 3,
  riseBefore: 0.02,
  riseAfter: 0.06,
  /** A segment without an onset continues a note that ended less than this before it, s. */
  mergeWithin: 0.05,
  /**
   * Tied notes: at least `tiedStep` semitones apart, no rest between. The beginning moves back to the change of pitch
   * by at most `tiedWithin`, s, unless the partials rise by `tiedSure`, dB. After a rest it moves to where the pitch
   * begins.
   */
  tiedStep: 0.6,
  tiedSure: 28,
  tiedWithin: 0.2,
  /** Condition: the partials rise by this, dB, or all later steps are this near, semitones. */
  tiedRise: 7,
  tiedNear: 0.5,
  /** Maximum shift of a full onset (a rise of `riseTo`), s. */
  tiedShift: 0.02,
  /** It moves further, to where its pitch is held within this, semitones: voiced consonants of sung words. */
  tiedHeld: 0.25,
  /** In a glide the pitch changes at this share of the way; maximum step forth and back, semitones. */
  glideFrom: 0.35,
  glideStep: 1.5,
  glideBack: 0.1,
  /**
   * Unvoiced steps between two notes are no rest if they last at most this long, s, and are less than this quieter than
   * both, dB: both notes sound and hide each other's pitch.
   */
  blurSeconds: 0.06,
  blurDip: 6,
  /** Split a note where its level dips by this much and recovers by as much, dB. */
  dip: 18,
  /** Split a note at a step of pitch in this range, semitones; a leap without an onset is an octave error. */
  minStep: 0.6,
  maxStep: 2.5,
  /** Plateaus on both sides: minimum length, s, maximum range, semitones, gap between, s. */
  plateauSeconds: 0.1,
  plateauRange: 0.2,
  plateauGap: 0.04,
  /** Scoop: minimum step at its end, semitones, where partials rise by `tiedRise`; maximum length, s. */
  minScoop: 0.4,
  maxScoopSeconds: 0.25,
  /** Attack on an overtone (overblown pipe, bow): maximum length, s, and deviation, semitones. */
  overtoneAttackSeconds: 0.15,
  overtoneAttackDeviation: 0.3,
  /** The onset of a note is this much before the step at which its partials rise fastest, s. */
  lead: 0.01,
  /**
   * Slip: the pitch moves before a rest of at least `slipRest`, s, by less than `slipStep`, semitones, for at most
   * `slipSeconds`. It belongs to the note before if its partials do not rise by `tiedRise` until `slipRise` after it, s,
   */
  slipSeconds: 0.1,
  slipStep: 1.5,
  slipRest: 0.02,
  slipRise: 0.04,
  /** or if the pitch slides there for this long, s, without a larger leap per step, semitones. */
  slipSlide: 0.03,
  slipStepwise: 0.7,
  /** Gap allowed between the beginning of a note and its first full step, s. */
  skipped: 0.02,
  /** Minimum median level of the summed partials of a note, dB relative to the power of the step. */
  minPartials: -5,
  /** Shortest note, s. */
  minSeconds: 0.05,
} as const;

export const OFFSET = {
  /** A note ends where its partials are this much below the loudest of the last `within` seconds, dB, */
  minFall: 4,
  within: 0.06,
  /** and fall by this share of the steepest fall at its end. */
  shareOfSteepest: 0.3,
  /** At the latest it ends where they stay this much below its loudest step, dB, if it is at least this long, s. */
  faded: 26,
  ringing: 0.7,
  /** Maximum delay of that place after the end of its pitch, s. */
  beyond: 0.03,
  /** Part at the beginning of a note that is not searched, s: a struck attack falls as fast. */
  minSeconds: 0.05,
} as const;

export const TUNING = {
  /** Confidence of the common deviation from which notes are named against it, 0 to 1. */
  minConfidence: 0.6,
  /** Sounding time from which the estimate has full confidence, s. */
  minSeconds: 1,
  /**
   * A note is named by the notes of this time before its end and after it, s, and since the last rest of this length,
   * s.
   */
  past: 20,
  ahead: 1,
  rest: 0.9,
  /** Their number times their squared confidence; of random notes one in twenty reaches 3 (Mardia & Jupp 2000). */
  leastAgreement: 2.9,
} as const;

export const MELODY = {
  /**
   * A pitch is level where it stays for this long, s, within this range, semitones: syllables of speech glide faster
   * ('t Hart, Collier & Cohen 1990).
   */
  levelSeconds: 0.1,
  levelRange: 0.2,
  /**
   * A swinging pitch is held where its means over two successive periods of a vibrato, s (5.5 Hz, Prame 1994), differ
   * by at most this, semitones.
   */
  vibratoPeriod: 0.18,
  vibratoDrift: 0.3,
  /**
   * Drum hit: the pitch falls by `hitFall`, semitones, and by `hitMonotony` of its whole path, and is level (changes by
   * less than `steadyStep` in a step) for less than `hitSteadyShare` of the note.
   */
  hitFall: 1.5,
  hitMonotony: 0.8,
  hitSteadyShare: 0.6,
  steadyStep: 0.12,
  /** Notes with less pitch than this, s, are hits too, and so are those with this share of hits around them, s. */
  minPitchSeconds: 0.03,
  maxDrumShare: 0.5,
  hitsAround: 2,
  /**
   * Syllable in the background of a melody: at most this long, s, and nowhere held this long, s, within this,
   * semitones.
   */
  syllable: 0.2,
  syllableHeld: 0.06,
  syllableRange: 0.3,
  /**
   * Notes from this pitch on, MIDI, that are less certain than this, 0 to 1, are sibilants. Right notes this high have
   * at least 0.7 in every set.
   */
  sibilantFrom: 90,
  sibilantBelow: 0.55,
  /** With less voiced time than this, s, the share of held pitches is not measured. */
  minVoicedSeconds: 0.5,
} as const;
