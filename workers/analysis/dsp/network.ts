/**
 * Trained networks with one hidden layer, which estimate a certainty from a vector of measurements. The scripts of
 * bench/training train them.
 */

/** Stored weights are 16-bit integers, little endian, in units of 1 / WEIGHT_SCALE. */
export const WEIGHT_SCALE = 1024;

/** Decodes weights from base64. */
function weightsOf(stored: string): Float64Array {
  const bytes = Uint8Array.from(atob(stored), (char) => char.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float64Array.from({ length: bytes.length / 2 }, (_, i) => view.getInt16(2 * i, true) / WEIGHT_SCALE);
}

/**
 * Weighted sum of `inputs` values: the weights start at `at`, their bias follows them. Adds in four independent sums,
 * so that the processor can run additions in parallel.
 */
function weightedSum(weights: Float64Array, at: number, values: ArrayLike<number>, inputs: number): number {
  let a = weights[at + inputs]!;
  let b = 0;
  let c = 0;
  let d = 0;
  let i = 0;
  for (; i + 3 < inputs; i += 4) {
    a += weights[at + i]! * values[i]!;
    b += weights[at + i + 1]! * values[i + 1]!;
    c += weights[at + i + 2]! * values[i + 2]!;
    d += weights[at + i + 3]! * values[i + 3]!;
  }
  for (; i < inputs; i++) a += weights[at + i]! * values[i]!;
  return a + b + (c + d);
}

export class Network {
  readonly #weights: Float64Array;
  readonly #inputs: number;
  readonly #hidden: number;

  /** @param stored a row of weights for each hidden unit and one for the output, each followed by its bias */
  constructor(stored: string, inputs: number) {
    this.#weights = weightsOf(stored);
    this.#inputs = inputs;
    // Weights for another number of inputs give NaN, so that nothing is certain until the training has replaced them.
    this.#hidden = (this.#weights.length - 1) / (inputs + 2);
  }

  /** Certainty, 0 to 1. */
  classify(values: ArrayLike<number>): number {
    const row = this.#inputs + 1;
    const last = this.#hidden * row;
    let out = this.#weights[last + this.#hidden]!;
    for (let h = 0; h < this.#hidden; h++)
      out += this.#weights[last + h]! * Math.tanh(weightedSum(this.#weights, h * row, values, this.#inputs));
    return 1 / (1 + Math.exp(-out));
  }
}
