/**
 * Mixes a live input to mono: the mean of its channels. While the channels cancel each other (a microphone wired with
 * inverted phase), uses the loudest channel alone, as the mean would be silence.
 */

/** Time over which energies are compared, in render quanta of 128 frames: about 0.2 s at 48 kHz. */
const MEMORY_QUANTA = 75;
/** Energy of the mean relative to the loudest channel: cancelled below -12 dB, in agreement above -9 dB. */
const CANCELLED_RATIO = 10 ** -1.2;
const AGREED_RATIO = 10 ** -0.9;

export class Downmix {
  readonly #energies = new Float64Array(32);
  #meanEnergy = 0;
  #cancelled = false;

  /**
   * Writes the mono mix of one render quantum of `length` frames to the front of `out`. Without channels it is silence.
   * Allocates nothing.
   */
  mix(channels: readonly Float32Array[], out: Float32Array, length: number): void {
    const count = Math.min(channels.length, this.#energies.length);
    if (count === 0) {
      out.fill(0, 0, length);
      return;
    }
    if (count === 1) {
      const only = channels[0]!;
      for (let i = 0; i < length; i++) out[i] = only[i]!;
      return;
    }
    const keep = 1 - 1 / MEMORY_QUANTA;
    let meanEnergy = 0;
    let loudest = 0;
    for (let c = 0; c < count; c++) this.#energies[c]! *= keep;
    for (let i = 0; i < length; i++) {
      let sum = 0;
      for (let c = 0; c < count; c++) {
        const sample = channels[c]![i]!;
        sum += sample;
        this.#energies[c]! += sample * sample;
      }
      const mean = sum / count;
      out[i] = mean;
      meanEnergy += mean * mean;
    }
    this.#meanEnergy = this.#meanEnergy * keep + meanEnergy;
    for (let c = 1; c < count; c++) if (this.#energies[c]! > this.#energies[loudest]!) loudest = c;
    const maxEnergy = this.#energies[loudest]!;
    this.#cancelled =
      maxEnergy > 0 && this.#meanEnergy < maxEnergy * (this.#cancelled ? AGREED_RATIO : CANCELLED_RATIO);
    if (this.#cancelled) {
      const alone = channels[loudest]!;
      for (let i = 0; i < length; i++) out[i] = alone[i]!;
    }
  }
}
