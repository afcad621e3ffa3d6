import { codedError, isCoded } from '#core/values/errors.ts';
import { MAX_FILE_BYTES, MAX_SECONDS, decodeSound, readDuration } from '../analysis/decode.ts';
import { asWav } from '../files/readSound.ts';
import { tracksIn } from '../files/tracks.ts';

/** Smaller extracted sound is empty, bytes. */
const MIN_AUDIO_BYTES = 1000;

/** Metadata of a video and of its extracted sound. */
export interface VideoMetadata {
  /** Bytes. */
  size: number;
  type: string;
  /** Bytes. */
  audioSize: number;
  audioType: string;
  /** Milliseconds since 1970. */
  timestamp: number;
}

/**
 * Extracts the sound track of a video as a WAVE file. The picture is neither read nor sent.
 * @throws coded `no_video_data`, `no_audio`, `audio_too_short`, `analysis_failed`, `processing_error` or `cancelled`
 */
export async function extractSound(
  video: Blob,
  now: () => number,
  signal?: AbortSignal,
): Promise<{ sound: Blob; metadata: VideoMetadata }> {
  if (video.size === 0) throw codedError('no_video_data', 'The video is empty.');
  if (video.size > MAX_FILE_BYTES) throw codedError('processing_error', 'The video is too large.');
  const seconds = await durationOf(video, signal);
  if (seconds > MAX_SECONDS) throw codedError('processing_error', `The video lasts ${Math.round(seconds)} s.`);
  let decoded;
  try {
    decoded = await decodeSound(await video.arrayBuffer(), seconds);
  } catch (error) {
    // Decoders fail alike for a video without sound, an unsupported one and other files; the tracks distinguish them.
    if (isCoded(error, 'undecodable')) {
      const tracks = tracksIn(new Uint8Array(await video.arrayBuffer()));
      throw tracks !== null && tracks.sound.length === 0
        ? codedError('no_audio', 'The video has no sound track.', error)
        : codedError('analysis_failed', 'The sound of the video cannot be decoded.', error);
    }
    throw isCoded(error, 'no_decoder') ? codedError('analysis_failed', error.message, error) : error;
  }
  if (signal?.aborted) throw codedError('cancelled', 'The video was put aside.');
  if ((decoded.channels[0]?.length ?? 0) === 0) throw codedError('no_audio', 'The sound track is empty.');
  const sound = asWav(decoded);
  if (sound.size < MIN_AUDIO_BYTES) throw codedError('audio_too_short', `The sound track has ${sound.size} bytes.`);
  return {
    sound,
    metadata: { size: video.size, type: video.type, audioSize: sound.size, audioType: sound.type, timestamp: now() },
  };
}

/** The video's length, s; 0 when no player of this browser opens it, as it may still be decoded. */
async function durationOf(video: Blob, signal?: AbortSignal): Promise<number> {
  try {
    return await readDuration(video, signal);
  } catch (error) {
    if (isCoded(error, 'cancelled')) throw error;
    return 0;
  }
}
