import { mixToMono } from '../../../workers/analysis/dsp/mix.ts';
import { coded, isCoded } from '../../domain/errors.ts';
import { MAX_FILE_BYTES, MAX_SECONDS, decodeSound, readDuration } from '../analysis/decode.ts';
import { MAGIC_BYTES, soundType } from '../analysis/soundType.ts';
import { wavFile } from '../playback/wavFile.ts';

/** Extracted sound that is smaller holds nothing to hear, bytes. */
export const MIN_AUDIO_BYTES = 1000;
/** Above this the sound is stored in one channel: storage takes 25 MiB. */
const MAX_STEREO_BYTES = 24 * 2 ** 20;

/** What is known of a video and of the sound that was taken from it. */
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

export type VideoFailure = 'no_video_data' | 'no_audio' | 'audio_too_short' | 'analysis_failed' | 'processing_error';

/**
 * Takes the sound track out of a video, as a WAVE file. The picture is not looked at and goes nowhere.
 * @throws coded {@link VideoFailure}, or `cancelled`
 */
export async function extractSound(
  video: Blob,
  now: () => number,
  signal?: AbortSignal,
): Promise<{ sound: Blob; metadata: VideoMetadata }> {
  if (video.size === 0) throw coded('no_video_data', 'The video is empty.');
  if (video.size > MAX_FILE_BYTES) throw coded('processing_error', 'The video is too large.');
  const seconds = await durationOf(video, signal);
  if (seconds > MAX_SECONDS) throw coded('processing_error', `The video lasts ${Math.round(seconds)} s.`);
  let decoded;
  try {
    decoded = await decodeSound(await video.arrayBuffer(), seconds);
  } catch (error) {
    // Decoders say the same of a video without a sound track, of one that they do not understand and of what is no video; its
    // bytes tell.
    if (isCoded(error, 'undecodable'))
      throw (await isContainer(video)) && !(await namesSoundTrack(video))
        ? coded('no_audio', 'The video has no sound track.', error)
        : coded('analysis_failed', 'The sound of the video cannot be decoded.', error);
    throw error;
  }
  if (signal?.aborted) throw coded('cancelled', 'The video was put aside.');
  const { channels, sampleRate } = decoded;
  if ((channels[0]?.length ?? 0) === 0) throw coded('no_audio', 'The sound track is empty.');
  const frames = channels[0]!.length;
  // One channel out of all of them, as the engine mixes them: somebody may sing on the right, and of six channels the voice is in the middle one.
  const kept = channels.length > 2 || frames * 4 > MAX_STEREO_BYTES ? [mixToMono(channels)] : channels;
  const sound = new Blob([wavFile(kept, sampleRate)], { type: 'audio/wav' });
  if (sound.size < MIN_AUDIO_BYTES) throw coded('audio_too_short', `The sound track has ${sound.size} bytes.`);
  return {
    sound,
    metadata: { size: video.size, type: video.type, audioSize: sound.size, audioType: sound.type, timestamp: now() },
  };
}

/** The video's length, s; a video that no player of this browser opens may still be decoded, and its length is 0 here. */
async function durationOf(video: Blob, signal?: AbortSignal): Promise<number> {
  try {
    return await readDuration(video, signal);
  } catch (error) {
    if (isCoded(error, 'cancelled')) throw error;
    return 0;
  }
}

/** Bytes at either end of a file in which its tracks are described. */
const DESCRIPTION_BYTES = 1 << 20;
/** Names under which webm (codec ids) and mp4 (handler and sample entries) describe a sound track. */
const SOUND_MARKS = ['A_OPUS', 'A_VORBIS', 'A_AAC', 'A_PCM', 'A_MPEG', 'A_FLAC', 'soun', 'mp4a', 'Opus'];

/** True when the first bytes are those of a webm, mp4 or ogg file. */
async function isContainer(video: Blob): Promise<boolean> {
  return soundType(new Uint8Array(await video.slice(0, MAGIC_BYTES).arrayBuffer()), '') !== null;
}

async function namesSoundTrack(video: Blob): Promise<boolean> {
  const ends = [video.slice(0, DESCRIPTION_BYTES), video.slice(Math.max(0, video.size - DESCRIPTION_BYTES))];
  const texts = await Promise.all(ends.map(async (end) => new TextDecoder('latin1').decode(await end.arrayBuffer())));
  return texts.some((text) => SOUND_MARKS.some((mark) => text.includes(mark)));
}
