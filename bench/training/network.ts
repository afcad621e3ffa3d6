import type { Random } from '#core/values/random.ts';
import { gaussian } from '#tests/fixtures/synthesis.ts';
import { WEIGHT_SCALE } from '#analysis/dsp/network.ts';

/** A network with one hidden layer, trained by Adam (Kingma & Ba 2015) on the cross entropy. */

export interface Example {
  values: Float32Array | Float64Array;
  isRight: boolean;
}

export interface Shape {
  inputs: number;
  hidden: number;
}

const LEARNING_RATE = 0.002;
const BATCH_SIZE = 128;
const WEIGHT_DECAY = 1e-4;

/** Mean and deviation of each input over the examples. */
function scalesOf(examples: readonly Example[], inputs: number): { mean: Float64Array; deviation: Float64Array } {
  const mean = new Float64Array(inputs);
  const deviation = new Float64Array(inputs);
  for (const { values } of examples) for (let i = 0; i < inputs; i++) mean[i]! += values[i]! / examples.length;
  for (const { values } of examples)
    for (let i = 0; i < inputs; i++) deviation[i]! += (values[i]! - mean[i]!) ** 2 / examples.length;
  return { mean, deviation: deviation.map((square) => Math.max(0.05, Math.sqrt(square))) };
}

/**
 * The weights for workers/analysis/dsp/network.ts: a row for each hidden unit and one for the output, each followed by
 * its bias.
 * @param keptWrong share of all wrong examples that are among these; the certainty is that for all of them
 */
export function fit(
  examples: readonly Example[],
  { inputs, hidden }: Shape,
  epochs: number,
  random: Random,
  keptWrong: number,
): Float64Array {
  // Inputs are brought to mean 0 and deviation 1; the first layer takes that in at the end.
  const { mean, deviation } = scalesOf(examples, inputs);
  const scaled = examples.map(({ values }) => values.map((v, i) => (v - mean[i]!) / deviation[i]!));
  const first = hidden * (inputs + 1);
  const size = first + hidden + 1;
  const weights = Float64Array.from(
    { length: size },
    (_, w) => gaussian(random) / Math.sqrt(w < first ? inputs : hidden),
  );
  const gradient = new Float64Array(size);
  const moment = new Float64Array(size);
  const square = new Float64Array(size);
  const layer = new Float64Array(hidden);
  const forward = (values: ArrayLike<number>): number => {
    let out = weights[size - 1]!;
    for (let h = 0; h < hidden; h++) {
      const at = h * (inputs + 1);
      let sum = weights[at + inputs]!;
      for (let i = 0; i < inputs; i++) sum += weights[at + i]! * values[i]!;
      layer[h] = Math.tanh(sum);
      out += weights[first + h]! * layer[h]!;
    }
    return 1 / (1 + Math.exp(-out));
  };
  /** Adds the gradient of an example. */
  const learn = (values: ArrayLike<number>, target: number, share: number): void => {
    const error = (forward(values) - target) * share;
    gradient[size - 1]! += error;
    for (let h = 0; h < hidden; h++) {
      gradient[first + h]! += error * layer[h]!;
      const back = error * weights[first + h]! * (1 - layer[h]! ** 2);
      const at = h * (inputs + 1);
      for (let i = 0; i < inputs; i++) gradient[at + i]! += back * values[i]!;
      gradient[at + inputs]! += back;
    }
  };
  const order = examples.map((_, i) => i);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    const rate = LEARNING_RATE * (epoch < epochs * 0.7 ? 1 : 0.2);
    for (let from = 0; from < order.length; from += BATCH_SIZE) {
      gradient.fill(0);
      const batch = order.slice(from, from + BATCH_SIZE);
      for (const index of batch) learn(scaled[index]!, examples[index]!.isRight ? 1 : 0, 1 / batch.length);
      step++;
      for (let w = 0; w < size; w++) {
        const g = gradient[w]! + WEIGHT_DECAY * weights[w]!;
        moment[w] = 0.9 * moment[w]! + 0.1 * g;
        square[w] = 0.999 * square[w]! + 0.001 * g * g;
        weights[w]! -= (rate * (moment[w]! / (1 - 0.9 ** step))) / (Math.sqrt(square[w]! / (1 - 0.999 ** step)) + 1e-8);
      }
    }
  }
  weights[size - 1]! += Math.log(keptWrong);
  for (let h = 0; h < hidden; h++) {
    const at = h * (inputs + 1);
    for (let i = 0; i < inputs; i++) {
      weights[at + i]! /= deviation[i]!;
      weights[at + inputs]! -= weights[at + i]! * mean[i]!;
    }
  }
  return weights;
}

/** Weights as the engine stores them: 16 bits each in steps of 1 / WEIGHT_SCALE, little endian, as base64. */
export const storedOf = (weights: Float64Array): string =>
  Buffer.from(
    Int16Array.from(weights, (v) => Math.max(-32768, Math.min(32767, Math.round(v * WEIGHT_SCALE)))).buffer,
  ).toString('base64');

/** The module of stored weights. */
export const sourceOf = (network: string, name: string, stored: string): string =>
  [
    `/** Written by \`npm run bench:training -- ${network}\`: 16 bits each in steps of 1/1024, little endian, as base64. */`,
    `export const ${name} = [`,
    ...stored.match(/.{1,110}/g)!.map((line) => `  '${line}',`),
    "].join('');\n",
  ].join('\n');
