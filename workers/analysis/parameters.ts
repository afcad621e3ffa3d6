/**
 * Every number of the monophonic transcriber and the shared stages, in Hz, seconds, cents and dB. The stages
 * take them only from here, so that everything that was tuned is in one place.
 */

/** The sample rate of the analysis, Hz; every recording is resampled to it first. */
export const RATE = 21_000;
/** Edges of the pass band and the stop band of that conversion, Hz. Frequencies between RATE / 2 and `stop` are aliased, but not into the pass band. */
export const RATE_BAND = { pass: 7500, stop: 13_500 } as const;
/** Step of the analysis, s. */
export const HOP_SECONDS = 0.01;
/** A time in steps of the analysis, the nearest whole number. @param seconds s */
export const steps = (seconds: number): number => Math.round(seconds / HOP_SECONDS);
/** Step of the analysis, samples at `RATE`. */
export const HOP = Math.round(RATE * HOP_SECONDS);
/** Longest frame of a step, samples at `RATE`, centred on the time of the step. */
export const FRAME = 2424;

export const LEVEL = {
  /** A sound whose loudest step is below this is silence, dBFS (a full-scale sine is 0 dBFS; docs/decisions.md 2). */
  silence: -60,
  /**
   * A step is silent this much below the loudest one so far, dB, but neither above `silence` nor below `lowestGate`, dBFS:
   * the decays of a recording at -50 dBFS are heard, its noise is not. Note F1 of such recordings: half A 36.7 without, 87.9
   * with it, half B 62.2 and 86.0.
   */
  gateRange: 40,
  lowestGate: -84,
  /** Corner frequency of the filter that removes DC and rumble, Hz. */
  dcCorner: 20,
  /** Samples beyond this are clipped; no real sound comes near it. */
  clip: 64,
} as const;

export const PITCH = {
  /** Lowest and highest fundamental, Hz: A0, a semitone flat, to C8. */
  lowest: 26,
  highest: 4400,
  /** Length of the window of the autocorrelation, s. */
  window: 0.04,
  /** The pitch whose window pair is centred on its step, Hz; that of another pitch is off by half the difference of their periods. */
  centred: 350,
  /** Pitches above this are searched at the full rate, those below at half the rate, Hz. */
  fine: 1050,
  /** Periodicity at half the rate is weighted by the share of the energy that is left at half the rate, to this power. */
  lostShare: 0.35,
  /** Candidates per step. */
  candidates: 8,
  /** Minimum periodicity of a candidate, 0 to 1. */
  minClarity: 0.3,
  /**
   * A candidate whose half would be above `highest` does not count if the correlation there has this share of its own: it is a
   * sibilant, or a formant. RPA of words sung by a synthesiser: half A 94.7 before and 99.0 with it, half B 94.2 and 99.2.
   */
  maxAtHalf: 0.7,
  /** Cost of an octave below the clearest candidate, in units of clarity, as all multiples of a period are periods too. */
  octaveCost: 0.06,
  /** Clarity above which a step is more likely voiced than not. */
  voicingThreshold: 0.5,
  /** Cost of a jump in pitch per octave, and of a change between voiced and unvoiced. */
  octaveJumpCost: 0.6,
  voicingChangeCost: 0.3,
  /** Steps are decided when the path is this much further on, s. */
  lag: 1,
} as const;

/**
 * What a pitch that still sounds and a new one have in common. Note F1 of one voice, clean, degraded and in noise, without and with
 * it: half A 88.3 and 89.4, half B 92.1 and 93.4; on bench's, with the sampled instruments, 92.6 and 93.2, 98.6 and 100.
 */
export const LINGERING = {
  /** How long a pitch may be in the room after it, s, how long it must have sounded, s, and within how many semitones it is the same. */
  seconds: 0.7,
  sounded: 0.06,
  within: 0.5,
  /** A candidate is a divisor of it within this share of their ratio, */
  nearMultiple: 0.025,
  /** and what the two have in common if it has no partial of its own above this, and another one leaves some above that, dB relative to its strongest. */
  ownLevel: -12,
  left: -12,
  silentLevel: -120,
  /** The share of its clarity that its multiple takes; that is another candidate if it is this near, as a share. What the candidate itself keeps then. */
  share: 0.9,
  sameWithin: 0.02,
  rest: 0.5,
} as const;

