/** Measurements of a rendered sound, for tests and benches. One channel; levels are of samples between -1 and 1. */

/** Loudness of a sound, LUFS (ITU-R BS.1770-4: K-weighted, gated); one channel. */
export function loudnessOf(samples: Float32Array, rate: number): number {
  const weighted = kWeighted(samples, rate);
  const block = Math.round(0.4 * rate);
  const powers: number[] = [];
  for (let start = 0; start + block <= weighted.length; start += block >> 2) {
    let sum = 0;
    for (let i = start; i < start + block; i++) sum += weighted[i]! ** 2;
    powers.push(sum / block);
  }
  const mean = (list: readonly number[]): number => list.reduce((sum, v) => sum + v, 0) / Math.max(1, list.length);
  const lufs = (power: number): number => -0.691 + 10 * Math.log10(power);
  const heard = powers.filter((power) => lufs(power) > -70);
  const gate = lufs(mean(heard)) - 10;
  return lufs(mean(heard.filter((power) => lufs(power) > gate)));
}

/**
 * The two filters of BS.1770, for any rate (coefficients after B. De Man, "Evaluation of Implementations of the EBU
 * R128 Loudness Measurement", AES 2018).
 */
function kWeighted(samples: Float32Array, rate: number): Float32Array {
  const shelf = (): [number[], number[]] => {
    const [gain, q, hz] = [3.999843853973347, 0.7071752369554196, 1681.974450955533];
    const k = Math.tan((Math.PI * hz) / rate);
    const vh = 10 ** (gain / 20);
    const vb = vh ** 0.4996667741545416;
    const a0 = 1 + k / q + k * k;
    return [
      [(vh + (vb * k) / q + k * k) / a0, (2 * (k * k - vh)) / a0, (vh - (vb * k) / q + k * k) / a0],
      [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
    ];
  };
  const highPass = (): [number[], number[]] => {
    const [q, hz] = [0.5003270373238773, 38.13547087602444];
    const k = Math.tan((Math.PI * hz) / rate);
    const a0 = 1 + k / q + k * k;
    return [
      [1, -2, 1],
      [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
    ];
  };
  let sound = samples;
  for (const [b, a] of [shelf(), highPass()]) {
    const out = new Float32Array(sound.length);
    let [x1, x2, y1, y2] = [0, 0, 0, 0];
    for (let i = 0; i < sound.length; i++) {
      const x = sound[i]!;
      const y = b[0]! * x + b[1]! * x1 + b[2]! * x2 - a[0]! * y1 - a[1]! * y2;
      [x2, x1, y2, y1] = [x1, x, y1, y];
      out[i] = y;
    }
    sound = out;
  }
  return sound;
}

/** Amplitude of a frequency over a sound (Goertzel with a Hann window). */
export function amplitudeOf(samples: Float32Array, hz: number, rate: number): number {
  // Both angles are turned from sample to sample: centsOff calls it fifty times for a sound.
  const [turn, fade] = [(2 * Math.PI * hz) / rate, (2 * Math.PI) / samples.length];
  const [turnCos, turnSin, fadeCos, fadeSin] = [Math.cos(turn), Math.sin(turn), Math.cos(fade), Math.sin(fade)];
  let [cos, sin, windowCos, windowSin, re, im] = [1, 0, 1, 0, 0, 0];
  for (let i = 0; i < samples.length; i++) {
    const v = samples[i]! * (1 - windowCos);
    re += v * cos;
    im += v * sin;
    const [nextCos, nextWindow] = [cos * turnCos - sin * turnSin, windowCos * fadeCos - windowSin * fadeSin];
    sin = sin * turnCos + cos * turnSin;
    windowSin = windowSin * fadeCos + windowCos * fadeSin;
    cos = nextCos;
    windowCos = nextWindow;
  }
  return (2 * Math.hypot(re, im)) / samples.length;
}

/** Distance of the partial next to `hz` from it, cents: the peak of the spectrum, to about 0.1 cent. */
export function centsOff(samples: Float32Array, hz: number, rate: number): number {
  const at = (cents: number): number => amplitudeOf(samples, hz * 2 ** (cents / 1200), rate);
  let [best, step] = [0, 8];
  let span = 40;
  while (step > 0.05) {
    let most = -1;
    let found = best;
    for (let cents = best - span; cents <= best + span + 1e-9; cents += step) {
      const level = at(cents);
      if (level > most) [most, found] = [level, cents];
    }
    best = found;
    span = step;
    step /= 4;
  }
  return best;
}

/** The largest step from one sample to the next. */
export function stepOf(samples: Float32Array): number {
  let step = 0;
  for (let i = 1; i < samples.length; i++) step = Math.max(step, Math.abs(samples[i]! - samples[i - 1]!));
  return step;
}

export interface Character {
  /** The middle of the spectrum, Hz (weighted by amplitude), over the first 0.4 s. */
  centroid: number;
  /** From a tenth to nine tenths of the envelope's peak, ms. */
  attack: number;
  /** Share of the power that is not within 3 % of a multiple of the note, 0 to 1. */
  noise: number;
}

export function characterOf(samples: Float32Array, hz: number, rate: number): Character {
  const size = Math.min(16_384, 2 ** Math.floor(Math.log2(samples.length)));
  const power = powerSpectrum(samples.subarray(0, size), size);
  const bin = rate / size;
  let [sum, magnitudes, weighted, beside] = [0, 0, 0, 0];
  for (let i = 2; i < power.length; i++) {
    const f = i * bin;
    const nearest = Math.max(1, Math.round(f / hz)) * hz;
    sum += power[i]!;
    magnitudes += Math.sqrt(power[i]!);
    weighted += Math.sqrt(power[i]!) * f;
    if (Math.abs(f - nearest) > Math.max(0.03 * hz, 3 * bin)) beside += power[i]!;
  }
  const envelope: number[] = [];
  const hop = Math.round(rate / 1000);
  for (let start = 0; start + hop <= samples.length; start += hop) {
    let peak = 0;
    for (let i = start; i < Math.min(samples.length, start + hop * 4); i++)
      peak = Math.max(peak, Math.abs(samples[i]!));
    envelope.push(peak);
  }
  const top = Math.max(...envelope);
  const first = (share: number): number => envelope.findIndex((v) => v >= share * top);
  return { centroid: weighted / magnitudes, attack: first(0.9) - first(0.1), noise: beside / sum };
}

/** Power of each bin up to half the rate, Hann window; `size` is a power of two. */
function powerSpectrum(samples: Float32Array, size: number): Float64Array {
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  for (let i = 0; i < Math.min(size, samples.length); i++) {
    re[i] = samples[i]! * (1 - Math.cos((2 * Math.PI * i) / size));
  }
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) [re[i], re[j]] = [re[j]!, re[i]!];
  }
  for (let length = 2; length <= size; length <<= 1) {
    const angle = (-2 * Math.PI) / length;
    for (let i = 0; i < size; i += length) {
      for (let k = 0; k < length / 2; k++) {
        const [c, s] = [Math.cos(angle * k), Math.sin(angle * k)];
        const [a, b] = [i + k, i + k + length / 2];
        const [xr, xi] = [re[b]! * c - im[b]! * s, re[b]! * s + im[b]! * c];
        [re[b], im[b], re[a], im[a]] = [re[a]! - xr, im[a]! - xi, re[a]! + xr, im[a]! + xi];
      }
    }
  }
  return Float64Array.from({ length: size / 2 }, (_, i) => re[i]! ** 2 + im[i]! ** 2);
}
