/**
 * Every number the polyphonic transcriber depends on, in Hz, seconds, semitones and cents. Levels are ratios
 * of activation: the summed, compressed magnitude of a note (its square root, see `compress`).
 */
export const PARAMETERS = {
  /** The rate this transcriber works at, Hz: partials above half of it would cost time and add no notes. */
  rate: 12_000,

  spectrum: {
    /** Window of the lower part of a pitch spectrum, where semitones are close; samples at `rate` (171 ms). */
    window: 2048,
    /** Window of its upper part (85 ms), where semitones are apart and notes are short, and where that part begins, Hz. */
    highWindow: 1024,
    split: 1000,
    /** Step from one pitch spectrum to the next, samples at `rate` (25 ms). */
    hop: 300,
    /** Lowest and highest frequency of the analysis, Hz. */
    lowest: 50,
    highest: 5200,
    /** Edges of the pass band and the stop band of the rate conversion, Hz. */
    pass: 4200,
    stop: 7000,
    /** Bands per semitone, wherever a band is wider than a bin of the transform. */
    bandsPerSemitone: 3,
  },

  template: {
    /** Lowest and highest pitch, MIDI. */
    lowest: 21,
    highest: 101,
    /** Spectral slopes: partial h has the amplitude h ** -slope. Spectra in between are mixtures of the two. */
    slopes: [0.8, 2] as readonly number[],
    /** Partials of a template; low notes have more, up to this frequency, Hz. */
    partials: 12,
    lowPartials: 1000,
    /** Inharmonicity B of a string: partial h lies at h f0 sqrt(1 + B h^2). */
    inharmonicity: 1e-4,
    /** Standard deviation of a partial's frequency (mistuning, vibrato), cents. */
    spread: 15,
    /** Number of broad templates without pitch, which account for noise, breath and drums. */
    noiseBands: 8,
  },

  decomposition: {
    /** Multiplicative updates per spectrum. */
    updates: 4,
    /** Share of the previous spectrum's activations in the start of the next fit. */
    memory: 0.5,
    /** Share of a uniform distribution in it, so that any pitch can come back. */
    renewal: 0.05,
    /** Templates with less than this share of a uniform distribution after the first update take no part in the others. */
    negligible: 0.1,
  },

  tuning: {
    /** Peaks between these count, Hz: below they are too wide, above partials are stretched, */
    lowest: 150,
    highest: 1500,
    /** if they have this amplitude and this share of the strongest. */
    absolute: 1e-3,
    prominence: 0.03,
    /** Time constant of the average, s. */
    memory: 10,
    /** Length of the mean phasor, 0 to 1, from which there is a common tuning at all. */
    minClarity: 0.4,
    /** Distance between the tunings that have templates, and how far the estimate must move to change them, cents. */
    step: 10,
    hysteresis: 9,
  },

  onset: {
    /** Window of an onset spectrum and the step between two, samples at `rate` (43 ms and 10 ms). */
    window: 512,
    hop: 120,
    /** Lowest and highest frequency, Hz, and bands per octave. */
    lowest: 60,
    highest: 5200,
    bandsPerOctave: 24,
    /** Steps between the spectra that are compared. */
    lag: 2,
    /** Gain before the logarithm, relative to the loudest recent band. */
    gain: 100,
    /** Time constant with which that loudest band decays, s, and the magnitude it never falls below. */
    memory: 3,
    floor: 1e-3,
    /** An onset is the highest peak within this distance, s, */
    peak: 0.03,
    /** and exceeds the mean over this time before and after it, s, by `delta`. */
    before: 0.12,
    after: 0.06,
    delta: 0.045,
    /** Shortest time between two onsets, s. */
    gap: 0.05,
    /** How much later than the beginning of the sound the flux peaks, s. */
    delay: 0.006,
    /** The rise of a pitch's partials compares the spectra this much before and after an onset, s, */
    partialRiseReach: 0.03,
    /** and is this quantile over this many partials. */
    partialRiseQuantile: 0.5,
    partialRiseCount: 6,
  },

  note: {
    /** Activations this much before and after a moment are compared, s. */
    reach: 0.06,
    /** A note begins where the later one is this many times the earlier one, */
    rise: 4,
    /** or only this many times at a common onset, */
    onsetRise: 1.8,
    /** or (a repeated note) only this many times, if its partials rise by `partialRise` decades at a common onset. */
    repeatedRise: 1,
    partialRise: 0.1,
    /** The later one must reach this share of the loudest pitch at that time, and of the loudest recent one, */
    floor: 0.1,
    /** (whose maximum decays with this time constant, s) */
    memory: 2,
    /** this share of the total magnitude at that time, noise included, */
    tonal: 0.03,
    /** and no less than this: a sine of -60 dBFS reaches about 0.1. */
    absolute: 0.1,
    /** The note begins where its rise has come this far, 0 to 1, */
    entry: 0.4,
    /** or at a common onset within this distance, s. */
    snap: 0.07,
    /**
     * Without one its attack is soft, and has begun this much before, s. Note F1 of strings and other sampled instruments, five of bench's
     * corpora 65.6 before and 66.5 with it, four others 66.4 and 66.9; of synthetic chords 99.1 and 99.0.
     */
    softLead: 0.015,
    /**
     * It ends below this share of its highest activation, which is forgotten with this time constant, s, as fast as a held
     * string decays, or below that share of its peak. F1 of chords with offsets, halves A and B of a labelled set: 44 and
     * 52 before (one share, 0.4, of the peak), 70 and 68 with these; of sampled instruments: 54 and 46, 62 and 52.
     */
    release: 0.55,
    heldMemory: 0.6,
    faded: 0.1,
    /** So much of the end is the blur of the long window, s. */
    blur: 0.075,
    /** It counts if its activation, summed over its first `stretch` seconds, */
    stretch: 0.5,
    /** is at least the loudest recent activation times this, s. */
    strength: 0.11,
    /**
     * The judge's certainty, 0 to 1, below which a note does not count that does by the rules, and from which one counts that does
     * not. F1 of sounds of a sound font that the judge never heard, half A 61.6 by the rules, 69.5 with these and 70.4 from
     * 0.8 on, half B 69.6, 78 and 79.3; from 0.8 on it takes a high partial of a clean octave for a note.
     */
    surelyNot: 0.3,
    surely: 0.95,
    /** What is proposed to the judge need only rise by these factors, reach these shares, and have this share of that strength. */
    minRise: 2.5,
    minOnsetRise: 1.4,
    minFloor: 0.05,
    minTonal: 0.015,
    minStrength: 0.25,
    /** A pitch that could be a partial of a lower one needs this share of that one's activation. */
    partial: 0.3,
    /** The loudest pitch must be this share of the total magnitude meanwhile: drums and noise stay below. */
    pitchedShare: 0.09,
    /** Shortest note, s. */
    minSeconds: 0.06,
  },

  texture: {
    /** A spectrum counts if its loudest pitch has this activation, */
    absolute: 0.1,
    /** this share of the loudest recent one (which decays with the time constant `memory`, s), */
    loud: 0.25,
    memory: 2,
    /** and this share of the total magnitude: noise and drums stay below. */
    tonal: 0.1,
    /** The monitor, which fits each spectrum from nothing, fits it once more from this share on. */
    almostTonal: 0.06,
    /** At least this share of the loud spectra, and this much time, must count, s. */
    minShare: 0.25,
    minSeconds: 0.15,
    /** The quantile of the ratios that is reported, */
    quantile: 0.7,
    /** and the value from which on the sound is polyphonic. */
    polyphonicFrom: 0.6,
    /** A spectrum looks polyphonic from this ratio on; time constant of the recent share of such spectra, s. */
    likely: 0.4,
    recentSeconds: 1,
  },

  monitor: {
    /** Steps of the pitch spectra between two checks of a sound of one voice, */
    every: 8,
    /** and how much of that sound is buffered, so that it can still be transcribed, s. */
    buffered: 2,
    /** A polyphonic segment starts where this share of the recent spectra looks polyphonic, */
    startFrom: 0.3,
    /** and stops below this share, unless the `polyphony` of the whole sound is close to polyphonic. */
    stopBelow: 0.1,
    nearlyPolyphonic: 0.3,
  },
} as const;
