import { gaussian } from '../../tests/fixtures/synthesis.ts';
import type { Random } from '../../src/core/values/random.ts';
import { SCALE } from '../../workers/ear/analysis/dsp/network.ts';

/** A network with one hidden layer, trained by Adam (Kingma & Ba 2015) on the cross entropy. */

export interface Example {
  values: Float32Array | Float64Array;
  isRight: boolean;
}

const RATE = 0.002;
const BATCH = 128;
const DECAY = 1e-4;

export interface Trained {
  judge(values: Float32Array | Float64Array): number;
  /** For workers/ear/analysis/dsp/network.ts. */
  weights: Float64Array;
}

/** @param keptWrong share of all wrong examples that are among these; the certainty is that for all of them */
export function fit(
  examples: readonly Example[],
  inputs: number,
  hidden: number,
  epochs: number,
  random: Random,
  keptWrong = 1,
): Trained {
  // Inputs are brought to mean 0 and deviation 1; the first layer takes that in at the end.
  const mean = new Float64Array(inputs);
  const deviation = new Float64Array(inputs);
  for (const { values } of examples) for (let i = 0; i < inputs; i++) mean[i]! += values[i]! / examples.length;
  for (const { values } of examples)
    for (let i = 0; i < inputs; i++) deviation[i]! += (values[i]! - mean[i]!) ** 2 / examples.length;
  for (let i = 0; i < inputs; i++) deviation[i] = Math.max(0.05, Math.sqrt(deviation[i]!));
  const scaled = examples.map(({ values }) => values.map((v, i) => (v - mean[i]!) / deviation[i]!));

  // [hidden][inputs + 1], then [hidden + 1].
  const first = hidden * (inputs + 1);
  const size = first + hidden + 1;
  const weights = Float64Array.from({ length: size }, (_, w) =>
    w < first ? gaussian(random) / Math.sqrt(inputs) : gaussian(random) / Math.sqrt(hidden),
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
  const order = examples.map((_, i) => i);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    let loss = 0;
    const rate = RATE * (epoch < epochs * 0.7 ? 1 : 0.2);
    for (let from = 0; from < order.length; from += BATCH) {
      gradient.fill(0);
      const batch = order.slice(from, from + BATCH);
      for (const index of batch) {
        const values = scaled[index]!;
        const target = examples[index]!.isRight ? 1 : 0;
        const out = forward(values);
        loss -= Math.log(Math.max(1e-9, target === 1 ? out : 1 - out));
        const error = (out - target) / batch.length;
        gradient[size - 1]! += error;
        for (let h = 0; h < hidden; h++) {
          gradient[first + h]! += error * layer[h]!;
          const back = error * weights[first + h]! * (1 - layer[h]! ** 2);
          const at = h * (inputs + 1);
          for (let i = 0; i < inputs; i++) gradient[at + i]! += back * values[i]!;
          gradient[at + inputs]! += back;
        }
      }
      step++;
      for (let w = 0; w < size; w++) {
        const g = gradient[w]! + DECAY * weights[w]!;
        moment[w] = 0.9 * moment[w]! + 0.1 * g;
        square[w] = 0.999 * square[w]! + 0.001 * g * g;
        const corrected = moment[w]! / (1 - 0.9 ** step) / (Math.sqrt(square[w]! / (1 - 0.999 ** step)) + 1e-8);
        weights[w]! -= rate * corrected;
      }
    }
    if (epoch % 5 === 4) console.log(`epoch ${epoch + 1}: ${(loss / examples.length).toFixed(4)}`);
  }
  weights[size - 1]! += Math.log(keptWrong);
  const folded = weights.slice();
  for (let h = 0; h < hidden; h++) {
    const at = h * (inputs + 1);
    for (let i = 0; i < inputs; i++) {
      folded[at + i] = weights[at + i]! / deviation[i]!;
      folded[at + inputs]! -= (weights[at + i]! * mean[i]!) / deviation[i]!;
    }
  }
  return {
    judge: (values) => forward(values.map((v, i) => (v - mean[i]!) / deviation[i]!)),
    weights: folded,
  };
}

/** A module of weights, which names the script of this folder that trained them. */
export function sourceOf(script: string, weights: Readonly<Record<string, Float64Array>>): string {
  const lists = Object.entries(weights).flatMap(([name, values]) => {
    const stored = Int16Array.from(values, (v) => Math.max(-32768, Math.min(32767, Math.round(v * SCALE))));
    const lines = Buffer.from(stored.buffer)
      .toString('base64')
      .match(/.{1,110}/g)!;
    return [`export const ${name} = [`, ...lines.map((line) => `  '${line}',`), "].join('');"];
  });
  return [
    `/** Written by bench/judge/${script}: 16 bits each in steps of 1/1024, little endian, as base64. */`,
    ...lists,
    '',
  ].join('\n');
}
