/** Arrays of the kernels: 32-bit in WebAssembly, 64-bit in the reference. */
export type Floats = Float32Array | Float64Array;

/**
 * A polyphase filter: taps phase after phase, their number (a multiple of four), and the distance between outputs.
 */
export interface Filter {
  table: Floats;
  taps: number;
  phases: number;
  wholeStep: number;
  phaseStep: number;
}

/** Prepared transform of one size, specific to an implementation. */
export interface Plan {
  readonly size: number;
}

/**
 * Spectral templates of single notes on the frequency axis, from a model and not from recordings: partials
 * of a slightly stiff string with power-law spectra (harmonic NMF templates after Vincent, Bertin & Badeau
 * 2010; inharmonicity after Fletcher 1964), convolved with the main lobe of the analysis window.
 *
 * Sparse: template j has the values value[i] in the bands band[i], first[j] <= i < first[j + 1];
 * each sums to 1. The templates of one pitch are adjacent, the noise templates come last.
 */
export interface Dictionary {
  pitches: number;
  /** Templates per pitch. */
  shapes: number;
  /** Number of all templates, noise included. */
  templates: number;
  first: Int32Array;
  band: Int32Array;
  value: Float64Array;
  /** The sum of all templates, dense. */
  templateSum: Float64Array;
}

/** Spectral templates, in the layout of an implementation. */
export interface Templates {
  readonly dictionary: Dictionary;
}

/** States of the note decoder by pitch bin: score, first step of the note, and rise at its beginning. */
export interface NoteStates {
  score: Floats;
  began: Int32Array;
  risen: Float32Array;
}

/** Costs of the note decoder; see parameters.ts. */
export interface NoteCosts {
  begin: number;
  beginAtRise: number;
  riseFrom: number;
  riseTo: number;
  onsetSalience: number;
  stayThroughOnset: number;
  unvoicedInNote: number;
  /** Cost of one bin between a note and the pitch path, and the maximum of that cost. */
  perBin: number;
  deviationCap: number;
  /** Steps after the first of a note in which its partials may rise. */
  after: number;
}

/** Parameters for fitting a spectrum; see polyphony/decomposition.ts. */
export interface Fit {
  updates: number;
  /** Start of the fit: share of the previous amounts, and the amount added to every template. */
  carryOver: number;
  uniformAmount: number;
  /** Minimum amount of a template in the updates after the first. */
  negligible: number;
}

/**
 * The hot loops of the engine, in two implementations: `reference.ts` in TypeScript, which defines the results, and
 * `webAssembly.ts` (from ../assembly), which is about three times as fast. Both work on arrays that they allocate, so that
 * nothing is copied, and allocate nothing after that. Offsets and lengths count values. A loop in WebAssembly may write
 * up to seven values past the given count; successive rows must have room for them.
 */
export interface Kernels {
  readonly name: 'typescript' | 'webassembly';
  /** Allocates zeros for the life of these kernels. @throws RangeError if they do not fit */
  floats(length: number): Floats;
  /** The same, always of 32 bits, for results read outside. */
  outputs(length: number): Float32Array;
  /** Allocates constant values. */
  constants(values: ArrayLike<number>): Floats;
  indices(values: ArrayLike<number>): Int32Array;
  /** Allocates running sums of 64 bits. */
  sums(length: number): Float64Array;

  /** Prepares a transform of `size` samples, a power of two from 16 to 4096. */
  plan(size: number): Plan;
  /** Power of the bins 0 to size / 2 of the samples from `start` on, multiplied by `window`. */
  power(plan: Plan, samples: Floats, start: number, window: Floats, out: Floats): void;
  /** Amplitudes (`scale` times the root) of `count` powers; returns the largest of them and of `peak`. */
  amplitudes(power: Floats, count: number, scale: number, peak: number, out: Floats): number;

