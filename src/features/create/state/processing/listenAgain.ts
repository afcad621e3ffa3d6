import { analysisClient } from '#features/create/audio/analysis/analysisClient.ts';
import { beginAnalysis } from '#features/create/audio/analysis/analysisTask.ts';
import { readDuration } from '#features/create/audio/analysis/decode.ts';
import { recordingBytes } from '#core/recordings/storedRecordings.ts';
import { notify } from '#core/appState/notices.ts';
import { beginProcessing } from './processing.ts';

/**
 * Analyzes the recording of a fragrance once more, after the engine failed. Resolves to true when the caller should go to
 * the processing screen; to false, with a notice, when this device no longer has the recording.
 */
export async function listenAgain(recordingId: string): Promise<boolean> {
  const recording = await recordingBytes(recordingId);
  if (recording === null) {
    notify({ kind: 'error', title: 'No audio recording available', key: 'playback' });
    return false;
  }
  const seconds = await readDuration(recording).catch(() => 0);
  void beginProcessing({ id: recordingId, analysis: beginAnalysis(analysisClient, recording, seconds) });
  return true;
}
