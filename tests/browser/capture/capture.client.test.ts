import { afterEach, describe, expect, it, vi } from 'vitest';
import { AnalysisClient, PING_MS, startAnalysisWorker } from '#features/create/audio/analysis/analysisClient.ts';
import { beginAnalysis } from '#features/create/audio/analysis/analysisTask.ts';
import { hashBytes } from '#analysis/analyze.ts';
import { melody, MELODY_NOTES } from '#tests/fixtures/melody.ts';
import { fixtureFile } from '../support/fixtureFiles.ts';

const SAMPLE_RATE = 24_000;
const bytes = () => Uint8Array.from({ length: 500 }, (_, i) => (i * 91) % 249);

const workers: Worker[] = [];
/** The app's own worker, watched so that a test can kill it. */
function start(): Worker {
  const worker = startAnalysisWorker();
  workers.push(worker);
  return worker;
}

let client = new AnalysisClient(start);

/**
 * Takes over the clock by which the client requests signs of life: a living worker never gets a request sooner than it
 * can answer.
 */
function stopAsking(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
}

/**
 * Advances the clock from ping to ping until `isOver`: a worker that leaves several pings unanswered counts as dead.
 * @returns the time that has passed, ms
 */
async function pingUntil(isOver: () => boolean): Promise<number> {
  let asked = 0;
  await expect
    .poll(() => {
      vi.advanceTimersByTime(PING_MS);
      asked += PING_MS;
      return isOver();
    })
    .toBe(true);
  return asked;
}

afterEach(() => {
  client.close();
  for (const worker of workers.splice(0)) worker.terminate();
  vi.useRealTimers();
});

