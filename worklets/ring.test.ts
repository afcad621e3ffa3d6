import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_FRAMES, createRing, RING_BLOCKS, RingReader, RingWriter } from './ring.ts';

const quantum = (first: number, length = BLOCK_FRAMES) => Float32Array.from({ length }, (_, i) => first + i);

describe('the ring between the audio thread and the worker', () => {
  it('delivers every sample once and in order, for any order of writes and reads', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.boolean()), { maxLength: 200 }), (steps) => {
        const memory = createRing();
        const writer = new RingWriter(memory);
        const reader = new RingReader(memory);
        const read: number[] = [];
        let frame = 0;
        const take = (at: number, samples: Float32Array) => {
          expect(at).toBe(read.length);
          read.push(...samples);
        };
        for (const [length, drain] of steps) {
          expect(writer.write(frame, quantum(frame, length), 0, length)).toBe(true);
          frame += length;
          if (drain) reader.drain(take);
        }
        reader.drain(take);
        expect(read).toEqual(Array.from({ length: frame }, (_, i) => i));
      }),
      { numRuns: 30 },
    );
  });

  it('wraps around many times', () => {
    const memory = createRing();
    const writer = new RingWriter(memory);
    const reader = new RingReader(memory);
    let next = 0;
    let inOrder = 0;
    for (let block = 0; block < 5 * RING_BLOCKS; block++) {
      writer.write(block * BLOCK_FRAMES, quantum(block), 0, BLOCK_FRAMES);
      if (block % 1000 === 999) {
        reader.drain((frame, samples) => {
          if (frame === next * BLOCK_FRAMES && samples[0] === next) inOrder++;
          next++;
        });
      }
    }
    expect(inOrder).toBe(next);
    expect(next).toBe(5 * RING_BLOCKS - ((5 * RING_BLOCKS) % 1000));
  });

  it('drops blocks that do not fit, so that the reader finds a jump of frame numbers', () => {
    const memory = createRing();
    const writer = new RingWriter(memory);
    const reader = new RingReader(memory);
    for (let block = 0; block < RING_BLOCKS; block++)
      expect(writer.write(block * BLOCK_FRAMES, quantum(0), 0, BLOCK_FRAMES)).toBe(true);
    expect(writer.write(RING_BLOCKS * BLOCK_FRAMES, quantum(0), 0, BLOCK_FRAMES)).toBe(false);
    const frames: number[] = [];
    reader.drain((frame) => frames.push(frame));
    writer.write((RING_BLOCKS + 1) * BLOCK_FRAMES, quantum(0), 0, BLOCK_FRAMES);
    reader.drain((frame) => frames.push(frame));
    expect(frames.slice(-2)).toEqual([(RING_BLOCKS - 1) * BLOCK_FRAMES, (RING_BLOCKS + 1) * BLOCK_FRAMES]);
  });

  it('signals its end, with a total beyond 32 bits, and wakes the reader', () => {
    const memory = createRing();
    const writer = new RingWriter(memory);
    const reader = new RingReader(memory);
    const seen = reader.signal();
    expect(reader.endFrame()).toBeNull();
    writer.end(2 ** 33 + 1);
    expect(reader.endFrame()).toBe(2 ** 33 + 1);
    expect(reader.signal()).not.toBe(seen);
  });
});
