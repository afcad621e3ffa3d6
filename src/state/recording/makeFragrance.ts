import { analysisClient } from '../../audio/analysis/analysisClient.ts';
import { beginAnalysis } from '../../audio/analysis/analysisTask.ts';
import { nextPaint } from '../../platform/lifetime/nextPaint.ts';
import { notify } from '../shell/notices.ts';
import type { Recording } from '../../audio/recording/recording.ts';
import { stopPlaying } from '../playback/player.ts';
import { beginProcessing, notifySilence } from './processing.ts';
import { held } from './recorderState.ts';
import { recorder } from './recorderView.ts';
import { storeRecording } from './storeRecording.ts';
import { withTimeout } from '../../platform/lifetime/withTimeout.ts';

/** How long Create Fragrance asks whether there is anything to hear; what is not known by then is found out on the processing screen, ms. */
const SILENCE_KNOWN_WITHIN_MS = 1500;

/**
 * Create Fragrance: asks whether there is anything to hear and hands the sound to the processing screen, while the
 * recording goes out beside it (docs/decisions.md, 33). Resolves to true when the caller should go there.
 */
export async function createFragrance(): Promise<boolean> {
  if (recorder.creating) return false;
  if (held.recording === null || recorder.recordingState !== 'recorded') {
    notify({ kind: 'error', title: 'No Audio', description: "There's no recorded audio to process.", key: 'create' });
    return false;
  }
  // Given up on the processing screen, or failed there: the recording is still here, and is listened to once more.
  if (held.recording.analysis.failed())
    held.recording = {
      ...held.recording,
      analysis: beginAnalysis(analysisClient, held.recording.blob, held.recording.duration),
    };
  const creating = held.recording;
  const { signal } = held.task;
  recorder.creating = true;
  let going = false;
  try {
    // The press is answered first.
    await nextPaint();
    if (signal.aborted) return false;
    stopPlaying();
    const silent = await withTimeout(creating.analysis.silent, SILENCE_KNOWN_WITHIN_MS, () => null);
    if (signal.aborted) return false;
    if (silent === true) {
      notifySilence();
      return false;
    }
    held.usedAnalysis = creating.analysis;
    void beginProcessing(creating);
    void upload(creating);
    going = true;
    return true;
  } finally {
    // Where it goes on, the button stays as it is until the screen is left.
    if (!signal.aborted && !going) recorder.creating = false;
  }
}

/** Sends the recording out beside everything else: neither the fragrance nor a reset waits for it or ends it. */
async function upload({ id, blob }: Recording): Promise<void> {
  const showing = (): boolean => held.recording?.id === id;
  if (showing()) recorder.uploadProgress = 0;
  await storeRecording(id, blob, new AbortController().signal, (done) => {
    if (showing()) recorder.uploadProgress = done;
  });
  if (showing()) recorder.uploadProgress = null;
}
