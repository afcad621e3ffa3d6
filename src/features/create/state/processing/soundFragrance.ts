import type { AnalysisResult } from '#analysis/protocol.ts';
import { storedUrl } from '#core/recordings/storedRecordings.ts';
import { fragranceOfAnalysis } from '#features/fragrance/domain/timbre/analysisFragrance.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';

/**
 * Converts an analysed sound to a fragrance, bound to its recording. Loaded on demand: it needs the whole catalogue.
 * @throws RangeError when the analysis found no note
 */
export function fragranceOfSound(
  { analysis, peaks, engineFailure }: AnalysisResult,
  recordingId: string,
  now: Date,
): Fragrance {
  const fragrance = fragranceOfAnalysis(analysis, peaks, { now, audioData: storedUrl(recordingId) ?? undefined });
  return { ...fragrance, recordingId, ...(engineFailure === undefined ? {} : { engineFailed: true }) };
}
