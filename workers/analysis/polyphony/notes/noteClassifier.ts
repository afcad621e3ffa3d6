import { Network } from '../../dsp/network.ts';
import { FEATURE_COUNT } from './noteFeatures.ts';
import { WEIGHTS } from './noteClassifier.weights.ts';

/**
 * Network with one hidden layer that estimates whether a candidate of the polyphonic transcriber is in the sound.
 * Trained by bench/training/ on generated sound. Separates cases that rules on single ratios cannot, such as the upper
 * note of an octave from a strong second partial, by combining the ratios.
 */
const network = new Network(WEIGHTS, FEATURE_COUNT);

/** Certainty that the note is in the sound, 0 to 1. @param features of noteFeatures.ts */
export const classifyNote = (features: Float64Array): number => network.classify(features);
