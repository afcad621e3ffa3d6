/**
 * Every number the polyphonic ear depends on, in Hz, seconds, semitones and cents. Levels are
 * ratios of activation: a note's summed, compressed magnitude (its square root, see `compress`).
 */
export const PARAMETERS = {
  /** The rate this ear works at, Hz: partials above half of it add cost and no notes. */
  rate: 12_000,

  spectrum: {
    /** Window of the low end of a pitch spectrum, samples at `rate` (171 ms): there semitones are close. */
    window: 2048,
    /** Window of its high end (85 ms), where they are apart and notes are short, and where that begins, Hz. */
    highWindow: 1024,
    split: 1000,
    /** Step from one pitch spectrum to the next, samples at `rate` (25 ms). */
    hop: 300,
    /** Lowest and highest frequency looked at, Hz. */
    lowest: 50,
    highest: 5200,
    /** The rate conversion weakens what lies above the one and holds back what lies above the other, Hz. */
    pass: 4200,
    stop: 7000,
    /** Bands a semitone wherever that is wider than a bin of the transform. */
    bandsPerSemitone: 3,
  },

  template: {
    /** Lowest and highest pitch sought, MIDI. */
    lowest: 21,
    highest: 101,
    /** Spectral slopes: partial h has the amplitude h ** -slope. Any envelope between is a mixture. */
    slopes: [0.8, 2] as readonly number[],
    /** Partials of a template; deep notes have more, up to this frequency, Hz. */
    partials: 12,
    lowPartials: 1000,
    /** Inharmonicity B of a string: partial h lies at h f0 sqrt(1 + B h^2). */
    inharmonicity: 1e-4,
    /** Standard deviation of a partial's place (mistuning, vibrato), cents. */
    spread: 15,
    /** Broad templates without pitch that take up noise, breath and drums. */
    noiseBands: 8,
  },

  decomposition: {
    /** Multiplicative updates a spectrum. */
    updates: 4,
    /** Share of the previous spectrum's activations in the start of the next. */
    memory: 0.5,
    /** Share of an even spread in it, so that any pitch can come back. */
    renewal: 0.05,
    /** What has less than this share of an even spread after the first update takes no part in the others. */
    negligible: 0.1,
  },

  tuning: {
    /** Peaks between these count, Hz: below they are too wide, above partials are stretched, */
    lowest: 150,
    highest: 1500,
    /** if they have this amplitude and this share of the strongest. */
    absolute: 1e-3,
    prominence: 0.03,
    /** What was heard is forgotten within, s. */
    memory: 10,
    /** Length of the mean phasor, 0 to 1, from which there is a common tuning at all. */
    clear: 0.4,
    /** Fineness of the tunings there are templates for, and how far it must move to change them, cents. */
    step: 10,
    hysteresis: 9,
  },

  onset: {
    /** Window of an onset spectrum, samples at `rate` (43 ms), and the step between two (10 ms). */
    window: 512,
    hop: 120,
    /** Lowest and highest frequency, Hz, and bands an octave. */
    lowest: 60,
    highest: 5200,
    bandsPerOctave: 24,
    /** Steps between the spectra that are compared. */
    lag: 2,
    /** Gain before the logarithm, over the loudest band of late. */
    gain: 100,
    /** That loudest band is forgotten within, s, but never below this magnitude. */
    memory: 3,
    floor: 1e-3,
    /** A peak is the highest within this, s, */
    peak: 0.03,
    /** and stands above the mean of this stretch before and after it, s, by `delta`. */
    before: 0.12,
    after: 0.06,
    delta: 0.045,
    /** Shortest time between two onsets, s. */
    gap: 0.05,
    /** How much later the flux peaks than the sound begins, s. */
    delay: 0.006,
    /** A pitch's rise compares the spectra this much before and after, s, */
    strikeAside: 0.03,
    /** takes this quantile over this many partials. */
    strikeQuantile: 0.5,
    strikePartials: 6,
  },

  note: {
    /** Activations this much before and after a moment are compared, s. */
    reach: 0.06,
    /** A note begins where the later is this many times the earlier, */
    rise: 4,
    /** or only this many times at a common onset, */
    onsetRise: 1.8,
    /** or even less, if its partials rise by this much at a common onset, decades. */
    strikeRise: 1,
    strike: 0.1,
    /** reaches this share of the loudest pitch then, and of the loudest of late, */
    floor: 0.1,
    /** (which is forgotten within, s) */
    memory: 2,
    /** this share of everything that sounds then, noise included, */
    tonal: 0.03,
    /** and no less than this: a sine of -60 dBFS reaches about 0.1. */
    absolute: 0.1,
    /** Its own rise lies where it has come this far, 0 to 1, */
    entry: 0.4,
    /** but it takes the time of a common onset within this, s. */
    snap: 0.07,
    /** It ends below this share of its peak. */
    release: 0.4,
    /** It counts if its activation, summed over this first stretch, s, */
    stretch: 0.5,
    /** is at least that of the loudest pitch of late over this, s. */
    strength: 0.11,
    /** A pitch in the place of a partial of a lower one needs this share of that one's activation. */
    partial: 0.3,
    /** The loudest pitch meanwhile must be this share of all that sounds: drums and noise stay below. */
    clear: 0.09,
    /** Shortest note, s. */
    shortest: 0.06,
  },
  texture: {
    /** Spectra count if their loudest pitch has this activation, */
    absolute: 0.1,
    /** this share of the loudest of late (which is forgotten within `memory`, s), */
    loud: 0.25,
    memory: 2,
    /** and if it alone is this share of all that sounds: noise and drums stay below. */
    tonal: 0.1,
    /** This share of the loud spectra must be so, and this much in all, s. */
    share: 0.25,
    least: 0.15,
    /** The quantile of the ratios that is reported, */
    quantile: 0.7,
    /** and from where on it means several voices. */
    several: 0.6,
    /** A spectrum looks like several voices from this ratio on; what looked so is forgotten within, s. */
    likely: 0.4,
    late: 1,
  },

  nap: {
    /** Steps of the pitch spectra between two looks at a sound of one voice, */
    every: 8,
    /** and how much of it is remembered, to be heard after all, s. */
    remembered: 2,
    /** The ear wakes where this share of the spectra of late looks like several voices, */
    wake: 0.3,
    /** and naps again below this one, unless the sound as a whole has come near to several voices. */
    sleep: 0.1,
    near: 0.3,
  },
} as const;
