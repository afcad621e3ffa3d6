import { Network } from '../../dsp/network.ts';
import { REPEAT_EVIDENCE_LENGTH } from './repeatEvidence.ts';
import { WEIGHTS } from './repeatJudge.weights.ts';

/**
 * Network that estimates whether a note is repeated at a candidate (repeatEvidence.ts). Trained by
 * bench/training/ on generated melodies.
 */
const network = new Network(WEIGHTS, REPEAT_EVIDENCE_LENGTH);

/** Certainty of a repeat, 0 to 1. */
export const judgeRepeat = (evidence: Float64Array): number => network.judge(evidence);
