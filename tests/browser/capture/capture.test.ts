import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AnalysisClient } from '../../../src/audio/analysis/analysisClient.ts';
import { openTap, prepareCapture } from '../../../src/audio/recording/capture.ts';
import { openMicrophone } from '../../../src/audio/recording/microphone.ts';
import type { LiveUpdate } from '../../../workers/protocol.ts';
import { RingReader } from '../../../worklets/ring.ts';
import { MELODY_NOTES } from '../../fixtures/melody.ts';
import type { Collected } from '../support/collector.worker.ts';

/** Step of the ramp from one sample to the next: exact in 32-bit floats for 2^24 samples. */
const STEP = 2 ** -24;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Keeps the main thread busy, as a slow page does. Returns when it began and ended, ms since 1970. */
function block(ms: number): [number, number] {
  const from = performance.timeOrigin + performance.now();
  let now = from;
  while (now - from < ms) now = performance.timeOrigin + performance.now();
  return [from, now];
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

/** A source whose every sample says its number. */
function ramp(seconds: number): AudioBufferSourceNode {
  const buffer = context.createBuffer(1, seconds * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (i + 1) * STEP;
  return new AudioBufferSourceNode(context, { buffer });
}

function collector(): Worker {
  const worker = new Worker(new URL('../support/collector.worker.ts', import.meta.url), { type: 'module' });
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
    await expect(prepareCapture(ramp(1), refusing, () => {}, 'ring')).rejects.toMatchObject({ code: 'capture_failed' });
    await expect.poll(() => new RingReader(rings[0]!).ended()).toBe(0);
  });
});

describe.each(['port', 'ring'] as const)('capture over a %s', (kind) => {
  it('brings every sample to the worker while the main thread is busy for 300 ms', async () => {
    expect(crossOriginIsolated).toBe(true);
    await context.resume();
    const source = ramp(10);
    const tap = await openTap(source, kind);
    const worker = collector();
    const collected = new Promise<Collected>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Collected>) => resolve(data));
    });
    worker.postMessage(tap.source, tap.source.kind === 'port' ? [tap.source.port] : []);
    tap.start();
    await wait(300);
    source.start();
    await wait(300);
    const [from, to] = block(300);
    await wait(300);
    tap.stop();
    const { sent, arrivals, samples } = await collected;
    tap.release();

    // Every sample that the audio thread has sent is there.
    expect(samples).toHaveLength(sent!);
    expect(samples.length / context.sampleRate).toBeGreaterThan(0.8);
    // They are the very samples, in order: within a run of frame numbers each is one step above the one before it.
    let at = 0;
    let broken = 0;
    let jumps = 0;
    let next = arrivals[0]!.frame;
    for (const { frame, length } of arrivals) {
      if (frame !== next) jumps++;
      for (let i = 1; i < length; i++) {
        const before = samples[at + i - 1]!;
        const rise = samples[at + i]! - before;
        // The source begins somewhere inside: before it there is silence.
        if (rise !== STEP && !(before === 0 && samples[at + i] === 0)) broken++;
      }
      if (frame === next && at > 0 && samples[at - 1]! > 0 && samples[at]! - samples[at - 1]! !== STEP) broken++;
      at += length;
      next = frame + length;
    }
    expect(broken).toBe(0);
    // The audio thread itself may skip a few quanta on a loaded machine; it says so by frame number.
    expect(jumps).toBeLessThan(5);

    // And they came while the main thread was busy, not after it.
    const during = arrivals.filter((arrival) => arrival.at > from && arrival.at < to);
    const heard = during.reduce((sum, { length }) => sum + length, 0) / context.sampleRate;
    expect(heard).toBeGreaterThan(0.2);
  });

  it('takes the microphone to the engine, and the melody comes out', async () => {
    await context.resume();
    const microphone = await openMicrophone(true);
    const client = new AnalysisClient();
    try {
      const updates: LiveUpdate[] = [];
      const capture = await prepareCapture(
        context.createMediaStreamSource(microphone.stream),
        client,
        (update) => updates.push(update),
        kind,
      );
      capture.start();
      for (let second = 0; second < 6; second++) {
        await wait(700);
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
