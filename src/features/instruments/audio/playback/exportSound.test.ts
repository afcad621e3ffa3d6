import { parseMidi } from 'midi-file';
import { describe, expect, it } from 'vitest';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { readMidi } from '#features/instruments/domain/midi/midiScore.ts';
import { readPcm } from '#analysis/pcm/index.ts';
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
    const names = parseMidi(bytes).tracks.flatMap((events) =>
      events.flatMap((event) => (event.type === 'trackName' ? [event.text] : [])),
    );
    expect(names).toEqual(['Music essence', 'As it was heard']);
    const hundredths = (seconds: number): number => Math.round(seconds * 100);
    expect(
      readMidi(bytes).notes.map(({ midi, onset, offset }) => [midi, hundredths(onset), hundredths(offset)]),
    ).toEqual([
      [69, 0, 50],
      [73, 60, 110],
      [52, 120, 170],
      [69, 250, 325],
    ]);
  });
});

describe('a WAVE file', () => {
  it('has the samples of every channel within a 16-bit step, and clips too loud ones', () => {
    const left = Float32Array.from([0, 0.5, -0.5, 1.5, -2]);
    const right = Float32Array.from([-1, 1, 0.25, 0, 0]);
    const { channels, sampleRate } = readPcm(wavFile([left, right], 48_000));
    expect(sampleRate).toBe(48_000);
    expect(channels).toHaveLength(2);
    [0, 0.5, -0.5, 1, -1].forEach((sample, i) => expect(channels[0]![i]).toBeCloseTo(sample, 4));
    [-1, 1, 0.25, 0, 0].forEach((sample, i) => expect(channels[1]![i]).toBeCloseTo(sample, 4));
  });

  it('of no samples is a header alone', () => {
    expect(wavFile([new Float32Array()], 8000)).toHaveLength(44);
  });
});
