import { Network } from '../../dsp/network.ts';
import { CHORD_FEATURE_COUNT } from './chordFeatures.ts';
import { WEIGHTS } from './chordClassifier.weights.ts';

/**
 * Network with one hidden layer that estimates whether a candidate of the ChordTracker is in the sound. Trained by
 * bench/training/ on generated sound.
 */
const network = new Network(WEIGHTS, CHORD_FEATURE_COUNT);

/** Certainty that the note is in the sound, 0 to 1. @param features of chordFeatures.ts */
export const classifyChordNote = (features: Float64Array): number => network.classify(features);