  /**
   * Outputs of a filter from `start` and `phase` on into `out` from `to` on, while `start` is at most `last`, and at
   * most
   * `room` of them. Returns their number.
   */
  resample(
    filter: Filter,
    history: Floats,
    start: number,
    phase: number,
    last: number,
    out: Floats,
    to: number,
    room: number,
  ): number;
  /**
   * Every second sample from `start` on, `count` of them, into `out` from `to` on, after a half-band filter: its middle
   * tap, and every second one beside it.
   */
  halve(samples: Floats, start: number, taps: Floats, middle: number, out: Floats, to: number, count: number): void;
  /**
   * Correlation of `count` samples from `start` on with those later by 0 to `delays` - 1 samples (a multiple of
   * eight).
   */
  correlateDirectly(samples: Floats, start: number, count: number, out: Floats, to: number, delays: number): void;
  /** The same by transform, for many delays: uses `reach` samples from `start` on, then zeros. */
  correlate(
    plan: Plan,
    samples: Floats,
    start: number,
    count: number,
    reach: number,
    out: Floats,
    to: number,
    delays: number,
  ): void;
  /**
   * At each delay, `factor` times the sum of the `rows` (each `stride` long) over the energy of the compared windows:
   * `energy` at delay 0, updated by the samples that leave and enter the second window.
   */
  normalise(
    rows: Floats,
    rowCount: number,
    stride: number,
    samples: Floats,
    start: number,
    window: number,
    energy: number,
    factor: number,
    out: Floats,
    delays: number,
  ): void;

  /**
   * Finds peaks: indices from `from` to `to` of values of at least `least`, not below the previous one and above the
   * next. Returns their number.
   */
  peaks(values: Floats, from: number, to: number, least: number, out: Int32Array): number;

  /** Three maximum filters of `count` amplitudes, stored one after the other: over 2, 4 and 8 values. */
  maxima(amplitude: Floats, count: number, filtered: Floats): void;
  /** Sums of eight values each, by index. */
  sumEight(values: Floats, indices: Int32Array, count: number, out: Floats, to: number): void;
  /** Values by index, and the maximum of each and its neighbours; both rows start at `to`. */
  pick(values: Floats, indices: Int32Array, count: number, out: Floats, maxima: Floats, to: number): void;
  /**
   * Sum of the positive rises of `count` values, dB, with `floor` added to both. `count` is a multiple of four.
   */
  sumOfRises(now: Floats, nowAt: number, then: Floats, thenAt: number, floor: number, count: number): number;
  /** Rises of `count` values, dB, plus `offset`. */
  rises(
    values: Floats,
    now: number,
    then: number,
    floor: number,
    offset: number,
    count: number,
    out: Floats,
    to: number,
  ): void;
  /** Adds `sign` times the absolute values of `count` values to running sums. */
  accumulateAbsolute(values: Floats, from: number, sign: number, count: number, sums: Float64Array): void;
  /** Values divided by `floor` plus `share` of their running sums. */
  normaliseByFluctuation(
    values: Floats,
    from: number,
    sums: Float64Array,
    floor: number,
    share: number,
    count: number,
    out: Floats,
  ): void;

  /**
   * One step of the note decoder for `count` pitch bins. `recent` has the rises of the two steps before, in rows of
   * `row`;
   * `best` is the best score so far; `pathBin` is the pitch of the path in bins, negative where unvoiced. Returns the best
   * bin, the lowest of equal ones.
   */
  decodeStep(
    states: NoteStates,
    costs: NoteCosts,
    rises: Float32Array,
    saliences: Float32Array,
    recent: Float32Array,
    row: number,
    count: number,
    step: number,
    best: number,
    pathBin: number,
  ): number;

  /** The logarithms to base 10 of 1 plus `gain` times the amplitudes of `count` powers. */
  logs(power: Floats, gain: number, count: number, out: Floats, to: number): void;
  /**
   * Sum of the rises of `count` values from `now` on over the maximum of the value from `then` on and its neighbours.
   * `count` is a multiple of four.
   */
  flux(values: Floats, now: number, then: number, count: number): number;

  /** Prepares templates; reuses the memory of `previous`. */
  templates(dictionary: Dictionary, previous?: Templates): Templates;
  /** Fits magnitudes by amounts of the templates, starting from the given amounts. */
  decompose(templates: Templates, magnitude: Floats, amount: Floats, fit: Fit): void;
}
