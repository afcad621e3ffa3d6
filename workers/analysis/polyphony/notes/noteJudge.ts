import { Network } from '../../dsp/network.ts';
import { EVIDENCE_LENGTH } from './noteEvidence.ts';
import { WEIGHTS } from './noteJudge.weights.ts';

/**
 * Judges whether a note that the polyphonic transcriber proposes is in the sound, by all that is measured of it: a network with
 * one hidden layer, trained by bench/judge/trainNotes.ts on sound that is made there. What a rule of a few ratios cannot tell, such
 * as an octave's upper note from a strong second partial, it tells from how the ratios go together.
 */
const network = new Network(WEIGHTS, EVIDENCE_LENGTH);

/** How sure it is that the note is in the sound, 0 to 1. @param evidence see noteEvidence.ts */
export const judge = (evidence: Float64Array): number => network.judge(evidence);
