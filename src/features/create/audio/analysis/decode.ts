import { codedError } from '#core/values/errors.ts';
import { Scope } from '#core/lifetime/scope.ts';

/** Maximum length of a sound, s: two hours and more crash phones (p5.js-sound#448 saw it at 37 minutes). */
export const MAX_SECONDS = 30 * 60;
/** Maximum size of a file, bytes: half an hour of sound is smaller. */
export const MAX_FILE_BYTES = 1.5 * 2 ** 30;
/**
 * Memory limit of a decoded sound: half an hour of one channel at 48 kHz (346 MB), counted for two channels.
 */
const BUDGET_SAMPLES = MAX_SECONDS * 48_000;
const ASSUMED_CHANNELS = 2;
const SAMPLE_RATE = 48_000;
/** Rate for sounds that would not fit; the engine resamples to 24 kHz anyway. */
const REDUCED_RATE = 24_000;
/** Timeout of reading the duration, ms. */
const METADATA_MS = 10_000;
/** Time for which a duration of 0 is checked again, and the interval of these checks, ms. */
const EMPTY_MS = 2000;
const LOOK_MS = 50;

/**
 * The decoding rate of a sound of that length, Hz. It is the same on all devices, so that the same file gives the same
 * notes.
 */
export function decodingRate(seconds: number): number {
  return seconds * SAMPLE_RATE * ASSUMED_CHANNELS <= BUDGET_SAMPLES ? SAMPLE_RATE : REDUCED_RATE;
}

/**
 * The length of a sound, s, read from the file's metadata by the browser's player. Proves that it plays before anything
 * is decoded.
 * @throws coded `invalid_file` when the file does not load as playable audio
 */
export async function readDuration(blob: Blob, signal?: AbortSignal): Promise<number> {
  if (blob.size === 0) throw codedError('invalid_file', 'The file is empty.');
  const scope = new Scope();
  const audio = new Audio();
  const url = URL.createObjectURL(blob);
  scope.add(() => {
    audio.removeAttribute('src');
    audio.load();
    URL.revokeObjectURL(url);
  });
  try {
    return await new Promise<number>((resolve, reject) => {
      const rejectInvalid = (why: string): void => reject(codedError('invalid_file', why, audio.error?.message));
      if (signal !== undefined)
        scope.listen(signal, 'abort', () => reject(codedError('cancelled', 'The file was put aside.')));
      scope.timeout(() => rejectInvalid('The file does not say how long it is.'), METADATA_MS);
      scope.listen(audio, 'error', () => rejectInvalid('The browser cannot play this file.'));
      let waiting = false;
      const look = (): void => {
        if (Number.isFinite(audio.duration) && audio.duration > 0) resolve(audio.duration);
        // A recording of MediaRecorder has no duration (wavesurfer.js#2763); seeking to the end makes the browser find
        // it.
        else if (audio.duration === Infinity) audio.currentTime = Number.MAX_SAFE_INTEGER;
        // WebKitGTK (2.50) reports 0 for every other MP3, and corrects it a moment later without an event.
        else if (audio.duration === 0 && !waiting) {
          waiting = true;
          scope.interval(look, LOOK_MS);
          scope.timeout(() => rejectInvalid('The file holds no sound.'), EMPTY_MS);
        }
      };
      scope.listen(audio, 'loadedmetadata', look);
      scope.listen(audio, 'durationchange', look);
      audio.preload = 'metadata';
      audio.src = url;
    });
  } finally {
    scope.dispose();
  }
}

export interface DecodedSound {
  channels: Float32Array<ArrayBuffer>[];
  /** Hz. */
  sampleRate: number;
}

/** The browser's decoder to a rate, Hz. An offline context needs no gesture. @throws coded `no_decoder` */
function decoderAt(sampleRate: number): (bytes: ArrayBuffer) => Promise<AudioBuffer> {
  try {
    const context = new OfflineAudioContext(1, 1, sampleRate);
    return context.decodeAudioData.bind(context);
  } catch (error) {
    throw codedError('no_decoder', 'This browser gives pages no decoder of sounds.', error);
  }
}

/**
 * Decodes an encoded sound and detaches `bytes`. `seconds` is its length before decoding, s; 0 if unknown.
 * @throws coded `undecodable` when no decoder reads it, `no_decoder` when the browser gives pages none (Lockdown Mode)
 */
export async function decodeSound(bytes: ArrayBuffer, seconds: number): Promise<DecodedSound> {
  const decode = decoderAt(decodingRate(seconds));
  try {
    const buffer = await decode(bytes);
    const channels = Array.from({ length: buffer.numberOfChannels }, (_, channel) => {
      const samples = new Float32Array(buffer.length);
      buffer.copyFromChannel(samples, channel);
      return samples;
    });
    return { channels, sampleRate: buffer.sampleRate };
  } catch (error) {
    throw codedError('undecodable', 'The browser cannot decode this sound.', error);
  }
}
