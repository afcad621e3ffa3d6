import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PortSink, RingSink, type PcmSink } from '../../../worklets/pcmSink.ts';
import { createRing } from '../../../worklets/ring.ts';
import { GapFiller, openCapture } from './capture.ts';
import type { PcmSource } from '../protocol.ts';
import { nextTask } from '../../../tests/eventLoop.ts';

const countingSamples = (first: number, length: number) => Float32Array.from({ length }, (_, i) => first + i);

function connectionOf(kind: 'port' | 'ring'): { sink: PcmSink; source: PcmSource } {
  if (kind === 'ring') {
    const ring = createRing();
    return { sink: new RingSink(ring), source: { kind, ring } };
  }
  const { port1, port2 } = new MessageChannel();
  return { sink: new PortSink(port1), source: { kind, port: port2 } };
}

describe.each(['port', 'ring'] as const)('a capture over a %s', (kind) => {
  it('delivers every sample with its frame number, and then the end', async () => {
    const { sink, source } = connectionOf(kind);
    const heard: number[] = [];
    let first = -1;
    const reader = openCapture(source, (frame, samples) => {
      if (first < 0) first = frame;
      expect(frame).toBe(first + heard.length);
      heard.push(...samples);
    });
    const caughtUp = async (quanta: number) => {
      while (heard.length < 128 * quanta) await nextTask();
    };
    for (let quantum = 0; quantum < 300; quantum++) {
      sink.write(777 + quantum * 128, countingSamples(quantum * 128, 128), 128);
      if (quantum % 50 !== 49) continue;
      // The reader catches up, so that the connection is empty now and then.
      await caughtUp(quantum - 3);
    }
    sink.end();
    expect(await reader.ended).toBe(300 * 128);
    expect(first).toBe(777);
    expect(heard).toEqual([...countingSamples(0, 300 * 128)]);
  });

  it('settles when it is closed', async () => {
    const { source } = connectionOf(kind);
    const reader = openCapture(source, () => {});
    reader.close();
    expect(await reader.ended).toBeNull();
  });
});

describe('a ring whose reader is slower than the sound', () => {
  it('still handles pings, a cancel and timers', async () => {
    const ring = createRing();
    const sink = new RingSink(ring);
    const quantum = countingSamples(0, 128);
    let written = 0;
    const write = () => sink.write(128 * written++, quantum, 128);
    write();
    let asked = 0;
    // The writer is as fast as the reader: each block taken leads to another one, 2,000 times.
    const reader = openCapture({ kind: 'ring', ring }, () => {
      if (written < 2000) write();
      else if (written++ === 2000) sink.end();
    });
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      asked++;
      port1.postMessage('ping');
    };
    port1.postMessage('ping');
    expect(await reader.ended).toBe(2000 * 128);
    port1.close();
    expect(asked).toBeGreaterThan(50);
  });

  it('can be closed in the middle', async () => {
    const ring = createRing();
    const sink = new RingSink(ring);
    let taken = 0;
    const writeNext = () => sink.write(128 * ++taken, countingSamples(0, 128), 128);
    writeNext();
    const reader = openCapture({ kind: 'ring', ring }, () => {
      if (taken < 100_000) writeNext();
    });
    void nextTask().then(() => reader.close());
    expect(await reader.ended).toBeNull();
    expect(taken).toBeLessThan(100_000);
  });
});

describe('joining numbered samples', () => {
  it('fills gaps with silence of the same length', () => {
    const sound: number[] = [];
    const filler = new GapFiller((samples) => sound.push(...samples));
    filler.take(100, countingSamples(1, 3));
    filler.take(10_103, countingSamples(4, 2));
    expect(sound).toEqual([1, 2, 3, ...Array.from({ length: 10_000 }, () => 0), 4, 5]);
    expect(filler).toMatchObject({ frames: 5, lost: 10_000 });
  });

  it('drops repeated frames', () => {
    const sound: number[] = [];
    const filler = new GapFiller((samples) => sound.push(...samples));
    filler.take(0, countingSamples(0, 4));
    filler.take(2, countingSamples(2, 4));
    filler.take(1, countingSamples(1, 2));
    filler.take(6, countingSamples(6, 1));
    expect(sound).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(filler).toMatchObject({ frames: 7, lost: 0 });
  });

  it('puts every sample at the place of its frame number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 6000 }), fc.integer({ min: 0, max: 300 })), { maxLength: 20 }),
        (runs) => {
          const sound: number[] = [];
          const filler = new GapFiller((samples) => sound.push(...samples));
          filler.take(0, countingSamples(1, 1));
          let at = 1;
          for (const [gap, length] of runs) {
            at += gap;
            filler.take(at, countingSamples(at + 1, length));
            at += length;
          }
          expect(sound.every((value, i) => value === 0 || value === i + 1)).toBe(true);
          expect(filler.frames + filler.lost).toBe(sound.length);
          expect(sound.filter((value) => value !== 0)).toHaveLength(filler.frames);
        },
      ),
      { numRuns: 50 },
    );
  });
});
