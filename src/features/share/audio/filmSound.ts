import type { FilmPlan } from '#features/fragrance/domain/drawing/film/filmPlan.ts';
import { codedError } from '#core/values/errors.ts';
import { decodingRate } from '#features/create/audio/analysis/decode.ts';

/** The sound of a film: a part of the recording with a fade-out, then silence. */

/** Hz; supported by every encoder. */
const FILM_SOUND_RATE = 48_000;
/** Length of the fade-out, s. */
const FADE_S = 0.35;

/**
 * Decodes a recording off the main thread; `seconds` is its length before decoding, s; 0 if unknown.
 * @throws coded `undecodable`
 */
export async function decodeFilmSound(recording: Blob, seconds: number): Promise<AudioBuffer> {
  try {
    return await new OfflineAudioContext(1, 1, decodingRate(seconds)).decodeAudioData(await recording.arrayBuffer());
  } catch (error) {
    throw codedError('undecodable', 'The browser cannot decode this sound.', error);
  }
}

/** The film's whole sound at 48 kHz, with one or two channels. */
export function cutFilmSound(recording: AudioBuffer, { from, sound, seconds }: FilmPlan): Promise<AudioBuffer> {
  const channels = Math.min(2, recording.numberOfChannels);
  const context = new OfflineAudioContext(channels, Math.round(seconds * FILM_SOUND_RATE), FILM_SOUND_RATE);
  const source = new AudioBufferSourceNode(context, { buffer: recording });
  const fade = new GainNode(context, { gain: 1 });
  const end = Math.min(sound, Math.max(0, recording.duration - from));
  fade.gain.setValueAtTime(1, Math.max(0, end - FADE_S));
  fade.gain.linearRampToValueAtTime(0, end);
  source.connect(fade).connect(context.destination);
  source.start(0, from, sound);
  return context.startRendering();
}

/** The channels of a sound as arrays that can be transferred. */
export function channelsOf(sound: AudioBuffer): Float32Array<ArrayBuffer>[] {
  return Array.from({ length: sound.numberOfChannels }, (_, channel) => {
    const samples = new Float32Array(sound.length);
    sound.copyFromChannel(samples, channel);
    return samples;
  });
}
