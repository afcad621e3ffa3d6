import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { analyze } from '#analysis/index.ts';
import { analyzeFile } from '#analysis/page/listen.ts';
import { melody } from '#tests/fixtures/melody.ts';

const SAMPLE_RATE = 24_000;

let worker: Worker;
beforeEach(() => {
  worker = new Worker(new URL('../../../workers/analysis/analysis.worker.ts', import.meta.url), { type: 'module' });
});
afterEach(() => {
  vi.useRealTimers();
  worker.terminate();
});

describe('a file in a worker of the package', () => {
  it('has the same notes as without a worker, and reports its progress', async () => {
    const sound = melody(SAMPLE_RATE);
    const done: number[] = [];
    const { analysis, engineFailure } = await analyzeFile(worker, [sound, sound], SAMPLE_RATE, {
      onProgress: (share) => void done.push(share),
    });
    expect(analysis.notes).toEqual(analyze(sound, SAMPLE_RATE).notes);
    expect(engineFailure).toBeUndefined();
    expect(sound.length, 'the channels stay').toBeGreaterThan(0);
    expect(done.length).toBeGreaterThan(10);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
  });

  it('is cancelled by its signal, and others go on', async () => {
    const given = new AbortController();
    const long = analyzeFile(worker, [new Float32Array(300 * SAMPLE_RATE).fill(0.1)], SAMPLE_RATE, {
      signal: given.signal,
      onProgress: () => given.abort(),
    });
    const other = analyzeFile(worker, [melody(SAMPLE_RATE)], SAMPLE_RATE);
    await expect(long).rejects.toMatchObject({ cause: { code: 'cancelled' } });
    expect((await other).analysis.notes.length).toBeGreaterThan(0);
    await expect(
      analyzeFile(worker, [melody(SAMPLE_RATE)], SAMPLE_RATE, { signal: given.signal }),
    ).rejects.toMatchObject({
      cause: { code: 'cancelled' },
    });
  });

  it('is refused with a message: other samples, an impossible rate, nothing at all', async () => {
    const numbers = [[0.1, 0.2]] as unknown as Float32Array[];
    await expect(analyzeFile(worker, numbers, SAMPLE_RATE)).rejects.toThrow(/^Samples are a Float32Array/);
    await expect(analyzeFile(worker, [melody(SAMPLE_RATE)], 20)).rejects.toMatchObject({
      message: expect.stringContaining('Sample rate 20 Hz'),
      cause: { code: 'engine' },
    });
    await expect(analyzeFile(worker, [], SAMPLE_RATE)).rejects.toMatchObject({ cause: { code: 'engine' } });
  });

  it('ends with the code `died` when the worker was terminated', async () => {
    worker.terminate();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const analysed = analyzeFile(worker, [melody(SAMPLE_RATE)], SAMPLE_RATE);
    analysed.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(15_000);
    vi.useRealTimers();
    await expect(analysed).rejects.toMatchObject({ cause: { code: 'died' } });
  });
});