describe('the analysis worker and its client', () => {
  it('analyse a sound in the worker, with progress', async () => {
    client = new AnalysisClient(start);
    const progress: number[] = [];
    let heard = 0;
    const sound = melody(SAMPLE_RATE);
    const answer = await client.analyzeFile([sound], SAMPLE_RATE, bytes(), {
      onProgress: (done) => progress.push(done),
      onHeard: () => heard++,
    });
    if (!answer.ok) throw new Error(answer.error.message);
    expect(answer.value.engineFailure).toBeUndefined();
    expect([...answer.value.analysis.essence].sort()).toEqual([...MELODY_NOTES].sort());
    expect(answer.value.peaks).toHaveLength(240);
    // The samples were handed over, not copied.
    expect(sound.length).toBe(0);
    expect(heard).toBe(1);
    expect(progress.length).toBeGreaterThan(20);
    // The last report may come a moment after the answer: they take different ports.
    await expect.poll(() => progress.at(-1)).toBe(1);
  });

  it('stop when they are aborted', async () => {
    client = new AnalysisClient(start);
    const abort = new AbortController();
    let reports = 0;
    const long = new Float32Array(120 * SAMPLE_RATE).map((_, i) => Math.sin(i / 10));
    const answer = await client.analyzeFile([long], SAMPLE_RATE, bytes(), {
      signal: abort.signal,
      onProgress: () => {
        reports++;
        abort.abort();
      },
    });
    expect(answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    // And the same worker is free for the next: nothing of the two minutes before is in its result.
    expect(await client.analyzeFile([melody(SAMPLE_RATE)], SAMPLE_RATE, bytes())).toMatchObject({ ok: true });
    expect(reports).toBeLessThan(3);
    expect(workers).toHaveLength(1);
  });

  it('report a worker that answers no more as dead, and start another @slow', async () => {
    stopAsking();
    client = new AnalysisClient(start);
    expect(await client.analyzeFile(null, 0, bytes())).toMatchObject({ ok: true });
    let dead = false;
    let settled = false;
    const answer = client
      .analyzeFile([new Float32Array(300 * SAMPLE_RATE).fill(0.1)], SAMPLE_RATE, bytes(), {
        onProgress: () => {
          workers[0]!.terminate();
          dead = true;
        },
      })
      .finally(() => (settled = true));
    await expect.poll(() => dead).toBe(true);
    await pingUntil(() => settled);
    expect(await answer).toMatchObject({ ok: false, error: { code: 'died' } });
    expect(await client.analyzeFile(null, 0, bytes())).toMatchObject({ ok: true });
    expect(workers).toHaveLength(2);
  });

  it('report at once that the worker cannot be loaded', async () => {
    client = new AnalysisClient(() => new Worker('/there-is-no-such-worker.js', { type: 'module' }));
    expect(await client.analyzeFile(null, 0, bytes())).toMatchObject({ ok: false, error: { code: 'died' } });
  });

  it('settle every pending call when the client is closed', async () => {
    client = new AnalysisClient(start);
    const answer = client.analyzeFile([new Float32Array(300 * SAMPLE_RATE)], SAMPLE_RATE, bytes());
    await expect.poll(() => workers.length).toBe(1);
    client.close();
    expect(await answer).toMatchObject({ ok: false, error: { code: 'died' } });
  });

  it('end together: a closed worker computes nothing any more', async () => {
    const ended: Worker[] = [];
    client = new AnalysisClient(() => {
      const worker = start();
      const terminate = worker.terminate.bind(worker);
      worker.terminate = () => {
        ended.push(worker);
        terminate();
      };
      return worker;
    });
    const answer = client.analyzeFile([new Float32Array(300 * SAMPLE_RATE)], SAMPLE_RATE, bytes());
    client.close();
    expect(await answer).toMatchObject({ ok: false });
    expect(ended).toEqual(workers);
    expect(ended).toHaveLength(1);
  });
});

describe('the analysis of a sound', () => {
  it('decodes the sound again for a fresh worker when the first one dies @slow', async () => {
    const file = await fixtureFile('melody.wav', 'audio/wav');
    stopAsking();
    let dead = false;
    client = new AnalysisClient(() => {
      const worker = start();
      if (workers.length > 1) return worker;
      // The first one dies while it has the sound.
      const send = worker.postMessage.bind(worker) as (message: unknown, transfer: Transferable[]) => void;
      worker.postMessage = (message: unknown, transfer?: Transferable[] | StructuredSerializeOptions) => {
        const parts = Array.isArray(transfer) ? transfer : [];
        send(message, parts);
        if (!parts.some((part) => part instanceof ArrayBuffer)) return;
        worker.terminate();
        dead = true;
      };
      return worker;
    });
    const pending = beginAnalysis(client, file, 6);
    await expect.poll(() => dead).toBe(true);
    await pingUntil(() => workers.length === 2);
    const { analysis } = await pending.result;
    expect(analysis.source).toBe('spectral');
    expect([...analysis.essence].sort()).toEqual([...MELODY_NOTES].sort());
    expect(workers).toHaveLength(2);
    expect(pending.progress()).toBe(1);
    expect(await pending.silent).toBe(false);
  });

  it('returns the notes of the bytes when the sound cannot be decoded', async () => {
    client = new AnalysisClient(start);
    const blob = new Blob([bytes()]);
    const { analysis, engineFailure } = await beginAnalysis(client, blob, 3).result;
    expect(engineFailure).toBeUndefined();
    expect(analysis).toMatchObject({
      source: 'byte-hash',
      essence: hashBytes(bytes()).essence,
      duration: 3,
      silent: false,
    });
  });

  it('returns the notes of the bytes and reports a failed engine in a browser without a decoder', async () => {
    client = new AnalysisClient(start);
    vi.stubGlobal('OfflineAudioContext', undefined);
    const file = await fixtureFile('melody.wav', 'audio/wav');
    const { analysis, engineFailure } = await beginAnalysis(client, file, 6).result;
    vi.unstubAllGlobals();
    expect(analysis).toMatchObject({ source: 'byte-hash', duration: 6, silent: false });
    expect(engineFailure).toBe('This browser gives pages no decoder of sounds.');
  });

  it.each([
    ['no worker can be loaded', () => new Worker('/there-is-no-such-worker.js', { type: 'module' })],
    [
      'none may be started',
      () => {
        throw new DOMException('The policy forbids it.', 'SecurityError');
      },
    ],
  ])('returns the notes of the bytes and reports a failed engine if %s', async (_, begin) => {
    client = new AnalysisClient(begin);
    const file = await fixtureFile('melody.wav', 'audio/wav');
    const pending = beginAnalysis(client, file, 6);
    const { analysis, engineFailure } = await pending.result;
    expect(analysis).toMatchObject({
      source: 'byte-hash',
      essence: hashBytes(new Uint8Array(await file.arrayBuffer())).essence,
      duration: 6,
    });
    expect(engineFailure).toBeTruthy();
    expect(pending.failed()).toBe(false);
    expect(await pending.silent).toBe(false);
  });

  it('returns the notes of the bytes and reports a failed engine if the worker never answers', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    client = new AnalysisClient(() => {
      // It reads every message and does nothing.
      const silent = new Worker(URL.createObjectURL(new Blob(['onmessage = () => {}'])));
      workers.push(silent);
      return silent;
    });
    const file = await fixtureFile('melody.wav', 'audio/wav');
    const pending = beginAnalysis(client, file, 6);
    let settled = false;
    void pending.result.finally(() => (settled = true));
    await expect.poll(() => workers.length).toBe(1);
    // Without a second try, before the processing screen gives up.
    expect(await pingUntil(() => settled)).toBeLessThan(30_000);
    expect(workers).toHaveLength(1);
    const { analysis, engineFailure } = await pending.result;
    expect(analysis).toMatchObject({
      source: 'byte-hash',
      essence: hashBytes(new Uint8Array(await file.arrayBuffer())).essence,
      duration: 6,
    });
    expect(engineFailure).toBe('The worker does not answer.');
  });

  it('can be cancelled', async () => {
    client = new AnalysisClient(start);
    const pending = beginAnalysis(client, await fixtureFile('melody.wav', 'audio/wav'), 6);
    pending.cancel();
    await expect(pending.result).rejects.toMatchObject({ code: 'cancelled' });
    expect(pending.failed()).toBe(true);
  });
});
