import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AnalysisClient } from '#features/create/audio/analysis/analysisClient.ts';
import { openTap, prepareCapture } from '#features/create/audio/recording/capture.ts';
import { openMicrophone } from '#features/create/audio/recording/microphone.ts';
import type { LiveUpdate } from '#analysis/protocol.ts';
import { RingReader } from '#worklets/ring.ts';
import { MELODY_NOTES } from '#tests/fixtures/melody.ts';
import { WAIT_TIMEOUT_MS } from '#tests/timeouts.ts';
import { withTimeout } from '#tests/withTimeout.ts';
import { renderedUntil } from '#tests/browser/support/clock.ts';
import { block } from './blocked.ts';
import type { Collected } from './collector.worker.ts';

/** Step of the ramp from one sample to the next: exact in 32-bit floats for 2^24 samples. */
const RAMP_STEP = 2 ** -24;

/**
 * Keeps the main thread busy until the collector has got so many more samples meanwhile.
 * @throws when none come for long: they come through the main thread
 */
function blockUntilHeard(counter: Int32Array, samples: number): void {
  const wanted = Atomics.load(counter, 0) + samples;
  const giveUp = performance.now() + WAIT_TIMEOUT_MS / 4;
  while (Atomics.load(counter, 0) < wanted)
    if (performance.now() > giveUp) throw new Error('Nothing is heard while the main thread is busy.');
}

let context: AudioContext;
const workers: Worker[] = [];

beforeEach(() => {
  context = new AudioContext();
});

afterEach(async () => {
  await context.close();
  for (const worker of workers.splice(0)) worker.terminate();
});

/** A source whose every sample is its number. */
function ramp(seconds: number): AudioBufferSourceNode {
  const buffer = context.createBuffer(1, seconds * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (i + 1) * RAMP_STEP;
  return new AudioBufferSourceNode(context, { buffer });
}

function collector(): Worker {
  const worker = new Worker(new URL('./collector.worker.ts', import.meta.url), { type: 'module' });
  workers.push(worker);
  return worker;
}

describe('a capture that the worker refuses', () => {
  it('stops its processor on the audio thread, which would live for ever', async () => {
    await context.resume();
    const rings: SharedArrayBuffer[] = [];
    const refusing = new AnalysisClient();
    refusing.startLive = async (source) => {
      if (source.kind === 'ring') rings.push(source.ring);
      return { ok: false, error: { code: 'engine', message: 'not at this rate' } };
    };
    await expect(prepareCapture(context, refusing, () => {}, 'ring')).rejects.toMatchObject({ code: 'capture_failed' });
    await expect.poll(() => new RingReader(rings[0]!).endFrame()).toBe(0);
  });
});

describe.each(['port', 'ring'] as const)('capture over a %s', (kind) => {
  it('delivers every sample to the worker, also while the main thread is busy', async () => {
    expect(crossOriginIsolated).toBe(true);
    await context.resume();
    const source = ramp(10);
    const tap = await openTap(context, kind);
    const worker = collector();
    const collected = new Promise<Collected>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Collected>) => resolve(data));
    });
    const counter = new Int32Array(new SharedArrayBuffer(4));
    worker.postMessage({ source: tap.source, counter }, tap.source.kind === 'port' ? [tap.source.port] : []);
    tap.start(source);
    await expect.poll(() => Atomics.load(counter, 0)).toBeGreaterThan(0);
    source.start();
    await renderedUntil(context, context.currentTime + 0.3);
    // They come while the main thread is busy, not after it.
    blockUntilHeard(counter, 0.3 * context.sampleRate);
    await renderedUntil(context, context.currentTime + 0.3);
    tap.stop();
    const { sent, arrivals, samples } = await withTimeout('what the worker has collected', collected);
    tap.release();

    // Every sample that the audio thread has sent is there.
    expect(samples).toHaveLength(sent!);
    // They are the very samples, in order: within a run of frame numbers each is one step above the one before it.
    let at = 0;
    let broken = 0;
    let next = arrivals[0]!.frame;
    for (const { frame, length } of arrivals) {
      for (let i = 1; i < length; i++) {
        const before = samples[at + i - 1]!;
        const rise = samples[at + i]! - before;
        // The source begins somewhere inside: before it there is silence.
        if (rise !== RAMP_STEP && !(before === 0 && samples[at + i] === 0)) broken++;
      }
      if (frame === next && at > 0 && samples[at - 1]! > 0 && samples[at]! - samples[at - 1]! !== RAMP_STEP) broken++;
      at += length;
      next = frame + length;
    }
    expect(broken).toBe(0);
  });

  it('the notes of a melody at the microphone are in the result of the engine', async () => {
    await context.resume();
    const microphone = await openMicrophone(true);
    const client = new AnalysisClient();
    try {
      const updates: LiveUpdate[] = [];
      const capture = await prepareCapture(context, client, (update) => updates.push(update), kind);
      capture.start(context.createMediaStreamSource(microphone.stream));
      for (let second = 0; second < 6; second++) {
        await renderedUntil(context, context.currentTime + 0.7);
        block(300);
      }
      capture.stop();
      const answer = await capture.finish(new Uint8Array([1, 2, 3]));
      if (!answer.ok) throw new Error(answer.error.message);
      const { analysis, capture: report } = answer.value;
      expect(report.frames).toBe(report.sent);
      expect(report.lost).toBeLessThan(0.02 * report.frames);
      expect(analysis.duration).toBeGreaterThan(5.5);
      expect([...analysis.essence].sort()).toEqual([...MELODY_NOTES].sort());
      expect(updates.length).toBeGreaterThan(100);
      expect(updates.flatMap((update) => update.columns).length / 100).toBeCloseTo(analysis.duration, 0);
    } finally {
      microphone.release();
      client.close();
    }
  });
});
