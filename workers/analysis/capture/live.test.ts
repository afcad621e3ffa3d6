import { afterEach, describe, expect, it, vi } from 'vitest';
import { melody, MELODY_NOTES, MELODY_SECONDS } from '../../../tests/fixtures/melody.ts';
import { PortSink, RingSink } from '../../../worklets/pcmSink.ts';
import { createRing } from '../../../worklets/ring.ts';
import { StreamAnalyzer } from '../analyzer.ts';
import { analyze } from '../analyze.ts';
import { readPcm } from '../pcm/index.ts';
import { LiveSession } from './live.ts';
import type { LiveUpdate } from '../protocol.ts';
import { nextTask } from '../../../tests/eventLoop.ts';

const SAMPLE_RATE = 24_000;

function session(): { sink: PortSink; live: LiveSession; updates: LiveUpdate[] } {
  const pcm = new MessageChannel();
  const picture = new MessageChannel();
  const updates: LiveUpdate[] = [];
  picture.port1.onmessage = ({ data }: MessageEvent<LiveUpdate>) => updates.push(data);
  return {
    sink: new PortSink(pcm.port1),
    live: new LiveSession({ kind: 'port', port: pcm.port2 }, SAMPLE_RATE, picture.port2),
    updates,
  };
}

/** Writes a sound to a sink in render quanta, and yields to the session and its updates in between. */
async function play(sink: PortSink, sound: Float32Array): Promise<void> {
  for (let at = 0; at < sound.length; at += 128) {
    sink.write(5000 + at, sound.subarray(at, at + 128), Math.min(128, sound.length - at));
    if (at % (128 * 64) === 0) await nextTask();
  }
}

afterEach(() => {
  vi.restoreAllMocks();
});

const encodedBytes = () => Uint8Array.from({ length: 2000 }, (_, i) => (i * 37) % 251);

describe('a live session', () => {
  it('finds the notes of the whole recording, and posts updates on the way', async () => {
    const { sink, live, updates } = session();
    const sound = melody(SAMPLE_RATE);
    await play(sink, sound);
    sink.end();
    const answer = await live.finish(encodedBytes());
    if (!answer.ok) throw new Error(answer.error.message);
    const { analysis, capture, peaks, wav } = answer.value;
    expect(answer.value.engineFailure).toBeUndefined();
    expect([...analysis.essence].sort()).toEqual([...MELODY_NOTES].sort());
    expect(analysis.notes).toEqual(analyze(sound, SAMPLE_RATE).notes);
    expect(capture).toEqual({ frames: sound.length, lost: 0, sent: sound.length });
    expect(wav).toBeNull();
    expect(peaks).toHaveLength(240);
    expect(Math.max(...peaks)).toBeCloseTo(0.5, 1);

    const seconds = MELODY_SECONDS;
    // The last few may still be on their way.
    await expect.poll(() => updates.at(-1)?.time).toBeCloseTo(seconds, 1);
    expect(updates.length).toBeGreaterThan(20 * seconds);
    expect(updates.length).toBeLessThan(40 * seconds);
    const columns = updates.flatMap((update) => update.columns);
    expect(columns.length).toBeGreaterThan(98 * seconds);
    expect(columns.length).toBeLessThanOrEqual(100 * seconds);
    expect(columns.filter((column) => column.midi !== null).length).toBeGreaterThan(60 * seconds);
    expect([...updates.at(-1)!.essence].sort()).toEqual([...MELODY_NOTES].sort());
  });

  it('computes the live view once an update, for any size of the pieces of sound', async () => {
    const views = vi.spyOn(StreamAnalyzer.prototype, 'live');
    const ring = createRing();
    const sink = new RingSink(ring);
    const picture = new MessageChannel();
    let updates = 0;
    picture.port1.onmessage = () => updates++;
    const live = new LiveSession({ kind: 'ring', ring }, SAMPLE_RATE, picture.port2);
    const sound = melody(SAMPLE_RATE).subarray(0, 2 * SAMPLE_RATE);
    for (let at = 0; at < sound.length; at += 128)
      sink.write(at, sound.subarray(at, at + 128), Math.min(128, sound.length - at));
    sink.end();
    const answer = await live.finish(encodedBytes());
    expect(answer.ok && answer.value.capture.frames).toBe(sound.length);
    await expect.poll(() => updates).toBe(views.mock.calls.length);
    expect(updates).toBeGreaterThan(50);
    expect(updates).toBeLessThanOrEqual(2 * 34);
  });

  it('does not send the pitch track, which grows with every step', async () => {
    const { sink, live } = session();
    await play(sink, melody(SAMPLE_RATE).subarray(0, SAMPLE_RATE));
    sink.end();
    const answer = await live.finish(encodedBytes());
    expect(answer.ok && answer.value.analysis.notes.length).toBeGreaterThan(0);
    expect(answer.ok && answer.value.analysis.f0).toEqual([]);
  });

  it('returns a WAVE file of the samples when the browser recorded nothing', async () => {
    const { sink, live } = session();
    const sound = melody(SAMPLE_RATE).subarray(0, 2 * SAMPLE_RATE);
    await play(sink, sound);
    sink.end();
    const answer = await live.finish(null);
    if (!answer.ok) throw new Error(answer.error.message);
    const decoded = readPcm(answer.value.wav!);
    expect(decoded.sampleRate).toBe(SAMPLE_RATE);
    const [copy] = decoded.channels;
    expect(copy).toHaveLength(sound.length);
    expect(copy!.every((sample, i) => Math.abs(sample - sound[i]!) < 1e-4)).toBe(true);
  });

  it('finds the resonances of a sound without pitch', async () => {
    const { sink, live } = session();
    const claps = Float32Array.from({ length: SAMPLE_RATE }, (_, i) =>
      i % 6000 < 40 ? (i % 2 === 0 ? 0.8 : -0.8) * Math.exp(-(i % 6000) / 8) : 0,
    );
    await play(sink, claps);
    sink.end();
    const answer = await live.finish(encodedBytes());
    if (!answer.ok) throw new Error(answer.error.message);
    expect(answer.value.analysis).toMatchObject({ source: 'resonance', notes: [] });
    expect(answer.value.analysis.essence).toEqual(analyze(claps, SAMPLE_RATE).essence);
    expect(answer.value.analysis.essence).toHaveLength(4);
    expect(answer.value.analysis.duration).toBeCloseTo(1, 5);
  });

  it('ends also when the end of the capture never arrives', async () => {
    const { sink, live } = session();
    await play(sink, melody(SAMPLE_RATE).subarray(0, SAMPLE_RATE));
    const answer = await live.finish(encodedBytes());
    if (!answer.ok) throw new Error(answer.error.message);
    expect(answer.value.capture.sent).toBeNull();
    // The last, unfinished chunk had not left the worklet.
    expect(answer.value.capture.frames).toBe(Math.floor(SAMPLE_RATE / 512) * 512);
  });

  it('reports silence for an empty recording', async () => {
    const { sink, live } = session();
    sink.end();
    const answer = await live.finish(new Uint8Array(0));
    expect(answer.ok && answer.value.analysis.silent).toBe(true);
  });
});
