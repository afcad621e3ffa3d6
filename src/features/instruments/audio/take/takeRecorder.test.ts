import { describe, expect, it } from 'vitest';
import { MAX_TAKE_NOTES, type TakeNote } from '#features/instruments/domain/take/recordedTake.ts';
import { TakeRecorder } from './takeRecorder.ts';

describe('a recording of a take', () => {
  it('has each note with its device, time and loudness', () => {
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

  it('includes a note just before its beginning, and not the practice before that', () => {
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
    // The take so far does not end a held note.
    expect(recorder.finish(11).notes[0]!.offset).toBeCloseTo(1, 9);
  });

  it('has the gestures on the notes of each channel, and their values before', () => {
    const recorder = new TakeRecorder(10);
    recorder.gesture('midi:a:0', 'sustain', 1, 9);
    recorder.gesture('midi:a:0', 'bend', 50, 9.5);
    recorder.noteOn('midi:a:0', 60, 1, 10);
    recorder.noteOn('key', 62, 1, 10);
    // Within 10 ms: one.
    for (const [time, cents] of [
      [10.5, 100],
      [10.505, 200],
      [10.5051, 190],
      [10.52, 190],
      [10.53, 0],
    ] as const)
      recorder.gesture('midi:a:0', 'bend', cents, time);
    recorder.gesture('midi:b:0', 'modulation', 0, 10.6);
    recorder.gesture('midi:b:3', 'key', 0.5, 10.6, 62);
    const { notes, gestures } = recorder.finish(11);
    expect(notes.map(({ midi, channel }: TakeNote) => [midi, channel])).toEqual([
      [60, 0],
      [62, undefined],
    ]);
    expect(gestures!.map(({ time, ...gesture }) => [Math.round(1000 * time), gesture])).toEqual([
      [0, { channel: 0, control: 'sustain', value: 1 }],
      [0, { channel: 0, control: 'bend', value: 50 }],
      [500, { channel: 0, control: 'bend', value: 190 }],
      [530, { channel: 0, control: 'bend', value: 0 }],
      [600, { channel: 1, control: 'key', value: 0.5, midi: 62 }],
    ]);
  });

  it('has the end of a key apart from that of its note, which a pedal holds, and its release velocity', () => {
    const recorder = new TakeRecorder(0);
    recorder.noteOn('midi:a:0', 60, 1, 1);
    recorder.keyUp('midi:a:0', 60, 0.25, 2);
    recorder.noteOff('midi:a:0', 60, 5);
    recorder.noteOn('midi:a:0', 62, 1, 1);
    recorder.keyUp('midi:a:0', 62, 0.5, 2);
    recorder.noteOff('midi:a:0', 62, 2);
    recorder.keyUp('midi:a:0', 64, 0.5, 2);
    expect(recorder.finish(6).notes).toEqual([
      { midi: 60, onset: 1, offset: 5, velocity: 1, keyUp: 2, release: 0.25 },
      { midi: 62, onset: 1, offset: 2, velocity: 1, release: 0.5 },
    ]);
  });

  it('has a limit of gestures', () => {
    const recorder = new TakeRecorder(0, 3);
    for (let i = 1; i < 10; i++) recorder.gesture('midi:a:0', 'bend', i, i);
    expect(recorder.isFull(9)).toBe(true);
    expect(recorder.finish(10).gestures).toHaveLength(3);
  });

  it('has a limit of notes', () => {
    const recorder = new TakeRecorder(0);
    for (let i = 0; i < MAX_TAKE_NOTES + 10; i++) recorder.noteOn('key', i % 128, 1, i / 1000);
    expect(recorder.count).toBe(MAX_TAKE_NOTES);
    expect(recorder.isFull(5)).toBe(true);
  });
});
