import { emptyWav, WAV_HEADER_BYTES } from '#ear/analysis/dsp/wavHeader.ts';

/**
 * Samples (-1 to 1, one array a channel, of equal length) as a 16-bit WAVE file; louder ones are clipped.
 * @param top the integer of sample 1: 0x8000 restores what `readPcm` read from 16 bits
 */
export function wavFile(
  channels: readonly Float32Array[],
  sampleRate: number,
  top: 0x7fff | 0x8000 = 0x7fff,
): Uint8Array<ArrayBuffer> {
  const frames = channels[0]?.length ?? 0;
  const frameBytes = 2 * channels.length;
  const bytes = emptyWav(frames, channels.length, sampleRate);
  const view = new DataView(bytes.buffer);
  channels.forEach((samples, channel) => {
    for (let i = 0, at = WAV_HEADER_BYTES + 2 * channel; i < frames; i++, at += frameBytes) {
      const sample = Math.max(-1, Math.min(1, samples[i]!));
      view.setInt16(at, Math.min(0x7fff, Math.round(sample * (sample < 0 ? 0x8000 : top))), true);
    }
  });
  return bytes;
}
