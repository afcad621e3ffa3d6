import { describe, expect, it } from 'vitest';
import { melody, MELODY_NOTES } from '../../tests/fixtures/melody.ts';
import { hashBytes } from './analyze.ts';
import { analyzeSound, type FileJob } from './file.ts';
import { isClearlyAudible, displayPeaks } from './peaks.ts';

const SAMPLE_RATE = 24_000;
const bytes = Uint8Array.from({ length: 999 }, (_, i) => (i * 71) % 253);

function job(cancelAfter = Infinity): FileJob & { reports: number[]; wasHeard: boolean } {
  const reports: number[] = [];
  const self = {
    reports,
    wasHeard: false,
    cancelled: () => reports.length >= cancelAfter,
    progress: (done: number) => void reports.push(done),
    heard: () => {
      self.wasHeard = true;
    },
  };
  return self;
}

describe('the analysis of a file', () => {
  it('finds the melody, even if the two channels cancel each other', async () => {
    const sound = melody(SAMPLE_RATE);
    const watched = job();
    const answer = await analyzeSound(watched, [sound, sound.map((sample) => -sample)], SAMPLE_RATE, bytes);
    if (!answer.ok) throw new Error(answer.error.message);
    expect(answer.value.engineFailure).toBeUndefined();
    expect(answer.value.analysis.source).toBe('spectral');
    expect([...answer.value.analysis.essence].sort()).toEqual([...MELODY_NOTES].sort());
    expect(watched.wasHeard).toBe(true);
    expect(watched.reports.at(-1)).toBe(1);
    expect(watched.reports).toEqual([...watched.reports].sort((a, b) => a - b));
    expect(watched.reports.length).toBeGreaterThan(20);
  });

  it('yields to other messages, so that it can be cancelled', async () => {
    const watched = job(3);
    const answer = await analyzeSound(watched, [melody(SAMPLE_RATE)], SAMPLE_RATE, bytes);
    expect(answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(watched.reports).toHaveLength(3);
  });

  it('stops in a song of three minutes at once, and reports every hundredth of it', async () => {
    const song = new Float32Array(180 * SAMPLE_RATE);
    const tune = melody(SAMPLE_RATE);
    for (let at = 0; at + tune.length <= song.length; at += tune.length) song.set(tune, at);
    const watched = job(3);
    const answer = await analyzeSound(watched, [song], SAMPLE_RATE, bytes);
    expect(answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(watched.reports).toHaveLength(3);
    expect(watched.reports[2]).toBeLessThan(0.035);
  });

  it('detects silence', async () => {
    const watched = job();
    const answer = await analyzeSound(watched, [new Float32Array(SAMPLE_RATE)], SAMPLE_RATE, bytes);
    expect(answer.ok && answer.value.analysis.silent).toBe(true);
    expect(watched.wasHeard).toBe(false);
  });

  it('uses the notes of the bytes if nothing could be decoded, or the engine refuses', async () => {
    const { essence } = hashBytes(bytes);
    for (const [channels, rate] of [
      [null, 0],
      [[], SAMPLE_RATE],
      [[melody(SAMPLE_RATE)], 1],
    ] as const) {
      const answer = await analyzeSound(job(), channels, rate, bytes);
      expect(answer.ok && answer.value.analysis).toMatchObject({ source: 'byte-hash', essence });
    }
  });

  it('returns an error without sound and bytes', async () => {
    expect(await analyzeSound(job(), null, 0, new Uint8Array(0))).toMatchObject({
      ok: false,
      error: { code: 'engine' },
    });
  });
});

describe('the waveform of a recording', () => {
  it('has 240 slices for any length of sound', () => {
    // A column of 10 ms is one sample.
    const SLOW_RATE = 100;
    expect(
      displayPeaks(
        Float32Array.from({ length: 480 }, (_, i) => (i % 2 === 0 ? 0 : -i / 480)),
        SLOW_RATE,
      ),
    ).toEqual(Array.from({ length: 240 }, (_, i) => Math.fround((2 * i + 1) / 480)));
    expect(displayPeaks(new Float32Array(7).fill(2), SLOW_RATE)).toEqual(Array.from({ length: 240 }, () => 1));
    expect(displayPeaks(new Float32Array(0), SLOW_RATE)).toEqual(Array.from({ length: 240 }, () => 0));
  });

  it('takes neither faint hiss nor a constant offset for sound', () => {
    const hiss = Float32Array.from({ length: SAMPLE_RATE }, (_, i) => 0.0009 * Math.sin(i));
    expect(isClearlyAudible(hiss, SAMPLE_RATE)).toBe(false);
    expect(
      isClearlyAudible(
        hiss.map((sample) => sample + 0.2),
        SAMPLE_RATE,
      ),
    ).toBe(false);
    expect(
      isClearlyAudible(
        hiss.map((sample, i) => sample + (i > 9000 && i < 10_000 ? 0.02 * Math.sin(i) : 0)),
        SAMPLE_RATE,
      ),
    ).toBe(true);
  });
});
