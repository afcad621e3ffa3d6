import { analysisClient } from '#features/create/audio/analysis/analysisClient.ts';
import { beginAnalysis } from '#features/create/audio/analysis/analysisTask.ts';
import { readDuration } from '#features/create/audio/analysis/decode.ts';
import { recordingBytes } from '#core/recordings/storedRecordings.ts';
import { nextPaint } from '#core/lifetime/nextPaint.ts';
import { notify } from '#core/appState/notices.ts';
import { stopPlaying } from '#features/instruments/state/playback/player.ts';
import { beginProcessing } from './processing.ts';
import { recorder, current } from '../recording/recordingState.ts';
import { storeRecording } from '../recording/storeRecording.ts';
import { withTimeout } from '#core/lifetime/withTimeout.ts';

/** Longest wait of Create Fragrance for the check of silence, ms; after that the processing screen shows it. */
const SILENCE_KNOWN_WITHIN_MS = 1500;

/**
 * Create Fragrance: checks for silence and hands the sound to the processing screen while the recording is uploaded
 * in the background (docs/decisions.md, 21). Resolves to true when the caller should go there.
 */
export async function createFragrance(): Promise<boolean> {
  if (recorder.creating) return false;
  if (current.recording === null || recorder.recordingState !== 'recorded') {
    notify({ kind: 'error', title: 'No Audio', description: "There's no recorded audio to process.", key: 'create' });
    return false;
  }
  // The analysis was cancelled or failed on the processing screen: the recording is still here, so analyse it again.
  if (current.recording.analysis.failed())
    current.recording = {
      ...current.recording,
      analysis: beginAnalysis(analysisClient, current.recording.blob, current.recording.duration),
    };
  const creating = current.recording;
  const { signal } = current.task;
  recorder.creating = true;
  let going = false;
  try {
    // Paint the press first.
    await nextPaint();
    if (signal.aborted) return false;
    stopPlaying();
    const silent = await withTimeout(creating.analysis.silent, SILENCE_KNOWN_WITHIN_MS, () => null);
    if (signal.aborted) return false;
    if (silent === true) {
      // The create screen shows a sentence in its place (docs/decisions.md, 4).
      recorder.silent = true;
      return false;
    }
    current.handedOver = creating.analysis;
    void beginProcessing(creating);
    // The fragrance and a reset neither wait for the upload nor stop it.
    void storeRecording(creating.id, creating.blob);
    going = true;
    return true;
  } finally {
    // On success the button stays busy until the screen closes.
    if (!signal.aborted && !going) recorder.creating = false;
  }
}

/**
 * Analyzes the recording of a fragrance once more, after the engine failed. Resolves to true when the caller should go
 * to the processing screen; to false, with a notice, when this device no longer has the recording.
 */
export async function reanalyze(recordingId: string): Promise<boolean> {
  const recording = await recordingBytes(recordingId);
  if (recording === null) {
    notify({ kind: 'error', title: 'No audio recording available', key: 'playback' });
    return false;
  }
  const seconds = await readDuration(recording).catch(() => 0);
  void beginProcessing({ id: recordingId, analysis: beginAnalysis(analysisClient, recording, seconds) });
  return true;
}
