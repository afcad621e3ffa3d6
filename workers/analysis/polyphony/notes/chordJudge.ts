import { Network } from '../../dsp/network.ts';
import { CHORD_EVIDENCE_LENGTH } from './chordEvidence.ts';
import { WEIGHTS } from './chordJudge.weights.ts';

/**
 * Network with one hidden layer that estimates whether a candidate of the ChordTracker is in the sound. Trained by
 * bench/training/ on generated sound.
 */
const network = new Network(WEIGHTS, CHORD_EVIDENCE_LENGTH);

/** Certainty that the note is in the sound, 0 to 1. @param evidence see chordEvidence.ts */
export const judgeChordNote = (evidence: Float64Array): number => network.judge(evidence);
