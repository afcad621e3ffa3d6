const HEADER_BYTES = 44;

/** Samples (-1 to 1, one array a channel, all of one length) as a 16-bit WAVE file; louder ones are clipped. */
export function wavFile(channels: readonly Float32Array[], sampleRate: number): Uint8Array<ArrayBuffer> {
  const frames = channels[0]?.length ?? 0;
  const blockBytes = channels.length * 2;
  const bytes = new Uint8Array(HEADER_BYTES + frames * blockBytes);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string): void => {
    for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  };
  word(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, channels.length, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * blockBytes, true);
  view.setUint16(32, blockBytes, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, frames * blockBytes, true);
  channels.forEach((samples, channel) => {
    for (let i = 0, at = HEADER_BYTES + 2 * channel; i < frames; i++, at += blockBytes) {
      const sample = Math.max(-1, Math.min(1, samples[i]!));
      view.setInt16(at, Math.round(sample * (sample < 0 ? 0x8000 : 0x7fff)), true);
    }
  });
  return bytes;
}
