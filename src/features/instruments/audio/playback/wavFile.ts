import { emptyWav, WAV_HEADER_BYTES } from '#analysis/dsp/wavHeader.ts';

/**
 * Samples (-1 to 1, one array a channel, of equal length) as a WAVE file; louder ones are clipped.
 * @param sampleBytes 2 for 16 bits, 3 for 24
 * @param isRestored the samples are what `readPcm` read from as many bits, and are written as those
 */
export function wavFile(
  channels: readonly Float32Array[],
  sampleRate: number,
  { sampleBytes = 2, isRestored = false }: { sampleBytes?: 2 | 3; isRestored?: boolean } = {},
): Uint8Array<ArrayBuffer> {
  const frames = channels[0]?.length ?? 0;
  const bytes = emptyWav(frames, channels.length, sampleRate, sampleBytes);
  const view = new DataView(bytes.buffer);
  const low = 2 ** (8 * sampleBytes - 1);
  const top = isRestored ? low : low - 1;
  channels.forEach((samples, channel) => {
    let at = WAV_HEADER_BYTES + sampleBytes * channel;
    for (let i = 0; i < frames; i++, at += sampleBytes * channels.length) {
      const sample = Math.max(-1, Math.min(1, samples[i]!));
      const value = Math.min(low - 1, Math.round(sample * (sample < 0 ? low : top)));
      if (sampleBytes === 3) view.setUint8(at, value & 0xff);
      view.setInt16(at + sampleBytes - 2, sampleBytes === 3 ? value >> 8 : value, true);
    }
  });
  return bytes;
}

/** Makes all channels softer where the sum of many notes would clip. */
export function scaleBelowClipping(channels: readonly Float32Array[]): readonly Float32Array[] {
  const peak = channels.reduce((most, samples) => samples.reduce((a, b) => Math.max(a, Math.abs(b)), most), 0);
  return peak > 1 ? channels.map((samples) => samples.map((sample) => sample / peak)) : channels;
}
