/** Length of the header, bytes. */
export const WAV_HEADER_BYTES = 44;

/**
 * Creates a WAVE file: writes the header; the interleaved samples from `WAV_HEADER_BYTES` on are 0.
 * @param sampleBytes size of a sample of a channel, bytes
 */
export function emptyWav(
  frames: number,
  channels: number,
  sampleRate: number,
  sampleBytes: 2 | 3 = 2,
): Uint8Array<ArrayBuffer> {
  const frameBytes = sampleBytes * channels;
  const bytes = new Uint8Array(WAV_HEADER_BYTES + frames * frameBytes);
  const view = new DataView(bytes.buffer);
  const tag = (at: number, text: string): void => {
    for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  };
  tag(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  tag(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  // Format 1 is PCM.
  view.setUint16(20, 1, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frameBytes, true);
  view.setUint16(32, frameBytes, true);
  view.setUint16(34, 8 * sampleBytes, true);
  tag(36, 'data');
  view.setUint32(40, frames * frameBytes, true);
  return bytes;
}
