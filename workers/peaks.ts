/** Number of slices in the waveform of a whole recording. */
export const PEAK_SLICES = 240;

/** Largest absolute sample (0 to 1) of each of 240 equal slices; slices shorter than a sample share one. */
export function displayPeaks(samples: Float32Array): number[] {
  return Array.from({ length: PEAK_SLICES }, (_, slice) => {
    const from = Math.floor((slice * samples.length) / PEAK_SLICES);
    const to = Math.max(from + 1, Math.floor(((slice + 1) * samples.length) / PEAK_SLICES));
    let peak = 0;
    for (let i = from; i < to && i < samples.length; i++) {
      const value = Math.abs(samples[i]!);
      if (value > peak) peak = value;
    }
    return Math.min(1, peak);
  });
}

/** Block length of the level measurement, s. */
const BLOCK_SECONDS = 0.01;
/** Power at -50 dBFS (a full-scale sine is 0 dBFS): 10 dB above the limit of silence, as a safe distance. */
const CLEARLY_HEARD = 0.5 * 10 ** -5;

/** True when 10 ms of the sound are clearly not silent; false leaves the decision to the analysis. */
export function clearlyHeard(samples: Float32Array, sampleRate: number): boolean {
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
    if (squares / length - (sum / length) ** 2 > CLEARLY_HEARD) return true;
  }
  return false;
}
