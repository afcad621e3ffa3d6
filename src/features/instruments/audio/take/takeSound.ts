import '../sound/quietTone.ts';
import { OfflineContext } from 'tone/build/esm/core/context/OfflineContext.js';
import { Scope } from '#core/lifetime/scope.ts';
import { scaleBelowClipping, wavFile } from '../playback/wavFile.ts';
import { MAX_VOICES, VoicePool } from '../sound/voices.ts';
import { prepareTones, TakeVoices, type TakeEvents } from './takeVoices.ts';

/** Quality of the sound of a share, mono of 16 bits: 2.6 MB a minute, two and a half minutes at most. */
export const SHARE_QUALITY = { rate: 22_050, seconds: 150, channels: 1 } as const;
/** Silence after the last note, s: some players cut the very end. */
const TAIL_S = 1.2;
/** Time between two reports of the progress, ms. */
const REPORT_MS = 100;

interface RenderOptions {
  /** Sample rate, Hz, and longest length, s; by default the whole take in the quality of a saved file. */
  rate?: number;
  seconds?: number;
  /** A saved file is stereo of 24 bits, mono is of 16. */
  channels?: 1 | 2;
  /** Cancels the rendering. */
  signal?: AbortSignal;
  /** @param share the rendered part, 0 to 1 */
  onProgress?: (share: number) => void;
}

/**
 * Renders a take offline with the voices it was played with, as a WAVE file. Rejects when its tones cannot be loaded,
 * when this browser cannot render it, for instance for lack of memory, and with the signal's reason.
 */
export async function takeWav(
  take: TakeEvents,
  { rate = 44_100, seconds = Infinity, channels = 2, signal, onProgress }: RenderOptions = {},
): Promise<Blob> {
  const end = Math.min(seconds, take.duration) + TAIL_S;
  const context = new OfflineAudioContext(channels, Math.ceil(end * rate), rate);
  const pool = new VoicePool(context, context.destination, MAX_VOICES, new OfflineContext(context));
  const render = async (): Promise<Float32Array[]> => {
    await prepareTones(
      pool,
      take.notes.filter(({ onset }) => onset < seconds),
    );
    signal?.throwIfAborted();
    new TakeVoices(pool, take).schedule(0, seconds);
    const rendered = await context.startRendering();
    return Array.from({ length: channels }, (_, channel) => rendered.getChannelData(channel));
  };
  const scope = new Scope();
  // A browser cannot stop a rendering: without voices the rest is silence, and quick.
  scope.add(() => pool.dispose());
  const cancelled = new Promise<never>((_, reject) => {
    if (signal !== undefined) scope.listen(signal, 'abort', () => reject(signal.reason as Error));
  });
  // Firefox cannot suspend an offline context; all browsers report its time.
  if (onProgress !== undefined) scope.interval(() => onProgress(context.currentTime / end), REPORT_MS);
  try {
    const sound = await Promise.race([render(), cancelled]);
    return new Blob([wavFile(scaleBelowClipping(sound), rate, { sampleBytes: channels === 1 ? 2 : 3 })], {
      type: 'audio/wav',
    });
  } finally {
    scope.dispose();
  }
}
