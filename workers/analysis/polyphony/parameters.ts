/**
 * All numbers of the polyphonic transcriber, in Hz, seconds, semitones and cents. Levels are ratios of activation: the
 * summed, compressed magnitude of a note (its square root, see `compress`). bench/README.md has the measurements by
 * which they were chosen.
 */
export const PARAMETERS = {
  /** Sample rate of this transcriber, Hz: partials above half of it would cost time and add no notes. */
  rate: 12_000,

  spectrum: {
    /** Window of the lower pitch spectrum, where semitones are close, samples at `rate` (171 ms). */
    window: 2048,
    /** Window of the upper one (85 ms), where semitones are far apart, and its lower edge, Hz. */
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
    /** Spectral slopes: partial h has the amplitude h ** -slope; mixtures give the slopes between. */
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
    /** Share of a uniform distribution in that start, so that any pitch can return. */
    renewal: 0.05,
    /** Skip templates with less than this share of a uniform distribution after the first update. */
    negligible: 0.1,
  },

  tuning: {
    /** Range of the measured peaks, Hz: lower ones are too wide, higher partials are stretched. */
    lowest: 150,
    highest: 1500,
    /** Minimum amplitude of a peak, and minimum share of the strongest. */
    absolute: 1e-3,
    prominence: 0.03,
    /** Time constant of the average, and the rest after which it begins again, s. */
    memory: 10,
    rest: 0.7,
    /** Minimum length of the mean phasor of a common tuning, 0 to 1. */
    minClarity: 0.4,
    /** Distance between the tunings of the templates, and hysteresis of the estimate, cents. */
    step: 10,
    hysteresis: 9,
  },

  /** Measurements of a note (spectrumHistory.ts): its deviation from the semitone, and its loudness. */
  measure: {
    /** Number of partials, and greatest distance of one from its place in the tuning of the templates, cents. */
    partials: 5,
    within: 50,
    /** Power of a partial below which it does not count, relative to the strongest (40 dB). */
    leastPeak: 1e-4,
    /** Place from which a partial is exact, bins of the long window. */
    exactFrom: 40,
    /**
     * Measured part of a note, s: from the time at which the window has left the sound before it, at this interval, up
     * to this time.
     */
    from: 0.075,
    every: 0.075,
    until: 2,
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
    /** Time constant of the decay of that loudest band, s, and its minimum magnitude. */
    memory: 3,
    floor: 1e-3,
    /** An onset is the highest peak within this distance, s, */
    peak: 0.03,
    /** and exceeds the mean over this time before and after it, s, by `delta`. */
    before: 0.12,
    after: 0.06,
    delta: 0.045,
    /** The same for the candidates of the network (notes/chordTracker.ts). */
    faint: 0.012,
    /** Shortest time between two onsets, s. */
    gap: 0.05,
    /** Delay of the peak of the flux after the beginning of the sound, s. */
    delay: 0.006,
    /** Rise of a pitch's partials: distance of the compared spectra before and after an onset, s, */
    partialRiseReach: 0.03,
    /** and the quantile over this many partials. */
    partialRiseQuantile: 0.5,
    partialRiseCount: 6,
  },

  note: {
    /** Distance of the compared activations before and after a moment, s. */
    reach: 0.06,
    /** A note begins where the activation rises by this factor, */
    rise: 4,
    /** by this one at a common onset, */
    onsetRise: 1.8,
    /** by this one at a common onset where its partials rise by `partialRise` decades (a repeated note). */
    repeatedRise: 1,
    partialRise: 0.1,
    /** Minimum activation, as a share of the loudest pitch at that time and of the loudest recent one, */
    floor: 0.1,
    /** which decays with this time constant, s; */
    memory: 2,
    /** as a share of the total magnitude at that time, noise included; */
    tonal: 0.03,
    /** absolute: a sine of -60 dBFS reaches about 0.1. */
    absolute: 0.1,
    /** The onset lies at this share of the rise, 0 to 1, */
    entry: 0.4,
    /** or at a common onset within this distance, s. */
    snap: 0.07,
    /** Lead of a soft attack, one without a common onset, s. */
    softLead: 0.015,
    /**
     * A note ends below `release` of its highest activation, which decays with the time constant `heldMemory`, s, as
     * fast as a held string, or below `faded` of its peak.
     */
    release: 0.55,
    heldMemory: 0.6,
    faded: 0.1,
    /** Blur of the end by the long window, s. */
    blur: 0.075,
    /** Accept a note if its activation, summed over its first `stretch` seconds, */
    stretch: 0.5,
    /** is at least the loudest recent activation times this, s. */
    strength: 0.11,
    /**
     * Certainty of the network, 0 to 1, below which a note of the rules is rejected, and from which one is accepted
     * that the rules reject. Below 0.8 the network takes partials of clean chords for notes.
     */
    surelyNot: 0.3,
    surely: 0.8,
    /** The same from this pitch on, MIDI: there it takes a high partial of a clean octave for a note. */
    highFrom: 84,
    surelyHigh: 0.95,
    /** Lower limits for the candidates of the network: rise factors, shares, and share of the strength. */
    minRise: 2.5,
    minOnsetRise: 1.4,
    minFloor: 0.05,
    minTonal: 0.015,
    minStrength: 0.25,
    /** Minimum activation of a pitch that could be a partial of a lower one, share of that one's. */
    partial: 0.3,
    /** Minimum share of the loudest pitch in the total magnitude meanwhile: drums and noise stay below. */
    pitchedShare: 0.09,
    /** Shortest note, s. */
    minSeconds: 0.06,
  },

  chord: {
    /** Distance of the compared activations before and after a moment, s. */
    reach: 0.05,
    /** Minimum activation of a candidate after a peak of the flux, share of the loudest recent pitch, */
    floor: 0.03,
    /** of the total magnitude, noise included, and absolute. */
    tonal: 0.01,
    absolute: 0.05,
    /** A candidate rises by this factor, or its partials by `partialRise` decades (median), */
    rise: 1.05,
    partialRise: 0.05,
    /** or without a peak of the flux by this factor. */
    softRise: 2,
    /** A rise of a pitch without a peak of the flux within this distance is a separate onset, s. */
    snap: 0.07,
    /** Other peaks of the flux are evidence within this distance, s. */
    rival: 0.08,
    /** Two notes of one pitch are at least this far apart, s. */
    apart: 0.06,
    /** Certainty of the network from which a candidate is a note, 0 to 1. */
    surely: 0.5,
  },

  density: {
    /** A dense sound has this many notes per second in which any sounds, and this many at once in the mean. */
    perSecond: 5.5,
    together: 2.2,
  },

  texture: {
    /** A spectrum counts if its loudest pitch has this activation, */
    absolute: 0.1,
    /** this share of the loudest recent one, which decays with the time constant `memory`, s, */
    loud: 0.25,
    memory: 2,
    /** and this share of the total magnitude: noise and drums stay below. */
    tonal: 0.1,
    /** The monitor fits each spectrum without a start; it fits once more from this share on. */
    almostTonal: 0.06,
    /** Minimum share of the loud spectra, and minimum time, that count, s. */
    minShare: 0.25,
    minSeconds: 0.15,
    /** Reported quantile of the ratios, over the newest part of the sound, s, */
    quantile: 0.7,
    seconds: 20,
    /** and its minimum in a polyphonic sound. */
    polyphonicFrom: 0.6,
    /** Ratio from which a spectrum looks polyphonic; time constant of the share of these, s. */
    likely: 0.4,
    recentSeconds: 1,
  },

  monitor: {
    /** Steps of the pitch spectra between two checks of a sound of one voice, */
    every: 8,
    /** and the length of the buffer from which that sound can still be transcribed, s. */
    buffered: 2,
    /** A polyphonic segment starts where this share of the recent spectra looks polyphonic, */
    startFrom: 0.3,
    /** and stops below this share, unless the `polyphony` of the last 20 s is close to polyphonic. */
    stopBelow: 0.1,
    nearlyPolyphonic: 0.3,
  },
} as const;
