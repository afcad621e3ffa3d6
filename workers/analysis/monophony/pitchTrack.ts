import { HOP_SECONDS } from '../parameters.ts';
import type { F0Point } from '../types.ts';

/** Power and pitch of every step so far: 23 bytes per step, in arrays that grow by doubling. */
export class PitchTrack {
  /** Number of steps whose pitch is decided. */
  length = 0;
  /** Hz, 0 where unvoiced. */
  hz = new Float32Array(1024);
  clarity = new Float32Array(1024);
  /** Rise of the partials of the pitch, dB. */
  rise = new Float32Array(1024);
  /** Summed amplitude of the partials of the pitch; where unvoiced, of the last pitch before. */
  level = new Float32Array(1024);
  /** Mean square. */
  power = new Float32Array(1024);
  /** 1 where the step is silent (levelGate.ts), else 0; decided with its pitch. */
  silent = new Uint8Array(1024);
  /** 1 where the spectrum is one voice whose lowest partials are cut (texture/cutVoice.ts), else 0. */
  cutVoice = new Uint8Array(1024);
  /** Mains frequency of a step with hum (mainsHum/mainsHum.ts), Hz; else 0. */
  hum = new Uint8Array(1024);
  /** Number of changes to decided steps: a step becomes unvoiced when it proves to be hum. */
  changes = 0;
  #measured = 0;

  /** Appends the power of the next step; it comes before its pitch. */
  pushPower(power: number): void {
    if (this.#measured === this.power.length) {
      this.power = doubleLength(this.power);
      this.silent = lengthen(this.silent, this.power.length);
      this.cutVoice = lengthen(this.cutVoice, this.power.length);
      this.hum = lengthen(this.hum, this.power.length);
    }
    this.power[this.#measured] = power;
    this.#measured++;
  }

  /** Marks the step whose power came last as one voice whose lowest partials are cut. */
  markCutVoice(): void {
    this.cutVoice[this.#measured - 1] = 1;
  }

  /** Appends the decided pitch of the next step. */
  pushPitch(hz: number, clarity: number, rise: number, level: number): void {
    if (this.length === this.hz.length) {
      this.hz = doubleLength(this.hz);
      this.clarity = doubleLength(this.clarity);
      this.rise = doubleLength(this.rise);
      this.level = doubleLength(this.level);
    }
    this.hz[this.length] = hz;
    this.clarity[this.length] = clarity;
    this.rise[this.length] = rise;
    this.level[this.length] = level;
    this.length++;
  }

  /** The pitch of each step. */
  points(): F0Point[] {
    const { length, hz, clarity } = this;
    return Array.from({ length }, (_, t) => ({ time: t * HOP_SECONDS, hz: hz[t]!, confidence: clarity[t]! }));
  }
}

function doubleLength(array: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const larger = new Float32Array(2 * array.length);
  larger.set(array);
  return larger;
}

function lengthen(array: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(length);
  longer.set(array);
  return longer;
}
