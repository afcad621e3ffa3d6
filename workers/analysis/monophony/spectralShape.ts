import Meyda from 'meyda';
import type { Floats } from '../dsp/kernels/kernels.ts';
import { SPECTRAL_SHAPE } from '../parameters.ts';
import { BIN_HZ, SPECTRUM_BINS } from '../dsp/spectrum.ts';
import type { SpectralShape } from '../types.ts';

/**
 * Spectral centroid and flatness by Meyda (Rawlinson et al. 2015), from the spectrum that every step has anyway;
 * Meyda's extractor would compute another transform. Near silence they are meaningless, so steps are gated by level.
 */

type Feature = (input: { ampSpectrum: Floats }) => number;
const { spectralCentroid, spectralFlatness } = Meyda.featureExtractors as {
  spectralCentroid: Feature;
  spectralFlatness: Feature;
};

/** Averages the spectral shape of the voiced steps of a sound. */
export class SpectralShapeMeter {
  #count = 0;
  #centroid = 0;
  #flatness = 0;

  /**
   * Adds a step by the amplitudes of its bins; `level` is its loudness, dBFS. Returns its shape, null below the gate.
   */
  add(amplitude: Floats, level: number): SpectralShape | null {
    if (level < SPECTRAL_SHAPE.floor) return null;
    const ampSpectrum = amplitude.subarray(0, SPECTRUM_BINS - 1);
    // Meyda returns the centroid in bins.
    const centroid = spectralCentroid({ ampSpectrum }) * BIN_HZ;
    const flatness = spectralFlatness({ ampSpectrum });
    if (!Number.isFinite(centroid) || !Number.isFinite(flatness)) return null;
    this.#count++;
    this.#centroid += centroid;
    this.#flatness += flatness;
    return { centroid, flatness };
  }

  /** Mean over the added steps; zeros without any. */
  mean(): SpectralShape {
    if (this.#count === 0) return { centroid: 0, flatness: 0 };
    return { centroid: this.#centroid / this.#count, flatness: this.#flatness / this.#count };
  }
}
