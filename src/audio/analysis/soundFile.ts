import { coded } from '../../domain/errors.ts';
import type { AnalysisClient } from './analysisClient.ts';
import { MAX_FILE_BYTES, MAX_SECONDS, readDuration, typedSound } from './decode.ts';
import { beginAnalysis } from './analysisTask.ts';
import type { Recording } from '../recording/recording.ts';

/**
 * Opens a sound file: it must play, and be of a length that can be listened to. Its analysis begins at once, so that
 * the visitor waits less when Create Fragrance is pressed.
 * @throws coded `invalid_file`, `too_long` or `cancelled`
 */
export async function openSoundFile(
  client: AnalysisClient,
  file: File,
  signal: AbortSignal,
  id: string,
): Promise<Recording> {
  if (file.size === 0) throw coded('invalid_file', 'The file is empty.');
  if (file.size > MAX_FILE_BYTES) throw coded('too_long', 'The file is larger than any sound that can be listened to.');
  let blob: Blob;
  try {
    blob = await typedSound(file, file.name);
  } catch (error) {
    // Moved or deleted since it was picked, or a folder.
    throw coded('invalid_file', 'The file cannot be read.', error);
  }
  const duration = await readDuration(blob, signal);
  if (duration > MAX_SECONDS) throw coded('too_long', `The sound lasts ${Math.round(duration)} s.`);
  return { id, blob, duration, analysis: beginAnalysis(client, blob, duration), capture: null };
}
