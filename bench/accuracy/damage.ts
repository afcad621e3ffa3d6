/** Degradations of a sound: by a telephone line, by clipping, by a low recording level. */

/** Biquad coefficients by Bristow-Johnson's Audio EQ Cookbook, Q 0.707. */
function filter(sound: Float32Array, sampleRate: number, kind: 'low' | 'high', hz: number): Float32Array {
  const w = (2 * Math.PI * hz) / sampleRate;
  const alpha = Math.sin(w) / Math.SQRT2;
  const cos = Math.cos(w);
  const b1 = kind === 'low' ? 1 - cos : -(1 + cos);
  const b0 = Math.abs(b1) / 2;
  const a0 = 1 + alpha;
  const result = new Float32Array(sound.length);
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (const [i, x] of sound.entries()) {
    const y = (b0 * x + b1 * x1 + b0 * x2 + 2 * cos * y1 - (1 - alpha) * y2) / a0;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    result[i] = y;
  }
  return result;
}

/**
 * The band of a telephone, 300 to 3400 Hz, 24 dB an octave at both edges; voicemail and radios are `steep` below, 48 dB
 * an octave.
 */
export function telephone(sound: Float32Array, sampleRate: number, steep = false): Float32Array {
  let band = filter(filter(sound, sampleRate, 'low', 3400), sampleRate, 'low', 3400);
  // A biquad falls by 12 dB an octave.
  for (let fallen = 0; fallen < (steep ? 48 : 24); fallen += 12) band = filter(band, sampleRate, 'high', 300);
  return band;
}

/** Hard clipping `decibels` below the peak, normalised. */
export function clip(sound: Float32Array, decibels: number): Float32Array {
  const peak = sound.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  const limit = peak * 10 ** (-decibels / 20);
  return sound.map((x) => Math.max(-limit, Math.min(limit, x)) * (0.98 / limit));
}

/** Attenuated by `decibels`. */
export const attenuate = (sound: Float32Array, decibels: number): Float32Array =>
  sound.map((x) => x * 10 ** (-decibels / 20));
