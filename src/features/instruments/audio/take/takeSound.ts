import '../sound/quietTone.ts';
import { OfflineContext } from 'tone/build/esm/core/context/OfflineContext.js';
import { POLYPHONY, VoicePool } from '../sound/voices.ts';
import { wavFile } from '../playback/wavFile.ts';
import { prepareTones } from './takeTones.ts';
import { TakeVoices, type PlayedTake } from './takeVoices.ts';

/**
 * Quality of a saved file, and of the smaller sound of a share: 2.6 MB a minute, two and a half minutes at most.
 */
const FILE_QUALITY = { rate: 44_100, seconds: Infinity } as const;
export const SHARE_QUALITY = { rate: 22_050, seconds: 150 } as const;
/** Silence after the last note, s: some players cut the very end. */
const TAIL = 1.2;

/**
 * Renders a take offline with the voices it was played with: a mono WAVE file. Rejects when this browser cannot render
 * it, for instance for lack of memory.
 */
export async function takeWav(
  take: PlayedTake,
  { rate, seconds }: { rate: number; seconds: number } = FILE_QUALITY,
): Promise<Blob> {
  const end = Math.min(seconds, take.duration) + TAIL;
  const context = new OfflineAudioContext(1, Math.ceil(end * rate), rate);
  const pool = new VoicePool(context, context.destination, POLYPHONY, new OfflineContext(context));
  await prepareTones(
    pool,
    take.notes.filter(({ onset }) => onset < seconds),
  );
  new TakeVoices(pool, take).schedule(0, seconds);
  const samples = (await context.startRendering()).getChannelData(0);
  pool.dispose();
  // The sum of many notes may clip.
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  if (peak > 1) for (let i = 0; i < samples.length; i++) samples[i]! /= peak;
  return new Blob([wavFile([samples], rate)], { type: 'audio/wav' });
}
