import { PARAMETERS } from './parameters.ts';
import { PITCH_WINDOWS, type Pitches } from './pitches.ts';
import { SpectrumWindow } from './spectrum.ts';
import type { TextureMeter } from './texture.ts';

const { rate, spectrum, nap: P } = PARAMETERS;
/** From one look to the next, samples at `rate`. */
const LOOK = P.every * spectrum.hop;
const REMEMBERED = LOOK * Math.round((P.remembered * rate) / LOOK);

/**
 * What the polyphonic ear does while one voice sounds: it looks at one pitch spectrum of many, and
 * remembers the last seconds, so that nothing is lost when it turns out that more voices came in. What
 * it saw in these seconds is counted when they are forgotten: until then it may still be heard properly.
 */
export class Nap {
  readonly #pitches: Pitches;
  readonly #texture: TextureMeter;
  readonly #windows = PITCH_WINDOWS.map((size) => new SpectrumWindow(size));
  readonly #powers = this.#windows.map((window) => window.power);
  readonly #frame = new Float64Array(spectrum.window);
  readonly #memory = new Float32Array(REMEMBERED);
  #filled = 0;
  /** Samples since the last look. */
  #since = 0;
  /** What was seen of the sound in the memory, oldest first. */
  #verdicts: number[] = [];
  /** Whether the whole nap is in the memory. */
  remembersAll = true;

  constructor(pitches: Pitches, texture: TextureMeter) {
    this.#pitches = pitches;
    this.#texture = texture;
  }

  /** Takes samples, of which a look's distance must be a multiple. */
  push(samples: Float32Array): void {
    if (this.#filled === REMEMBERED) {
      this.#memory.copyWithin(0, LOOK);
      this.#filled -= LOOK;
      this.#texture.count(this.#verdicts.shift()!, P.every);
      this.remembersAll = false;
    }
    this.#memory.set(samples, this.#filled);
    this.#filled += samples.length;
    this.#since += samples.length;
    if (this.#since >= LOOK) this.#look();
  }

  /** Ends the nap; returns what is remembered. */
  end(): Float32Array {
    const remembered = this.#memory.slice(0, this.#filled);
    this.#filled = 0;
    this.#since = 0;
    this.#verdicts = [];
    this.remembersAll = true;
    return remembered;
  }

  /** Ends the sound: counts what was seen last. */
  settle(): void {
    for (const verdict of this.#verdicts) this.#texture.count(verdict, P.every);
    this.#verdicts = [];
  }

  #look(): void {
    this.#since = 0;
    const frame = this.#frame;
    const from = this.#filled - frame.length;
    for (let i = 0; i < frame.length; i++) frame[i] = this.#memory[from + i]!;
    for (const window of this.#windows) window.transform(frame);
    const pitches = this.#pitches;
    pitches.forget();
    pitches.explain(this.#powers, P.every);
    this.#verdicts.push(this.#texture.look(pitches.activation, pitches.total, P.every));
  }
}
