/**
 * Makes the film off the main thread: paints its frames, encodes them with the sound, and writes one file.
 */
import {
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  CanvasSource,
  getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import { BOTTLE_SHOWN_AT_S, Film } from '#features/fragrance/domain/drawing/film/film.ts';
import { FILM_HEIGHT, FILM_RATE, FILM_WIDTH } from '#features/fragrance/domain/drawing/film/filmPlan.ts';
import { codedError } from '#core/values/errors.ts';
import { loadFonts } from './cardFonts.ts';
import type { FilmAnswer, FilmRequest } from './filmProtocol.ts';

// The web worker library of TypeScript types `self` as any worker.
const scope = self as unknown as DedicatedWorkerGlobalScope;
const answer = (message: FilmAnswer): void => scope.postMessage(message);

const FILM_SIZE = { width: FILM_WIDTH, height: FILM_HEIGHT };
const VIDEO_BITRATE = 4_000_000;
const AUDIO_BITRATE = 128_000;
/** Interval of key frames, for seeking, s. */
const KEY_FRAMES = 2;
/** Length of the pieces of sound given to the encoder, s. */
const SOUND_PIECE = 0.5;

/** The containers by preference: MP4 opens everywhere, WebM where there is no encoder for that. */
const CONTAINER_FORMATS = [
  { video: ['avc'], audio: ['aac', 'opus'], make: () => new Mp4OutputFormat({ fastStart: 'in-memory' }) },
  { video: ['vp9', 'vp8'], audio: ['opus'], make: () => new WebMOutputFormat() },
] as const;

async function chosenFormat({ channels, sampleRate }: FilmRequest) {
  for (const { video, audio, make } of CONTAINER_FORMATS) {
    const videoCodec = await getFirstEncodableVideoCodec([...video], { ...FILM_SIZE, bitrate: VIDEO_BITRATE });
    const audioCodec = await getFirstEncodableAudioCodec([...audio], {
      numberOfChannels: channels.length,
      sampleRate,
      bitrate: AUDIO_BITRATE,
    });
    if (videoCodec !== null && audioCodec !== null) return { videoCodec, audioCodec, format: make() };
  }
  return null;
}

async function make(request: FilmRequest): Promise<void> {
  const chosen = await chosenFormat(request);
  if (chosen === null) {
    answer({ kind: 'unsupported' });
    return;
  }
  await loadFonts(request.fonts, request.fragrance);
  const canvas = new OffscreenCanvas(FILM_SIZE.width, FILM_SIZE.height);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('No 2D canvas in a worker.');
  const { bottle, plan, channels, sampleRate } = request;
  const film = new Film({
    ...request,
    pathOf: (data) => new Path2D(data),
    bottle: bottle === null ? null : (x, y, width, height) => context.drawImage(bottle, x, y, width, height),
  });

  const target = new BufferTarget();
  const output = new Output({ format: chosen.format, target });
  const pictures = new CanvasSource(canvas, {
    codec: chosen.videoCodec,
    bitrate: VIDEO_BITRATE,
    keyFrameInterval: KEY_FRAMES,
  });
  const sound = new AudioSampleSource({ codec: chosen.audioCodec, bitrate: AUDIO_BITRATE });
  output.addVideoTrack(pictures, { frameRate: FILM_RATE });
  output.addAudioTrack(sound);
  await output.start();

  const frames = Math.round(plan.seconds * FILM_RATE);
  const piece = Math.round(SOUND_PIECE * sampleRate);
  const length = channels[0]?.length ?? 0;
  let encodedSamples = 0;
  for (let frame = 0; frame < frames; frame++) {
    const second = frame / FILM_RATE;
    // Add picture and sound side by side, so that neither is buffered for the other.
    while (encodedSamples < length && encodedSamples / sampleRate <= second) {
      await addSound(sound, channels, encodedSamples, Math.min(length, encodedSamples + piece), sampleRate);
      encodedSamples += piece;
    }
    film.paint(context, second, FILM_SIZE.width);
    // A still picture follows: a key frame leaves no traces of the motion before.
    const still = frame === Math.ceil((plan.sound + BOTTLE_SHOWN_AT_S) * FILM_RATE);
    await pictures.add(second, 1 / FILM_RATE, still ? { keyFrame: true } : undefined);
    answer({ kind: 'progress', share: (frame + 1) / frames });
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('The file is empty.');
  // With the codec of its sound, which the page sends.
  const type = `${chosen.format.mimeType}; codecs=${chosen.audioCodec}`;
  answer({ kind: 'done', film: new Blob([target.buffer], { type }) });
}

async function addSound(
  sound: AudioSampleSource,
  channels: readonly Float32Array[],
  from: number,
  to: number,
  sampleRate: number,
): Promise<void> {
  const data = new Float32Array((to - from) * channels.length);
  channels.forEach((samples, channel) => data.set(samples.subarray(from, to), channel * (to - from)));
  const sample = new AudioSample({
    data,
    format: 'f32-planar',
    numberOfChannels: channels.length,
    sampleRate,
    timestamp: from / sampleRate,
  });
  await sound.add(sample);
  sample.close();
}

scope.addEventListener('message', (event: MessageEvent<FilmRequest>) => {
  make(event.data).catch((error: unknown) =>
    answer({ kind: 'failed', error: codedError('film_failed', 'The film could not be made.', error) }),
  );
});
