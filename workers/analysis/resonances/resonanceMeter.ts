import { hzOfMidi } from '../values/pitch.ts';
import type { Kernels } from '../dsp/kernels/kernels.ts';
import { SAMPLE_RATE } from '../parameters.ts';
import { SpectrumStream } from '../polyphony/spectrum.ts';
import { RESONANCE } from './parameters.ts';

/**
 * Measures the resonances of a sound: the maxima of its long-term spectrum with the weights of hearing. They are the
 * notes of a sound without pitch, such as a clap, rain or wind, and fill the essence of a sound with one or two notes.
 */

const BIN_HZ = SAMPLE_RATE / RESONANCE.window;
const SEMITONE_COUNT = RESONANCE.highest - RESONANCE.lowest + 1;
/** Edges of the semitones, in bins of the spectrum, counted from the lower edge of bin 0. */
const EDGE_BINS = Float64Array.from(
  { length: SEMITONE_COUNT + 1 },
  (_, i) => hzOfMidi(RESONANCE.lowest + i - 0.5) / BIN_HZ + 0.5,
);
const LAST_BIN = Math.ceil(EDGE_BINS[SEMITONE_COUNT]!);
/** Weight of the power of each semitone. */
const SEMITONE_WEIGHTS = Float64Array.from({ length: SEMITONE_COUNT }, (_, i) =>
  aWeighting(hzOfMidi(RESONANCE.lowest + i)),
);
const KERNEL_REACH = Math.ceil(4 * RESONANCE.smoothing);
const SMOOTHING_KERNEL = Float64Array.from({ length: 2 * KERNEL_REACH + 1 }, (_, i) =>
  Math.exp(-(((i - KERNEL_REACH) / RESONANCE.smoothing) ** 2) / 2),
);

/** Power gain of hearing at a quiet level: A-weighting (IEC 61672-1). */
function aWeighting(hz: number): number {
  const f2 = hz * hz;
  const amplitude =
    (12_194 ** 2 * f2 * f2) /
    ((f2 + 20.6 ** 2) * Math.sqrt((f2 + 107.7 ** 2) * (f2 + 737.9 ** 2)) * (f2 + 12_194 ** 2));
  return amplitude * amplitude;
}

export class ResonanceMeter {
  readonly #stream: SpectrumStream;
  /** Sum of the weighted amplitudes of each semitone. */
  readonly #sums = new Float64Array(SEMITONE_COUNT);
  /** Power of the bins below each bin's lower edge. */
  readonly #below = new Float64Array(LAST_BIN + 2);

  constructor(kernels: Kernels) {
    this.#stream = new SpectrumStream([RESONANCE.window], RESONANCE.hop, kernels);
  }

  /** Takes the next samples at `SAMPLE_RATE`. */
  push(samples: Float32Array): void {
    this.#stream.push(samples, this.#add);
  }

  /**
   * Adds the amplitudes, not the powers, of a spectrum, so that a loud moment does not decide alone. Low semitones are
   * narrower than a bin: each has the part of the bin's power that it covers.
   */
  readonly #add = (): void => {
    const power = this.#stream.powers[0]!;
    const below = this.#below;
    for (let bin = 0; bin <= LAST_BIN; bin++) below[bin + 1] = below[bin]! + power[bin]!;
    let before = this.#powerBelow(EDGE_BINS[0]!);
    for (let i = 0; i < SEMITONE_COUNT; i++) {
      const until = this.#powerBelow(EDGE_BINS[i + 1]!);
      this.#sums[i]! += Math.sqrt(SEMITONE_WEIGHTS[i]! * Math.max(0, until - before));
      before = until;
    }
  };

  #powerBelow(edge: number): number {
    const bin = Math.floor(edge);
    const below = this.#below[bin]!;
    return below + (edge - bin) * (this.#below[bin + 1]! - below);
  }

  /** Amplitude so far of the semitone of a pitch, fractional MIDI, as it is and not with the weights of hearing. */
  amplitude(midi: number): number {
    const i = Math.round(midi) - RESONANCE.lowest;
    return i >= 0 && i < SEMITONE_COUNT ? this.#sums[i]! / Math.sqrt(SEMITONE_WEIGHTS[i]!) : 0;
  }

  /** The smoothed spectrum so far by semitone, from `RESONANCE.lowest` on. */
  profile(): Float64Array {
    const sums = this.#sums;
    return Float64Array.from(sums, (_, i) => {
      let sum = 0;
      for (let k = 0; k < SMOOTHING_KERNEL.length; k++) sum += SMOOTHING_KERNEL[k]! * (sums[i + k - KERNEL_REACH] ?? 0);
      return sum;
    });
  }

  /** Ends the sound and returns its profile. Call once. */
  finish(): Float64Array {
    this.push(new Float32Array(RESONANCE.window / 2));
    return this.profile();
  }
}
