/** Number of slices in the waveform of a whole recording. */
const PEAK_SLICES = 240;

/** Length of a column, s. */
const COLUMN_SECONDS = 0.01;

/**
 * The waveform of a recording, from samples that come in any pieces. A recording and a file with the same samples have
 * the same waveform, so both have the columns of the live display, which does not depend on the length of the sound.
 */
export class PeakMeter {
  readonly #columnFrames: number;
  readonly #columns: number[] = [];
  #peak = 0;
  #length = 0;

  constructor(sampleRate: number) {
    this.#columnFrames = Math.max(1, Math.round(COLUMN_SECONDS * sampleRate));
  }

  /** Takes samples; `onColumn` gets the largest absolute sample (0 to 1) of each 10 ms. */
  push(samples: Float32Array, onColumn?: (peak: number) => void): void {
    for (let i = 0; i < samples.length; i++) {
      const value = Math.abs(samples[i]!);
      if (value > this.#peak) this.#peak = value;
      if (++this.#length < this.#columnFrames) continue;
      const peak = Math.min(1, this.#peak);
      this.#columns.push(peak);
      this.#peak = 0;
      this.#length = 0;
      onColumn?.(peak);
    }
  }

  /** Largest column of each of 240 equal slices; slices of a short recording share columns. */
  slices(): number[] {
    const peaks = this.#length > 0 ? [...this.#columns, Math.min(1, this.#peak)] : this.#columns;
    return Array.from({ length: PEAK_SLICES }, (_, slice) => {
      const from = Math.floor((slice * peaks.length) / PEAK_SLICES);
      const to = Math.max(from + 1, Math.ceil(((slice + 1) * peaks.length) / PEAK_SLICES));
      return peaks.slice(from, to).reduce((a, b) => Math.max(a, b), 0);
    });
  }
}

/** The waveform of a whole sound. See {@link PeakMeter}. */
export function displayPeaks(samples: Float32Array, sampleRate: number): number[] {
  const meter = new PeakMeter(sampleRate);
  meter.push(samples);
  return meter.slices();
}

/** Block length of the level measurement, s. */
const BLOCK_SECONDS = 0.01;
/** Power at -50 dBFS (a full-scale sine is 0 dBFS): 10 dB above the limit of silence, as a safe distance. */
const CLEARLY_AUDIBLE_POWER = 0.5 * 10 ** -5;

/** True when 10 ms of the sound are clearly not silent; false leaves the decision to the analysis. */
export function isClearlyAudible(samples: Float32Array, sampleRate: number): boolean {
  const length = Math.max(1, Math.round(BLOCK_SECONDS * sampleRate));
  for (let at = 0; at + length <= samples.length; at += length) {
    let sum = 0;
    let squares = 0;
    for (let i = at; i < at + length; i++) {
      const sample = samples[i]!;
      sum += sample;
      squares += sample * sample;
    }
    // Subtract the mean: a constant offset is inaudible.
    if (squares / length - (sum / length) ** 2 > CLEARLY_AUDIBLE_POWER) return true;
  }
  return false;
}
