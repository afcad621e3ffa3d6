import type { ProcessingInput } from '#features/create/state/processing/processing.ts';
import type { AnalysisResult } from '#analysis/protocol.ts';

/** A result of the engine for one recording. */
export const ANALYSIS_RESULT: AnalysisResult = {
  analysis: {
    source: 'spectral',
    duration: 2,
    notes: [{ midi: 60, cents: 3, onset: 0, offset: 1, confidence: 1, velocity: 0.5 }],
    f0: [],
    essence: ['C4', 'C5', 'G5'],
    complexity: 20,
    tuning: { cents: 3, confidence: 1 },
    level: { peak: -6, rms: -12 },
    spectralShape: { centroid: 900, flatness: 0.1 },
    timbre: null,
    silent: false,
  },
  peaks: [0.1, 0.5],
};

/** A sound that is being analysed. */
export const analyzing = (
  result: Promise<AnalysisResult>,
  recordingId = 'rec',
): ProcessingInput & { cancelled: number } => {
  const sound = {
    id: recordingId,
    cancelled: 0,
    analysis: { result, progress: () => 0.5, cancel: () => void sound.cancelled++ },
  };
  return sound;
};

/** A sound that was analysed. */
export const analyzedSound = (): ProcessingInput => analyzing(Promise.resolve(ANALYSIS_RESULT));
