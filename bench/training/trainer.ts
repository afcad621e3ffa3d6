import { randomBetween, seededRandom } from '#core/values/random.ts';
import { Network } from '#analysis/dsp/network.ts';
import { fit, storedOf, type Shape } from './network.ts';
import type { Studio } from './sounds.ts';

/** Trains a network, and compares it with the one in use. */

/** Input of a network with its label; `isRight` is null for one without a label. */
export interface Candidate {
  values: Float32Array | Float64Array;
  isRight: boolean | null;
}

/** Candidates of one sound. */
export interface Heard {
  candidates: Candidate[];
  /** Number of labelled notes or repeats of the sound, found or not. */
  labels: number;
}

/** A network of the engine. */
export interface Trainer extends Shape {
  /** The module of its weights from the root of the repository, its export, and the weights in use. */
  module: string;
  name: string;
  inUse: string;
  /** Number of sounds for the training, and of passes over their candidates. */
  sounds: number;
  epochs: number;
  /** One in so many sounds is not used for training, but for scoring. */
  apart: number;
  /** Share of the wrong candidates for the training. */
  keptWrong: number;
  /** Makes sound number `i`, the same each time, and analyses it. */
  hear(i: number, studio: Studio): Heard;
}

/** Certainties from which candidates are accepted. */
const ACCEPTANCE_LIMITS = [0.3, 0.5, 0.7, 0.9];

function scoreOf(stored: string, inputs: number, heard: readonly Heard[]): string {
  const network = new Network(stored, inputs);
  const labels = heard.reduce((sum, one) => sum + one.labels, 0);
  const judged = heard.flatMap(({ candidates }) =>
    candidates.map(({ values, isRight }) => ({ certainty: network.classify(values), isRight })),
  );
  return ACCEPTANCE_LIMITS.map((limit) => {
    const accepted = judged.filter(({ certainty }) => certainty >= limit);
    const right = accepted.filter(({ isRight }) => isRight === true).length;
    return ((200 * right) / (accepted.length + labels)).toFixed(1);
  }).join(', ');
}

/**
 * Trains a network on the candidates of sounds 0, 1, 2 and so on.
 * @returns its weights as they are stored, and lines about it and the one in use: F1 of the sounds for scoring
 */
export function train(trainer: Trainer, heard: readonly Heard[], epochs: number): { stored: string; report: string[] } {
  const isApart = (i: number): boolean => i % trainer.apart === trainer.apart - 1;
  const apart = heard.filter((_, i) => isApart(i));
  const drawn = seededRandom('wrong');
  const examples = heard
    .filter((_, i) => !isApart(i))
    .flatMap(({ candidates }) =>
      candidates.flatMap(({ values, isRight }) =>
        isRight === null || (!isRight && randomBetween(0, 1, drawn) >= trainer.keptWrong) ? [] : [{ values, isRight }],
      ),
    );
  const stored = storedOf(fit(examples, trainer, epochs, seededRandom('weights'), trainer.keptWrong));
  return {
    stored,
    report: [
      `${examples.length} candidates, ${examples.filter(({ isRight }) => isRight).length} right.`,
      `F1 of ${apart.length} sounds kept apart, accepted from ${ACCEPTANCE_LIMITS.join(', ')}:`,
      `  trained now  ${scoreOf(stored, trainer.inputs, apart)}`,
      `  in use       ${scoreOf(trainer.inUse, trainer.inputs, apart)}`,
    ],
  };
}
