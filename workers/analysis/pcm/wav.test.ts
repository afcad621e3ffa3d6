import { describe, expect, it } from 'vitest';
import { PcmError } from './pcm.ts';
import { readPcm } from './index.ts';

interface Format {
  code: number;
  bits: number;
  write: (view: DataView, at: number, value: number) => void;
}

const SAMPLE_FORMATS: Record<string, Format> = {
  '8-bit': { code: 1, bits: 8, write: (view, at, x) => view.setUint8(at, Math.round(x * 127) + 128) },
  '16-bit': { code: 1, bits: 16, write: (view, at, x) => view.setInt16(at, Math.round(x * 32_767), true) },
  '24-bit': {
    code: 1,
    bits: 24,
    write: (view, at, x) => {
      const value = Math.round(x * 8_388_607);
      view.setUint16(at, value & 0xffff, true);
      view.setInt8(at + 2, value >> 16);
    },
  },
  '32-bit': { code: 1, bits: 32, write: (view, at, x) => view.setInt32(at, Math.round(x * 2_147_483_647), true) },
  'float 32': { code: 3, bits: 32, write: (view, at, x) => view.setFloat32(at, x, true) },
  'float 64': { code: 3, bits: 64, write: (view, at, x) => view.setFloat64(at, x, true) },
};

/** A WAVE file with an odd-sized chunk before the data, as some editors write. */
function wavOf(format: Format, channels: readonly number[][], sampleRate: number, extensible = false): Uint8Array {
  const width = format.bits / 8;
  const length = channels[0]!.length * channels.length * width;
  const fmt = extensible ? 40 : 16;
  const bytes = new Uint8Array(12 + 8 + 4 + 8 + fmt + 8 + length);
  const view = new DataView(bytes.buffer);
  const tag = (at: number, text: string): void => [...text].forEach((c, i) => view.setUint8(at + i, c.charCodeAt(0)));
  tag(0, 'RIFF');
  view.setUint32(4, bytes.length - 8, true);
  tag(8, 'WAVEJUNK');
  view.setUint32(16, 3, true);
  tag(24, 'fmt ');
  view.setUint32(28, fmt, true);
  view.setUint16(32, extensible ? 0xfffe : format.code, true);
  view.setUint16(34, channels.length, true);
  view.setUint32(36, sampleRate, true);
  view.setUint16(46, format.bits, true);
  if (extensible) view.setUint16(32 + 24, format.code, true);
  const data = 32 + fmt;
  tag(data, 'data');
  view.setUint32(data + 4, length, true);
  channels[0]!.forEach((_, i) =>
    channels.forEach((channel, c) => format.write(view, data + 8 + (i * channels.length + c) * width, channel[i]!)),
  );
  return bytes;
}

describe('readPcm', () => {
  const left = [0, 0.5, -0.5, 0.99, -0.99];
  const right = left.map((x) => -x);

  it.each(Object.keys(SAMPLE_FORMATS))('reads %s, mono and stereo, plain and extensible', (name) => {
    const format = SAMPLE_FORMATS[name]!;
    for (const extensible of [false, true]) {
      const wav = readPcm(wavOf(format, [left, right], 37_800, extensible));
      expect(wav.sampleRate).toBe(37_800);
      expect(wav.channels.length).toBe(2);
      wav.channels[0]!.forEach((x, i) => expect(Math.abs(x - left[i]!)).toBeLessThan(0.01));
      wav.channels[1]!.forEach((x, i) => expect(Math.abs(x - right[i]!)).toBeLessThan(0.01));
    }
    expect(readPcm(wavOf(format, [left], 8000)).channels.length).toBe(1);
  });

  it('reads the existing samples of a file that was cut short', () => {
    const whole = wavOf(SAMPLE_FORMATS['16-bit']!, [left], 44_100);
    expect(readPcm(whole.subarray(0, whole.length - 3)).channels[0]!.length).toBe(3);
  });

  it('reports the reason for which it cannot read a file', () => {
    const code = (bytes: Uint8Array): string => {
      try {
        readPcm(bytes);
      } catch (error) {
        if (error instanceof PcmError) return error.code;
        throw error;
      }
      return 'read';
    };
    expect(code(new Uint8Array(0))).toBe('not_pcm');
    expect(code(new TextEncoder().encode('this is text renamed to a sound'))).toBe('not_pcm');
    const whole = wavOf(SAMPLE_FORMATS['16-bit']!, [left], 44_100);
    expect(code(whole.subarray(0, 40))).toBe('no_data');
    const strange = Uint8Array.from(whole);
    new DataView(strange.buffer).setUint16(32, 0x31, true);
    expect(code(strange)).toBe('unsupported');
  });
});
