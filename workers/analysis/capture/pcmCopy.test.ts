import { describe, expect, it } from 'vitest';
import { readPcm } from '../pcm/index.ts';
import { PcmCopy } from './pcmCopy.ts';

describe('the copy of a recording', () => {
  it('holds the pushed samples, across its blocks, and clips loud ones', () => {
    const copy = new PcmCopy();
    const sound = Float32Array.from({ length: 150_000 }, (_, i) => 1.2 * Math.sin(i / 30));
    for (let at = 0; at < sound.length; at += 777) copy.push(sound.subarray(at, at + 777));
    const { channels, sampleRate } = readPcm(copy.toWav(44_100));
    expect(sampleRate).toBe(44_100);
    expect(channels).toHaveLength(1);
    const off = sound.findIndex((sample, i) => Math.abs(Math.max(-1, Math.min(1, sample)) - channels[0]![i]!) > 1e-4);
    expect(off).toBe(-1);
    expect(channels[0]).toHaveLength(sound.length);
  });

  it('ends at 25 MiB, the upload limit', () => {
    const copy = new PcmCopy();
    const piece = new Float32Array(1_000_003).fill(0.5);
    for (let i = 0; i < 15; i++) copy.push(piece);
    expect(copy.toWav(48_000)).toHaveLength(25 * 2 ** 20);
  });
});
