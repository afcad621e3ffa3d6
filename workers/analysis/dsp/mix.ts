/**
 * Mixes channels to mono: their mean. If the channels cancel each other (a microphone wired with inverted phase), uses
 * the loudest channel alone, as the mean would be silence.
 */

/** The channels cancel each other if their mean has less than this share of their mean energy. */
const CANCELLATION_LIMIT = 0.1;

/** Mixes channels of equal length to mono; an empty list gives no samples. Non-finite samples count as 0. */
export function mixToMono(channels: readonly Float32Array[]): Float32Array {
  const first = channels[0];
  if (first === undefined) return new Float32Array(0);
  if (channels.length === 1) return first;
  const length = Math.min(...channels.map((channel) => channel.length));
  const mixed = new Float32Array(length);
  const energies = channels.map(() => 0);
  let mixedEnergy = 0;
  for (let i = 0; i < length; i++) {
    let sum = 0;
    for (let c = 0; c < channels.length; c++) {
      const value = channels[c]![i]!;
      const sample = Number.isFinite(value) ? value : 0;
      sum += sample;
      energies[c]! += sample * sample;
    }
    const mean = sum / channels.length;
    mixed[i] = mean;
    mixedEnergy += mean * mean;
  }
  const meanEnergy = energies.reduce((a, b) => a + b, 0) / channels.length;
  if (mixedEnergy >= CANCELLATION_LIMIT * meanEnergy) return mixed;
  return channels[energies.indexOf(Math.max(...energies))]!.subarray(0, length);
}

/** @throws TypeError for samples in another form than 32-bit floats: they would be analysed at a wrong level */
export function refuseOtherSamples(samples: unknown): void {
  const form = Object.prototype.toString.call(samples).slice(8, -1);
  if (form !== 'Float32Array')
    throw new TypeError(`Samples are a Float32Array of values from -1 to 1, not of the type ${form}.`);
}
