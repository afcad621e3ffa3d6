import { describe, expect, it } from 'vitest';
import { CHUNK_FRAMES, POOL_SIZE, PortSink } from './pcmSink.ts';
import type { FromCapture, ToCapture } from './captureProtocol.ts';
import { nextTask } from '#tests/eventLoop.ts';

const countingSamples = (first: number, length: number) => Float32Array.from({ length }, (_, i) => first + i);

/** Collects the messages of a sink until its end; returns the buffers if `recycle`. */
function receive(port: MessagePort, recycle: boolean): Promise<FromCapture[]> {
  return new Promise((resolve) => {
    const messages: FromCapture[] = [];
    port.onmessage = ({ data }: MessageEvent<FromCapture>) => {
      messages.push(data.type === 'chunk' ? { ...data, samples: data.samples.slice() } : data);
      if (data.type === 'chunk' && recycle)
        port.postMessage({ type: 'recycle', samples: data.samples } satisfies ToCapture, [data.samples.buffer]);
      if (data.type === 'end') {
        port.close();
        resolve(messages);
      }
    };
  });
}

describe('chunks on a port', () => {
  it('divide an unbroken run evenly and have the rest at the end', async () => {
    const { port1, port2 } = new MessageChannel();
    const sink = new PortSink(port1);
    const received = receive(port2, true);
    for (let frame = 0; frame < 1280; frame += 128) sink.write(1000 + frame, countingSamples(frame, 128), 128);
    sink.end();
    const messages = await received;
    expect(
      messages.map((message) => (message.type === 'chunk' ? [message.frame, message.length] : message.frames)),
    ).toEqual([[1000, 512], [1512, 512], [2024, 256], 1280]);
    const samples = messages.flatMap((message) =>
      message.type === 'chunk' ? [...message.samples.subarray(0, message.length)] : [],
    );
    expect(samples).toEqual([...countingSamples(0, 1280)]);
  });

  it('begin again at missing frames', async () => {
    const { port1, port2 } = new MessageChannel();
    const sink = new PortSink(port1);
    const received = receive(port2, true);
    sink.write(0, countingSamples(0, 128), 128);
    sink.write(640, countingSamples(640, 128), 128);
    sink.end();
    expect(
      (await received).map((message) => (message.type === 'chunk' ? [message.frame, message.length] : message.frames)),
    ).toEqual([[0, 128], [640, 128], 256]);
  });

  it('hold a quantum larger than a chunk', async () => {
    const { port1, port2 } = new MessageChannel();
    const sink = new PortSink(port1);
    const received = receive(port2, true);
    sink.write(0, countingSamples(0, 2048), 1300);
    sink.end();
    const samples = (await received).flatMap((message) =>
      message.type === 'chunk' ? [...message.samples.subarray(0, message.length)] : [],
    );
    expect(samples).toEqual([...countingSamples(0, 1300)]);
  });

  it('reuse the same few buffers while the receiver keeps up', async () => {
    const { port1, port2 } = new MessageChannel();
    const sink = new PortSink(port1);
    const received = receive(port2, true);
    let arrived = 0;
    port2.addEventListener('message', () => arrived++);
    for (let chunk = 0; chunk < 100; chunk++) {
      sink.write(chunk * CHUNK_FRAMES, countingSamples(0, CHUNK_FRAMES), CHUNK_FRAMES);
      // Let the receiver keep up: after every eighth chunk all must arrive, and one more turn follows for their return.
      if (chunk % 8 !== 7) continue;
      await expect.poll(() => arrived, { interval: 1 }).toBe(chunk + 1);
      await nextTask();
    }
    sink.end();
    expect(await received).toHaveLength(101);
    // Far fewer than a hundred: the pool, plus at most one round of eight on a busy machine.
    expect(sink.allocated).toBeLessThanOrEqual(POOL_SIZE + 8);
  });

  it('lose nothing when the receiver keeps every buffer', async () => {
    const { port1, port2 } = new MessageChannel();
    const sink = new PortSink(port1);
    const received = receive(port2, false);
    for (let chunk = 0; chunk < 100; chunk++)
      sink.write(chunk * CHUNK_FRAMES, countingSamples(chunk, CHUNK_FRAMES), CHUNK_FRAMES);
    sink.end();
    const messages = await received;
    expect(messages.map((message) => (message.type === 'chunk' ? message.samples[0] : message.frames))).toEqual([
      ...Array.from({ length: 100 }, (_, i) => i),
      100 * CHUNK_FRAMES,
    ]);
  });
});
