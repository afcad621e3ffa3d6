import Meyda from 'meyda';
import { RATE, TIMBRE } from '../parameters.ts';
import type { Timbre } from '../types.ts';

/**
 * Spectral centroid and flatness, from Meyda (Rawlinson et al. 2015). Meyda keeps global state whose filter
 * banks ignore later changes of rate or size, so it is configured once, here, with the one rate of the
 * engine. Its features are meaningless near silence, so steps are gated by level first.
 */

let configured = false;

function extract(frame: Float32Array): { centroid: number; flatness: number } | null {
  if (!configured) {
    Meyda.sampleRate = RATE;
    Meyda.bufferSize = TIMBRE.window;
    configured = true;
  }
  const features = Meyda.extract(['spectralCentroid', 'spectralFlatness'], frame);
  const centroid = features?.spectralCentroid;
  const flatness = features?.spectralFlatness;
  if (centroid === undefined || flatness === undefined || !Number.isFinite(centroid) || !Number.isFinite(flatness))
    return null;
  // Meyda gives the centroid in bins.
  return { centroid: (centroid * RATE) / TIMBRE.window, flatness };
}

/** Averages the timbre of the voiced steps of a sound. */
export class TimbreMeter {
  readonly #frame = new Float32Array(TIMBRE.window);
  #count = 0;
  #centroid = 0;
  #flatness = 0;

  /** Adds the step around sample `centre`; `level` is its loudness, dBFS. */
  add(samples: Float64Array, centre: number, level: number): void {
    if (level < TIMBRE.floor) return;
    const start = centre - TIMBRE.window / 2;
    this.#frame.set(samples.subarray(start, start + TIMBRE.window));
    const features = extract(this.#frame);
    if (features === null) return;
    this.#count++;
    this.#centroid += features.centroid;
    this.#flatness += features.flatness;
  }

  /** Mean over the steps added; zeros when there was none. */
  mean(): Timbre {
    if (this.#count === 0) return { centroid: 0, flatness: 0 };
    return { centroid: this.#centroid / this.#count, flatness: this.#flatness / this.#count };
  }
}
