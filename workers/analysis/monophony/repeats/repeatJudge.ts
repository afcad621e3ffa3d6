import { Network, weighted, weightsOf } from '../../dsp/network.ts';
import { REPEAT } from './parameters.ts';
import { REPEAT_EVIDENCE_LENGTH } from './repeatEvidence.ts';
import { LATENESS, WEIGHTS } from './repeatJudge.weights.ts';

/**
 * Network that estimates whether a note is repeated at a candidate (repeatEvidence.ts), and when the repeat began: slow
 * partials rise fastest well after the key was pressed. Trained by bench/judge/trainRepeats.ts on generated melodies.
 */
const network = new Network(WEIGHTS, REPEAT_EVIDENCE_LENGTH);
/** Weights of a linear regression of the delay, in steps of 10 ms. */
const lateness = weightsOf(LATENESS);

/** Certainty of a repeat, 0 to 1. */
export const judgeRepeat = (evidence: Float64Array): number => network.judge(evidence);

/** Delay of the candidate after the beginning of the note, s; negative if the note begins later. */
export function latenessOf(evidence: Float64Array): number {
  const seconds = weighted(lateness, 0, evidence, REPEAT_EVIDENCE_LENGTH) / 100;
  return Math.max(-REPEAT.maxEarly, Math.min(REPEAT.maxLate, seconds));
}
