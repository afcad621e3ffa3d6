import type { AnalysisClient } from '../analysis/analysisClient.ts';
import { beginAnalysis } from '../analysis/analysisTask.ts';
import type { Recording } from '../recording/recordingSession.ts';
import { readSound } from './readSound.ts';

/**
 * Opens a sound or video file, which must hold sound of a supported length. Begins its analysis at once, to shorten the
 * wait after Create Fragrance.
 * @throws coded `SoundFileError`
 */
export async function openSoundFile(
  client: AnalysisClient,
  file: Blob,
  signal: AbortSignal,
  id: string,
): Promise<Recording> {
  const { blob, sound, duration, isPartial } = await readSound(file, signal);
  const analysis = beginAnalysis(client, blob, duration, { decoded: sound });
  return { id, blob, duration, analysis, isPartial, capture: null };
}
