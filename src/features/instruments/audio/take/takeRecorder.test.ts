import { describe, expect, it } from 'vitest';
import { MAX_TAKE_NOTES } from '../../domain/take/layeredTake.ts';
import { TakeRecorder } from './takeRecorder.ts';

describe('a take', () => {
  it('writes down who played what, when and how loud', () => {
    const recorder = new TakeRecorder(100);
    recorder.noteOn('key', 60, 0.8, 100.5);
    recorder.noteOn('midi:a:0', 60, 0.4, 100.75);
    recorder.noteOff('key', 60, 101);
    recorder.noteOff('key', 99, 101);
    expect(recorder.finish(102)).toEqual({
      duration: 2,
      notes: [
        { midi: 60, onset: 0.5, offset: 1, velocity: 0.8 },
        { midi: 60, onset: 0.75, offset: 2, velocity: 0.4 },
      ],
    });
  });

  it('takes the note that comes a little before the beginning, and not the practice before that', () => {
    const recorder = new TakeRecorder(10);
    recorder.noteOn('key', 60, 1, 9.5);
    recorder.noteOn('key', 62, 1, 9.9, 'held');
    recorder.noteOff('key', 60, 10.1);
    expect(recorder.soFar(10.2).notes).toEqual(
      [{ midi: 62, onset: 0, offset: 0.2, velocity: 1, tone: 'held' }].map((note) => ({
        ...note,
        offset: expect.closeTo(note.offset, 9) as number,
      })),
    );
    // What is told on the way ends nothing.
    expect(recorder.finish(11).notes[0]!.offset).toBeCloseTo(1, 9);
  });

  it('ends somewhere', () => {
    const recorder = new TakeRecorder(0);
    for (let i = 0; i < MAX_TAKE_NOTES + 10; i++) recorder.noteOn('key', i % 128, 1, i / 1000);
    expect(recorder.count).toBe(MAX_TAKE_NOTES);
    expect(recorder.isFull(5)).toBe(true);
  });
});
