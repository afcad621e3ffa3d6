import { Network } from '../../dsp/network.ts';
import { REPEAT_FEATURE_COUNT } from './repeatFeatures.ts';
import { WEIGHTS } from './repeatClassifier.weights.ts';

/**
 * Network that estimates whether a note is repeated at a candidate (repeatFeatures.ts). Trained by
 * bench/training/ on generated melodies.
 */
const network = new Network(WEIGHTS, REPEAT_FEATURE_COUNT);

/** Certainty of a repeat, 0 to 1. */
export const classifyRepeat = (features: Float64Array): number => network.classify(features);
