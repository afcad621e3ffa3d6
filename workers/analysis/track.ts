/** What is kept of each step until the sound ends: sixteen bytes, in arrays that grow by doubling. */
export class Track {
  /** Steps whose pitch is decided. */
  length = 0;
  /** Hz, 0 where unvoiced. */
  hz = new Float32Array(1024);
  clarity = new Float32Array(1024);
  /** Rise of the pitch's own partials, dB. */
  rise = new Float32Array(1024);
  #heard = 0;
  /** Mean square. */
  power = new Float32Array(1024);

  heard(power: number): void {
    if (this.#heard === this.power.length) this.power = doubled(this.power);
    this.power[this.#heard] = power;
    this.#heard++;
  }

  decided(hz: number, clarity: number, rise: number): void {
    if (this.length === this.hz.length) {
      this.hz = doubled(this.hz);
      this.clarity = doubled(this.clarity);
      this.rise = doubled(this.rise);
    }
    this.hz[this.length] = hz;
    this.clarity[this.length] = clarity;
    this.rise[this.length] = rise;
    this.length++;
  }
}

function doubled(array: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(2 * array.length);
  larger.set(array);
  return larger;
}
