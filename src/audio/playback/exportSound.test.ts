import { describe, expect, it } from 'vitest';
import { fragranceFromEssence } from '../../domain/fragrance/fragrance.ts';
import { decodeWav } from '../../../workers/pcm/wav.ts';
import { notesMidi } from './exportSound.ts';
import { wavFile } from './wavFile.ts';

describe('the MIDI file', () => {
  it('is a standard file whose notes are the essence and the melody', async () => {
    const profile = fragranceFromEssence({
      essence: ['A4', 'C#5', 'E3'],
      source: 'spectral',
      now: new Date(0),
      trace: { duration: 2, peaks: [], notes: [{ note: 'A4', onset: 0.5, offset: 1.25, velocity: 0, cents: 0 }] },
    });
    const bytes = new Uint8Array(await (await notesMidi(profile)).arrayBuffer());
    expect(String.fromCharCode(...bytes.subarray(0, 4))).toBe('MThd');
    const loaded = await import('@tonejs/midi');
    const { Midi } = 'Midi' in loaded ? loaded : (loaded as { default: typeof loaded }).default;
    const [essence, melody] = new Midi(bytes).tracks;
    expect(essence!.name).toBe('Music essence');
    expect(
      essence!.notes.map(({ midi, time, duration }) => [midi, Math.round(time * 100), Math.round(duration * 100)]),
    ).toEqual([
      [69, 0, 50],
      [73, 60, 50],
      [52, 120, 50],
    ]);
    expect(
      melody!.notes.map(({ midi, time, duration }) => [midi, Math.round(time * 100), Math.round(duration * 100)]),
    ).toEqual([[69, 250, 75]]);
  });
});

describe('a WAVE file', () => {
  it('holds the samples of every channel within a 16-bit step, and clips what is too loud', () => {
    const left = Float32Array.from([0, 0.5, -0.5, 1.5, -2]);
    const right = Float32Array.from([-1, 1, 0.25, 0, 0]);
    const { channels, sampleRate } = decodeWav(wavFile([left, right], 48_000));
    expect(sampleRate).toBe(48_000);
    expect(channels).toHaveLength(2);
    [0, 0.5, -0.5, 1, -1].forEach((sample, i) => expect(channels[0]![i]).toBeCloseTo(sample, 4));
    [-1, 1, 0.25, 0, 0].forEach((sample, i) => expect(channels[1]![i]).toBeCloseTo(sample, 4));
  });

  it('of nothing is a header alone', () => {
    expect(wavFile([new Float32Array()], 8000)).toHaveLength(44);
  });
});
