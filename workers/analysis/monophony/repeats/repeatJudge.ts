import { Network, weighted, weightsOf } from '../../dsp/network.ts';
import { REPEAT } from '../../parameters.ts';
import { REPEAT_EVIDENCE_LENGTH } from './repeatEvidence.ts';
import { LATENESS, WEIGHTS } from './repeatJudge.weights.ts';

/**
 * Judges whether a note begins again at a candidate (repeatEvidence.ts), and when it began: partials that rise slowly are
 * fastest well after the key was pressed. Trained by bench/judge/trainRepeats.ts on melodies that are made there.
 */
const network = new Network(WEIGHTS, REPEAT_EVIDENCE_LENGTH);
/** Weights of a linear regression of the lateness, in steps of 10 ms. */
const lateness = weightsOf(LATENESS);

/** How sure it is that the note begins again, 0 to 1. */
export const judgeRepeat = (evidence: Float64Array): number => network.judge(evidence);

/** How long before the candidate the note begins, s; negative if it begins after it. */
export function latenessOf(evidence: Float64Array): number {
  const seconds = weighted(lateness, 0, evidence, REPEAT_EVIDENCE_LENGTH) / 100;
  return Math.max(-REPEAT.maxEarly, Math.min(REPEAT.maxLate, seconds));
}
