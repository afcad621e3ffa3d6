import { FILM_HEIGHT, FILM_RATE, FILM_WIDTH } from '#features/fragrance/domain/drawing/film/filmPlan.ts';
import { codedError } from '#core/values/errors.ts';
import { Scope } from '#core/lifetime/scope.ts';
import type { SoundContext } from '#core/audio/context.ts';
import type { FilmOptions } from './filmEncoder.ts';

/** Records a film in browsers without encoders: plays a canvas and its sound, muted, into a MediaRecorder. */

/** In order of preference: MP4 opens everywhere. */
const FILM_TYPES = [
  'video/mp4;codecs=avc1.42E01F,mp4a.40.2',
  'video/webm;codecs=vp9,opus',
  'video/webm;codecs=vp8,opus',
  'video/webm',
  // Last: without H.264 and AAC it holds VP9 and Opus, which phones do not play in an MP4.
  'video/mp4',
];

/** The type in which a film is recorded; undefined where none is supported. */
export function filmTypeOf(isSupported: (type: string) => boolean): string | undefined {
  return FILM_TYPES.find(isSupported);
}
const VIDEO_BITRATE = 4_000_000;

/** True where a canvas can be recorded. */
export function canRecordFilm(): boolean {
  return (
    typeof MediaRecorder === 'function' &&
    typeof HTMLCanvasElement.prototype.captureStream === 'function' &&
    filmTypeOf((type) => MediaRecorder.isTypeSupported(type)) !== undefined
  );
}

interface FilmRecording extends FilmOptions {
  /** The page's sound; the film is silent. */
  context: SoundContext;
  sound: AudioBuffer;
  /** Paints the film at a time in seconds. */
  paint: (surface: CanvasRenderingContext2D, second: number) => void;
}

/**
 * Records a film in real time.
 * @throws coded `film_failed` or `context_not_started`; an AbortError when cancelled
 */
export async function recordFilm({ context, sound, paint, signal, onProgress }: FilmRecording): Promise<Blob> {
  await context.ensureRunning();
  signal.throwIfAborted();
  const scope = new Scope();
  try {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: FILM_WIDTH, height: FILM_HEIGHT });
    const surface = canvas.getContext('2d', { alpha: false });
    if (surface === null) throw codedError('film_failed', 'No 2D canvas.');
    paint(surface, 0);
    const audio = context.get();
    const out = audio.createMediaStreamDestination();
    const source = new AudioBufferSourceNode(audio, { buffer: sound });
    source.connect(out);
    scope.add(() => source.disconnect());
    const stream = canvas.captureStream(FILM_RATE);
    for (const track of out.stream.getAudioTracks()) stream.addTrack(track);
    scope.add(() => stream.getTracks().forEach((track) => track.stop()));
    const mimeType = filmTypeOf((type) => MediaRecorder.isTypeSupported(type))!;
    const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: VIDEO_BITRATE });
    return await new Promise<Blob>((resolve, reject) => {
      const parts: Blob[] = [];
      scope.add(() => recorder.state !== 'inactive' && recorder.stop());
      scope.listen(signal, 'abort', () => reject(signal.reason as Error));
      scope.listen(recorder, 'error', () => reject(codedError('film_failed', 'The film could not be recorded.')));
      scope.listen<BlobEvent>(recorder, 'dataavailable', ({ data }) => parts.push(data));
      scope.listen(recorder, 'stop', () => resolve(new Blob(parts, { type: recorder.mimeType || mimeType })));
      recorder.start(500);
      const begin = audio.currentTime;
      source.start(begin);
      // Timed by the audio clock, which runs in background pages too.
      scope.interval(() => {
        const second = audio.currentTime - begin;
        if (second >= sound.duration) {
          if (recorder.state === 'recording') recorder.stop();
          return;
        }
        paint(surface, second);
        onProgress(second / sound.duration);
      }, 1000 / FILM_RATE);
    });
  } finally {
    scope.dispose();
  }
}