export const SPECTRUM = {
  /** Window, samples at `RATE`. */
  window: 1024,
  /** Decay of the running peak, dB/s. */
  peakDecay: 1,
} as const;

export const ONSET = {
  /** Distance between the steps that are compared, s. */
  span: 0.04,
  /** Partials of a pitch that are summed, and the floor under them, dB relative to the running peak. */
  partials: 8,
  ownFloor: -40,
  /** How far vibrato moves a partial to either side, cents. */
  swing: 60,
  /** The rise of the whole spectrum: range in Hz, bins per octave, floor in dB as above, and its weight. */
  lowest: 94,
  highest: 9400,
  perOctave: 10,
  wideFloor: -50,
  wideWeight: 2,
  /** The onset salience is the rise divided by its local fluctuation: the mean absolute rise over this span, s, plus this floor, dB. */
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
  /** Cost of beginning a note, the reduction at a full onset, and the rises between which the reduction grows from none to full, dB. */
  begin: 17,
  beginAtRise: 13,
  riseFrom: 4,
  riseTo: 13,
  /** Cost of staying in a note at a new onset of the same pitch, and the onset salience from which there is one. */
  stayThroughOnset: 10,
  onsetSalience: 2.25,
  /** Minimum rise of the partials of a note, dB, from `riseBefore` before to `riseAfter` after its first step, s. */
  minRise: 3,
  riseBefore: 0.02,
  riseAfter: 0.06,
  /** A segment without an onset continues a note that ended less than this before it, s. */
  mergeWithin: 0.05,
  /**
   * If a note follows another without a rest, at least `tiedStep` semitones away, and unless its partials rise by `tiedSure`, dB,
   * its beginning moves to the change of pitch, at most `tiedWithin` seconds earlier; after a rest, to where its pitch begins;
   */
  tiedStep: 0.6,
  tiedSure: 28,
  tiedWithin: 0.2,
  /** if its partials rise by this much there, dB, or if every step from there on is this near to its pitch, semitones. */
  tiedRise: 7,
  tiedNear: 0.5,
  /**
   * A full onset (a rise of `riseTo`) moves by no more than this, s. Note F1 of synthetic singing: half A 88.3 before and 91.8
   * with this, `tiedSure` and `glideFrom`, half B 89.8 and 93.9; of sampled instruments 88.2 and 88.8, 83.3 and 85.0.
   */
  tiedShift: 0.02,
  /**
   * It moves further to where its pitch is held, within this, semitones. F1 of words that a synthesiser sings, bench's and three more
   * such sets: 88.2 before and 92.5 with it, 73.1 and 81.7, 72.0 and 84.0, 77.1 and 87.5; of labelled singing the same.
   */
  tiedHeld: 0.25,
  /** The pitch changes where it has come this share of its way in a glide, whose steps are at most this far forth and back, semitones. */
  glideFrom: 0.35,
  glideStep: 1.5,
  glideBack: 0.1,
  /**
   * Steps without a pitch between two notes are no rest if they last no longer than this, s, and are less than this quieter than
   * both, dB: the two notes sound at once, and the later one has begun.
   */
  blurSeconds: 0.06,
  blurDip: 6,
  /** Unvoiced steps before a note are breath if they are this much below its loudest step, dB. */
  breath: 20,
  /** A note is split where its level dips by this much and recovers by as much, dB. */
  dip: 18,
  /** A note is split where its pitch steps by at least `minStep` and at most `maxStep` semitones (a leap without an onset is an octave error), */
  minStep: 0.6,
  maxStep: 2.5,
  /** from one plateau to another: minimum length of each, s, maximum range, semitones, and gap between the two, s. */
  plateauSeconds: 0.1,
  plateauRange: 0.2,
  plateauGap: 0.04,
  /**
   * In a trill plateaus may be this short, and their distance between these two, s. F1 of trills: half A 81.6 before and 92.6 with it,
   * half B 37.7 and 74.8; unseen ones 48.7 and 55.1; wide vibratos unchanged.
   */
  trillPlateau: 0.03,
  trillLeastGap: 0.03,
  trillGap: 0.06,
  /**
   * Its least step, semitones: in a room a vibrato of 35 cents to each side dips as a trill does. F1 of synthetic singing in a room:
   * half A 90.3 without and 93.2 with it, half B 93.7 and 96.5; of trills 85.0 and 83.3, 78.4 and 77.3.
   */
  trillStep: 0.8,
  /** Longest note of a trill but its first and last, s, and least clarity of each. */
  trillNote: 0.25,
  trillClarity: 0.85,
  /**
   * Its partials dip by the median of this much between two plateaus, dB, and its pitch, which rests where it moves by less than this
   * share of the step in a hundredth of a second, does so for this share of the time; or one of the two is sure. F1 of vibratos of 35
   * to 90 cents to each side, most of them in rooms: half A 78.4 with a dip alone and 93.5 with all, half B 78.6 and 91.3, unseen ones
   * 85.0 and 93.0; of trills 86.3 and 89.9, 83.0 and 84.1, 84.5 and 89.0.
   */
  trillDip: 3,
  trillSureDip: 12,
  trillRest: 0.04,
  trillResting: 0.25,
  trillSurelyResting: 0.4,
  /** A smaller step of at least this much, semitones, while the partials rise by `tiedRise`, ends a scoop, if that lasts no longer than this, s. */
  minScoop: 0.4,
  maxScoopSeconds: 0.25,
  /** Maximum length of an attack on an overtone (an overblown pipe, a bow), s, and its maximum deviation from that overtone, semitones. */
  overtoneAttackSeconds: 0.15,
  overtoneAttackDeviation: 0.3,
  /** The onset of a note is this much before the step at which its partials rise fastest, s. */
  lead: 0.01,
  /** A note in which the pitch slips before a rest of at least `slipRest`, s, by less than `slipStep`, semitones, for no longer than this, s, */
  slipSeconds: 0.1,
  slipStep: 1.5,
  slipRest: 0.02,
  /** and without a rise of its partials by `tiedRise` until so long after its beginning, s, is the end of the one before. */
  slipRise: 0.04,
  /** so is one whose pitch slides there from so long before, s, without a leap of more than this from one step to the next, semitones. */
  slipSlide: 0.03,
  slipStepwise: 0.7,
  /** Steps of another pitch, or of none, that may lie between the beginning of a note and its first full step, s. */
  skipped: 0.02,
  /** Least level of the summed partials of a note, median over its steps, dB relative to the power of the step. */
  minPartials: -5,
  /** Shortest note, s. */
  minSeconds: 0.05,
} as const;

