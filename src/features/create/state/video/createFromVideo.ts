import { extractSound } from '../../audio/video/videoSound.ts';
import { toCodedError } from '#core/values/errors.ts';
import { stopPlaying } from '#features/instruments/state/playback/player.ts';
import { openFile } from '../opening/openFile.ts';
import { createFragrance } from '../processing/makeFragrance.ts';
import { detachRecording } from '../recording/currentSound.ts';
import { recorder } from '../recording/recorderView.ts';
import { VIDEO_ERRORS, type VideoErrorCode } from './videoErrors.ts';
import { clear, videoTask } from './video.ts';
import { fail, video } from './videoState.ts';

/** Delay between the extraction and the processing screen, ms. */
const REDIRECT_MS = 1000;

/**
 * Create Fragrance: extracts the sound and hands it to the recorder like a dropped file, so that the same analysis,
 * upload and rules apply. Resolves to true when the caller should go to the processing screen.
 */
export async function createFromVideo(): Promise<boolean> {
  if (video.creating) return false;
  const source = video.recording;
  if (source === null || video.state !== 'recorded') {
    fail('no_recording');
    return false;
  }
  const mine = videoTask();
  const { signal } = mine;
  video.creating = true;
  video.error = null;
  stopPlaying();
  try {
    const { sound, metadata } = await extractSound(source, Date.now, signal);
    if (signal.aborted) return false;
    video.metadata = metadata;
    // Stop a recording that still runs in audio mode: its screen was left.
    if (recorder.recordingState !== 'inactive') detachRecording();
    await openFile(new File([sound], video.fileName ?? 'video.wav', { type: sound.type }));
    if (signal.aborted) return false;
    // The recorder reports why it could not open the sound.
    if ((recorder.recordingState as string) !== 'recorded') {
      fail('analysis_failed');
      return false;
    }
    if (!(await createFragrance()) || signal.aborted) return false;
    const redirect = mine.child();
    await redirect.delay(REDIRECT_MS);
    // The recorder has the sound; the next visit of video mode starts over.
    clear();
    video.metadata = metadata;
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    const { code } = toCodedError(error, 'processing_error');
    fail(code in VIDEO_ERRORS ? (code as VideoErrorCode) : 'processing_error');
    return false;
  } finally {
    if (!signal.aborted) video.creating = false;
  }
}
