/**
 * Every number of the engine, in Hz, seconds, cents and dB. The stages read them from here and
 * nowhere else, so that what was tuned is visible at a glance.
 */

/** The one rate at which the engine listens, Hz; every recording is resampled to it first. */
export const RATE = 21_000;
/** What the recording's rate is converted with: little is heard above the one, and of what lies above the other nothing comes back below it, Hz. */
export const RATE_BAND = { pass: 7500, stop: 13_500 } as const;
/** Step of the analysis, s. */
export const HOP_SECONDS = 0.01;
/** Step of the analysis, samples at `RATE`. */
export const HOP = Math.round(RATE * HOP_SECONDS);
/** Longest stretch of sound a step looks at, samples at `RATE`, centred on the step's time. */
export const FRAME = 2424;

export const LEVEL = {
  /** A sound whose loudest step stays below this is silence (a full-scale sine is 0 dBFS), dBFS. */
  silence: -60,
  /** Corner of the filter that takes DC and rumble away, Hz. */
  dcCorner: 20,
  /** Samples beyond this are cut off; nothing that was ever a sound comes near. */
  clip: 64,
} as const;

export const PITCH = {
  /** Lowest and highest fundamental, Hz: A0, a semitone flat, to C8. */
  lowest: 26,
  highest: 4400,
  /** Length of sound that is compared with its delayed self, s. */
  window: 0.04,
  /** The pitch whose comparison is centred on its step, Hz; that of others lies half their period's difference beside it. */
  centred: 350,
  /** Pitches above this are sought sample by sample, those below at half the rate, Hz. */
  fine: 1050,
  /** Power of the share of energy that half the rate still holds, by which it weakens periodicity. */
  lostShare: 0.35,
  /** Candidates kept of each step. */
  candidates: 8,
  /** Least periodicity of a candidate, 0 to 1. */
  leastClarity: 0.3,
  /** What an octave below the clearest candidate costs, in units of clarity: all multiples of a period are periods. */
  octaveCost: 0.06,
  /** Clarity above which a step is rather voiced than not. */
  voicingThreshold: 0.5,
  /** Cost of a jump in pitch per octave, and of a change between voiced and unvoiced. */
  octaveJumpCost: 0.6,
  voicingChangeCost: 0.3,
  /** Steps are decided once the path has run this much further, s. */
  lag: 1,
} as const;

export const SPECTRUM = {
  /** Window, samples at `RATE`. */
  window: 1024,
  /** How fast the loudest partial so far is forgotten, dB/s. */
  peakDecay: 1,
} as const;

export const ONSET = {
  /** Distance of the steps that are compared, s. */
  span: 0.04,
  /** Partials of a pitch that are summed, and the floor under them, dB under the loudest partial so far. */
  partials: 8,
  ownFloor: -40,
  /** How far a vibrato moves a partial to either side, cents. */
  swing: 60,
  /** Bins of the wide rise: range in Hz, bins an octave, floor in dB as above, and its weight. */
  lowest: 94,
  highest: 9400,
  perOctave: 10,
  wideFloor: -50,
  wideWeight: 2,
  /** A pitch is struck again where its rise stands out of its mean unrest within so many s around, plus so many dB. */
  unrestSpan: 0.6,
  unrestFloor: 2,
} as const;

export const NOTE = {
  /** Range of note pitches, MIDI, and the fineness of the search, bins a semitone. */
  lowest: 20,
  highest: 108,
  binsPerSemitone: 3,
  /** Deviation from the note's pitch that costs one unit, semitones, and the most a step can cost. */
  deviation: 0.6,
  deviationCap: 1.4,
  /** Cost of an unvoiced step inside a note, and of a fully clear step outside any note. */
  unvoicedInNote: 0.1,
  voicedInRest: 1,
  /** Cost of beginning a note, what an onset takes off it, and the rises between which it comes to count, dB. */
  begin: 17,
  beginAtRise: 13,
  riseFrom: 4,
  riseTo: 13,
  /** Cost of staying in a note that is struck again, and the strike (rise over unrest) from which it is. */
  stayThroughStrike: 10,
  strike: 2.25,
  /** Least rise of its partials that makes a note, dB, from so long before to so long after its first step, s. */
  leastRise: 3,
  riseBefore: 0.02,
  riseAfter: 0.06,
  /** What has no onset belongs to a note that ended less than this before it, s. */
  joinWithin: 0.05,
  /**
   * Where two notes of different pitch, semitones, are tied and the later has no full onset (a rise of `riseTo`),
   * it begins with the change of pitch, at most this much earlier, s,
   */
  tiedStep: 0.6,
  tiedWithin: 0.2,
  /** if its partials rise by this much then, dB, or every step from there on lies this near its pitch, semitones. */
  tiedRise: 7,
  tiedNear: 0.5,
  /** Breath before a note: unvoiced steps this much under its loudest, dB. */
  breath: 20,
  /** A note is two where its level dips by this much between two louder stretches, dB. */
  dip: 18,
  /** A note is two where its pitch steps by at least this much, semitones, and no further than this (a leap without an onset is a mistaken octave), */
  step: 0.6,
  longestStep: 2.5,
  /** from one level to another: so long each, s, so flat, semitones, and so near to one another, s. */
  levelSeconds: 0.1,
  levelFlat: 0.2,
  levelApart: 0.04,
  /** What steps less, but by this much, semitones, while its partials rise by `tiedRise`, is a scoop, if it lasts no longer than this, s. */
  scoop: 0.4,
  scoopSeconds: 0.25,
  /** A note that speaks on an overtone first (an overblown pipe, a bow) does so for less than this, s, and this precisely, semitones. */
  speakSeconds: 0.15,
  speakNear: 0.3,
  /** A note is written this much before the step at which its partials rise fastest, s. */
  lead: 0.01,
  /** Shortest note, s. */
  shortest: 0.05,
} as const;

export const VOICES = {
  /** A sound whose pitch stays below this, Hz, for this share of its voiced steps is one deep voice, whatever its partials look like. */
  deep: 35,
  deepShare: 0.8,
} as const;

export const TUNING = {
  /** Clarity of the common deviation from which notes are named against it, 0 to 1. */
  clear: 0.6,
  /** Least sounding time for a verdict, s. */
  leastSeconds: 1,
} as const;

export const ESSENCE = {
  /** A pitch is clearly sounded from this total length on, s, */
  clearSeconds: 0.1,
  /** with this confidence, */
  clearConfidence: 0.5,
  /** and this share of the mean strength of the clear ones. */
  clearShare: 0.12,
  /** An overtone is really there if it is at most this far under the strongest partial, dB, */
  overtoneRange: 40,
  /** and this far above the valleys beside it, dB. */
  overtoneProminence: 10,
} as const;

export const TIMBRE = {
  /** Window of the timbre features, samples at `RATE`. */
  window: 1024,
  /** One step in so many is looked at. */
  every: 20,
  /** Quietest step whose timbre counts, dBFS. */
  floor: -55,
} as const;

export const LIVE = {
  /** How long a pitch must hold before it is shown as a note, s, and within how many semitones. */
  confirm: 0.02,
  still: 0.4,
  /** How far a sounding note may stray, semitones, and how long it may be away before it ends, s. */
  reach: 0.7,
  release: 0.05,
  /** Notes that are kept; older ones have scrolled away. */
  mostNotes: 256,
} as const;