/**
 * Chosen from sweeps over both halves of two sets, a labelled one and one of sampled instruments. F1 of notes with
 * offsets, mean over the kinds: labelled, half A 70.8 before and 83.1 with the ends of chords (`polyphony`), half B 78.6 and
 * 82.7; sampled, 42.2 and 51.5, 37.5 and 48.8.
 */
export const OFFSET = {
  /** A note has ended where its partials are this much below the loudest of the steps just before, dB, */
  minFall: 4,
  /** over this time, s, */
  within: 0.06,
  /** and where they fall by this share of the steepest fall at its end, */
  shareOfSteepest: 0.3,
  /** which may come this much later than the end of its pitch, s. */
  beyond: 0.03,
  /** The first part of a note is not searched, s: the attack of a struck one falls as fast. */
  minSeconds: 0.05,
} as const;

/**
 * `surely` was chosen on melodies with many repeats on a sound font that was in no training, note F1: half A 69.4 before and 71.0 with
 * the judge, half B 64.5 and 67.1. No kind of the labelled set and of the bench's corpus lost more than 0.2.
 */
export const REPEAT = {
  /** A note may begin again where the rise of its partials is the largest within this, s, to each side, and at least this, dB; */
  alone: 0.04,
  minRise: 1,
  /** and where the pitch from `from` to `to` before and after, s, is the same, semitones. */
  from: 0.02,
  to: 0.1,
  same: 0.7,
  /** How much on each side is looked at, s: for how usual such a rise is, for the level that a dip comes from, for a tremolo; */
  around: 0.6,
  beside: 0.2,
  tremolo: 0.5,
  /** how long it is followed that the pitch stays the same, s, and within what, semitones. */
  longest: 0.6,
  run: 0.8,
  /** How sure the judge must be, 0 to 1, where the rules see no onset. */
  surely: 0.8,
  /**
   * Where two notes within this, semitones, are told apart by the rules, and the judge is less sure than this, they are one. With
   * offsets, words that a synthesiser sings: half A 63.6 before and 67.1 with it, half B 63.5 and 68.5.
   */
  joined: 0.5,
  hardly: 0.2,
  /** Of places nearer to each other than this only the surest counts, and a note before one is at least as long, s; one after it, this. */
  apart: 0.08,
  minSeconds: 0.05,
  /** A note has begun at most this long before its partials rise fastest, s, and at most this long after. */
  maxLate: 0.08,
  maxEarly: 0.03,
} as const;

