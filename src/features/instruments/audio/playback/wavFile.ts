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

/** Largest integer of 24 bits. */
const TOP_OF_24 = 0x7fffff;

/** Samples (-1 to 1, one array a channel, of equal length) as a 24-bit WAVE file; louder ones are clipped. */
export function wavFile24(channels: readonly Float32Array[], sampleRate: number): Uint8Array<ArrayBuffer> {
  const frames = channels[0]?.length ?? 0;
  const frameBytes = 3 * channels.length;
  const bytes = emptyWav(frames, channels.length, sampleRate, 3);
  channels.forEach((samples, channel) => {
    for (let i = 0, at = WAV_HEADER_BYTES + 3 * channel; i < frames; i++, at += frameBytes) {
      const value = Math.round(Math.max(-1, Math.min(1, samples[i]!)) * TOP_OF_24);
      bytes[at] = value & 0xff;
      bytes[at + 1] = (value >> 8) & 0xff;
      bytes[at + 2] = (value >> 16) & 0xff;
    }
  });
  return bytes;
}
