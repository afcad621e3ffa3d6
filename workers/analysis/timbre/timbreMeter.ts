import type { Timbre } from '../values/timbre.ts';
import { hzOfMidi } from '../values/pitch.ts';
import type { Floats, Kernels, Plan } from '../dsp/kernels/kernels.ts';
import { BIN_HZ as SHORT_BIN_HZ, SPECTRUM_BINS } from '../dsp/spectrum.ts';
import type { PitchTrack } from '../monophony/pitchTrack.ts';
import { SAMPLE_RATE, SPECTRAL_SHAPE, steps } from '../parameters.ts';
import { PITCH } from '../monophony/parameters.ts';
import type { NoteEvent, SpectralShape } from '../types.ts';
import { attackOf } from './attack.ts';
import { measureContour } from './contour.ts';
import { harmonicityOf } from './harmonicity.ts';
import { OvertoneTable } from './overtoneTable.ts';
import { TIMBRE } from './parameters.ts';
import { median, weightedMedian } from './medians.ts';
import { roughnessOf } from './roughness.ts';

/**
 * Measures the timbre of a sound while it comes in. Overtones come from one voiced step out of four, from the spectrum
 * that each step has anyway; everything else comes from one out of twenty, from a longer spectrum. Both are buffered
 * until the pitch path has decided the pitch of the step. The results are medians over the frames (Peeters et al.
 * 2011). Attack and vibrato come from the notes, the pitch track and the power of the steps, centroid and flatness from
 * Meyda.
 */

const WINDOW_SAMPLES = TIMBRE.window;
const BIN_COUNT = WINDOW_SAMPLES / 2 + 1;
const BIN_HZ = SAMPLE_RATE / WINDOW_SAMPLES;
const WARM_BIN = Math.round(TIMBRE.warm / BIN_HZ);
const FIRST_BIN = Math.ceil(TIMBRE.lowest / BIN_HZ);
const LAST_BIN = Math.floor(TIMBRE.highest / BIN_HZ);
/** Maximum number of steps that the path has not decided yet. */
const MAX_UNDECIDED_STEPS = steps(PITCH.lag + PITCH.batch);

interface Frame {
  step: number;
  power: Floats;
  shape: SpectralShape | null;
}

/** Buffers the spectra of one step out of `every`, of `bins` bins, until their pitch is decided. */
class PendingSteps {
  readonly #every: number;
  readonly #frames: Frame[];

  constructor(every: number, bins: number, kernels: Kernels) {
    this.#every = every;
    this.#frames = Array.from({ length: Math.ceil(MAX_UNDECIDED_STEPS / every) + 2 }, () => ({
      step: -1,
      power: kernels.floats(bins),
      shape: null,
    }));
  }

  /** The frame to fill for a step, or null if this step is not measured. */
  begin(step: number): Frame | null {
    if (step % this.#every !== 0) return null;
    const frame = this.#frames[(step / this.#every) % this.#frames.length]!;
    frame.step = step;
    return frame;
  }

  /** The frame that was filled for a step, or null. */
  of(step: number): Frame | null {
    if (step % this.#every !== 0) return null;
    const frame = this.#frames[(step / this.#every) % this.#frames.length]!;
    return frame.step === step ? frame : null;
  }
}

export class TimbreMeter {
  readonly #kernels: Kernels;
  readonly #plan: Plan;
  readonly #window: Floats;
  readonly #short: PendingSteps;
  readonly #long: PendingSteps;
  #decided = 0;
  readonly #overtones = new OvertoneTable();
  readonly #centroids: number[] = [];
  readonly #brightnesses: number[] = [];
  readonly #flatnesses: number[] = [];
  readonly #warmths: number[] = [];
  readonly #harmonicities: number[] = [];
  readonly #roughnesses: number[] = [];

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#plan = kernels.plan(WINDOW_SAMPLES);
    this.#window = kernels.constants(
      Array.from(
        { length: WINDOW_SAMPLES },
        (_, i) => (2 / WINDOW_SAMPLES) * (1 - Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW_SAMPLES)),
      ),
    );
    this.#short = new PendingSteps(TIMBRE.every, SPECTRUM_BINS, kernels);
    this.#long = new PendingSteps(SPECTRAL_SHAPE.every, BIN_COUNT, kernels);
  }

  /** Adds the step number `step` by the amplitudes of its short spectrum. */
  add(step: number, amplitude: Floats): void {
    const power = this.#short.begin(step)?.power;
    if (power !== undefined) for (let k = 0; k < SPECTRUM_BINS; k++) power[k] = amplitude[k]! * amplitude[k]!;
  }

  /** Adds Meyda's features of a step, and the samples around its `centre`. */
  addLong(step: number, samples: Floats, centre: number, shape: SpectralShape): void {
    const slot = this.#long.begin(step);
    if (slot === null) return;
    this.#kernels.power(this.#plan, samples, centre - WINDOW_SAMPLES / 2, this.#window, slot.power);
    slot.shape = shape;
  }

  /** Takes the decided pitch of the next step, Hz (0 where unvoiced). */
  decide(hz: number): void {
    const step = this.#decided++;
    if (hz <= 0) return;
    const short = this.#short.of(step);
    if (short !== null && hz >= TIMBRE.deep) this.#overtones.add(short.power, SHORT_BIN_HZ, hz);
    const long = this.#long.of(step);
    if (long !== null) this.#addDecided(long.power, long.shape!, hz);
  }

  #addDecided(power: Floats, shape: SpectralShape, hz: number): void {
    this.#overtones.addSpectrum(power, BIN_HZ);
    if (hz < TIMBRE.deep) this.#overtones.add(power, BIN_HZ, hz);
    this.#centroids.push(shape.centroid);
    this.#brightnesses.push(shape.centroid / hz);
    this.#flatnesses.push(shape.flatness);
    let warm = 0;
    let all = 0;
    for (let k = FIRST_BIN; k <= LAST_BIN; k++) {
      all += power[k]!;
      if (k < WARM_BIN) warm += power[k]!;
    }
    if (all === 0) return;
    this.#warmths.push(warm / all);
    this.#roughnesses.push(roughnessOf(power, BIN_HZ));
    const harmonicity = harmonicityOf(power, BIN_HZ, hz);
    if (harmonicity !== null) this.#harmonicities.push(harmonicity);
  }

  /**
   * The timbre of a sound with these notes; null if nothing was voiced. In chords (`chords`) the pitch track follows no
   * single voice: only the noise is measured with it.
   */
  timbre(notes: readonly NoteEvent[], track: PitchTrack, chords: boolean): Timbre | null {
    const centroid = median(this.#centroids);
    const flatness = median(this.#flatnesses);
    const warmth = median(this.#warmths);
    const roughness = median(this.#roughnesses);
    const pitch = weightedMedian(notes.map(({ midi, onset, offset }) => ({ value: midi, weight: offset - onset })));
    if (centroid === null || flatness === null || warmth === null || roughness === null || pitch === null) return null;
    const { vibrato, wander } = chords
      ? { vibrato: null, wander: null }
      : measureContour(notes, track.hz, track.length);
    return {
      centroid,
      brightness: chords ? centroid / hzOfMidi(pitch) : median(this.#brightnesses)!,
      warmth,
      flatness,
      harmonicity: median(this.#harmonicities),
      roughness,
      attack: attackOf(notes, track.power, track.length),
      vibrato,
      wander,
      overtones: this.#overtones.overtones(notes, chords),
    };
  }
}