/** Tuned on half A of melodies with 60 to 100 cents to each side: note F1 69.3 without, 88 with it; half B 62.9 and 80. */
export const VIBRATO = {
  /** A period of a vibrato, s (5.5 Hz, Prame 1994), and the longest gap between two of its notes, s. */
  period: 0.18,
  gap: 0.03,
  /** Its range, semitones, and how far the mean may move from one period to the next. */
  minRange: 0.8,
  maxRange: 3,
  drift: 0.4,
  /** Largest change of pitch from one step to the next, semitones. A pitch rests where it changes by less than `restStep`; */
  maxStep: 0.6,
  restStep: 0.06,
  /** it does so in no more than this share of a vibrato, and longer in a trill. */
  maxResting: 0.25,
  /** A swing at its beginning or end is at most this share of a period, and this far out of its range, semitones. */
  maxSwing: 0.6,
  margin: 0.2,
  /**
   * A vibrato sets in within this many periods, and by then has this range, semitones. F1 of vibratos of 30 to 100 cents to each side:
   * half A 88.4 before and 90.7 with it, half B 93.1 and 94.8.
   */
  maxOnset: 1.4,
  minOnsetRange: 0.5,
  /** A tone has been released where its partials are this much below their highest level, dB. */
  released: 6,
} as const;

/**
 * Chosen on a set of sampled instruments, note F1, mean of its kinds: half A 74.4 before and 75.1 with it, half B 68.1 and 70.5;
 * duets 64 and 78, through a telephone 70 and 83. On a second one that was made afterwards (72.3 before, 73.0 with it and
 * the trills) no kind lost more than 0.3; on a labelled set nothing changed.
 */
export const VOICES = {
  /** Polyphony (polyphony/textureMeter.ts), 0 to 1, from which a sound may have several voices, and from which it likely has. */
  doubtFrom: 0.45,
  likelyFrom: 0.6,
  /** It still has one if the pitch path is one of the polyphonic notes for this share of the time, and explains this share of them. */
  onPath: 0.75,
  explained: 0.95,
  /** In doubt it has several if the path is one of them for less than this share, and two that are no partials sound together for this one. */
  offPath: 0.65,
  together: 0.45,
  /** Partials that the path explains, and how near a pitch must be, semitones. */
  partials: 10,
  near: 0.6,
  /** How much of the beginning and of the end of a note is not compared: there the voices of a melody overlap, s. */
  margin: 0.03,
} as const;

export const DEEP_VOICE = {
  /** A sound whose pitch is below this, Hz, in this share of its voiced steps is one deep voice, even if it looks polyphonic. */
  belowHz: 35,
  minShare: 0.8,
} as const;

export const TUNING = {
  /** Confidence of the common deviation from which notes are named against it, 0 to 1. */
  minConfidence: 0.6,
  /** Sounding time from which the estimate has full confidence, s. */
  minSeconds: 1,
} as const;

export const MELODY = {
  /** A pitch is level where it stays for this long, s, within this range, semitones: syllables of speech glide faster ('t Hart, Collier & Cohen 1990). */
  levelSeconds: 0.1,
  levelRange: 0.2,
  /** A pitch that swings is held where its means over two successive periods of a vibrato, s (5.5 Hz, Prame 1994), differ by no more than this, semitones. */
  vibratoPeriod: 0.18,
  vibratoDrift: 0.3,
  /** A sound of one voice is speech or percussion if less than this share of its voiced time is held, */
  minHeld: 0.38,
  /** or this, if most of its notes are shorter than `short`, s, */
  minHeldOfShort: 0.6,
  short: 0.3,
  /** and if its notes have no common tuning: Rayleigh's statistic is below this. */
  minCommonTuning: 4,
  /** The same limit where the held share lies between the two and most notes are short. */
  minCommonOfShort: 2,
  /** Notes in which a pitch falls by this much, semitones, this share of its whole path, while it is level (changes by less than `steadyStep` in a step) for less than this share of the note, are hits of a drum, */
  hitFall: 1.5,
  hitMonotony: 0.8,
  hitSteadyShare: 0.6,
  steadyStep: 0.12,
  /** and so are those with less pitch than this, s. A sound with this share of them is percussion. */
  minPitchSeconds: 0.03,
  maxDrumShare: 0.5,
  /** Notes from this pitch on, MIDI, that are less sure than this, 0 to 1, are sibilants; of right notes this high none in any set is below 0.7. */
  sibilantFrom: 90,
  sibilantBelow: 0.55,
  /** Sounds with less voiced time are not judged, s. */
  minVoicedSeconds: 1.5,
} as const;

export const ESSENCE = {
  /** A note is clear from this total duration on, s, */
  clearSeconds: 0.1,
  /** with this confidence, */
  clearConfidence: 0.5,
  /** and with this share of the mean strength of the clear ones. */
  clearShare: 0.12,
  /** An overtone is present if it is at most this far below the strongest partial, dB, */
  overtoneRange: 40,
  /** and at least this far above the valleys beside it, dB. */
  overtoneProminence: 10,
} as const;

export const SPECTRAL_SHAPE = {
  /** One step out of this many is measured. */
  every: 20,
  /** Minimum level of a step whose timbre counts, dBFS. */
  floor: -55,
} as const;

/**
 * Chosen on a labelled set of one voice, checked on the one that bench/ makes (`npm run bench:live -- --corpus`). Another note first,
 * and never shown, % of notes, without and with `ownLevel` and `surelyAgain`: half A 9.9 and 7.8, 8.0 and 5.0; half B 11.4 and
 * 10.2, 7.0 and 6.4; bench's 7.8 and 5.4, 1.8 and 1.8. Without and with the ear for the newest moment and the shorter times that it
 * allows: half A 9.2 and 7.2, 4.6 and 3.4; half B 7.9 and 6.1, 6.5 and 4.9; bench's 4.5 and 1.9, 1.5 and 1.1. Median delay 109 and 74 ms,
 * bench's 115 and 77; 95 % in 251 and 225 ms, bench's in 225 and 153. Looking when a note has begun (capture/updateClock.ts) and
 * the present times: median delay 74 and 60 ms, bench's 77 and 64, of three unseen ones of its kind 76 and 62; 95 % in 226 and 200
 * ms, 155 and 127, 147 and 131; another first 6.6 and 7.3 %, 1.9 and 1.9, 2.3 and 2.4. Notes shown for one that is sung with a
 * vibrato, without and with `maxSwing`: 2.8 and 1.3.
 */
export const LIVE = {
  /** How long a pitch must be steady before it becomes a note, s, within how many semitones, and with which clarity; */
  confirmSeconds: 0.03,
  steadyWithin: 0.4,
  sure: 0.85,
  /** how long below that clarity, and while another note sounds, s; */
  doubtSeconds: 0.04,
  changeSeconds: 0.04,
  /** and how long if its own partials are below this level, dB relative to its strongest, s. */
  unownedSeconds: 0.1,
  ownLevel: -14,
  /** Partials of a note that ended less than this before, s, and was higher by this much, semitones, are not its own. */
  lingers: 0.3,
  lowerBy: 1.5,
  /** The same pitch begins again when its partials have risen by this much, dB, and not before this time, s; */
  repeatRise: 8,
  repeatAfter: 0.08,
  /** and where the judge of repeated notes is as sure as this, 0 to 1, so long after the rise, s, if the note before is as long as this, s. */
  surelyAgain: 0.5,
  judgedAfter: 0.05,
  againAfter: 0.06,
  /** How far a sounding note may deviate, semitones, and for how long it may do so or be silent before it ends, s. */
  deviation: 0.8,
  releaseSeconds: 0.04,
  /** A note swings in a vibrato of this range, semitones, if its pitch rests for no more than this share of a period, and comes back to within this share of the range. */
  minSwing: 0.3,
  maxSwing: 2,
  maxResting: 0.45,
  swingBack: 0.5,
  /** The ear for the newest moment: the window that it compares with what came before, s, the lowest pitch it hears, Hz, and how clear a pitch must be. */
  quickWindow: 0.016,
  quickLowest: 80,
  quickSure: 0.8,
  /** How much earlier it hears a note than the pitch path does, s. */
  quickAhead: 0.04,
  /** Number of notes that are kept; older ones are no longer on the screen. */
  maxNotes: 256,
} as const;
