import { describe, expect, test } from 'vitest';
import type { TraceNote } from '#features/fragrance/domain/composition/model.ts';
import { bestPlaceOf, excerptOf, layoutRoll, nearestNote, noteOfSlice, soundingAt } from './rollLayout.ts';

const notes: TraceNote[] = [
  { note: 'A4', onset: 0, offset: 1, velocity: 0.5, cents: 0 },
  { note: 'C5', onset: 1, offset: 2, velocity: 0.9, cents: 0 },
  { note: 'A4', onset: 3, offset: 3.5, velocity: 0.9, cents: 0 },
];
const trace = { duration: 4, notes };

describe('the roll', () => {
  test('draws time to the right and pitch upwards, with everything inside', () => {
    const { notes: laid } = layoutRoll(trace);
    expect(laid.map(({ left, width }) => [left, width])).toEqual([
      [0, 0.25],
      [0.25, 0.25],
      [0.75, 0.125],
    ]);
    expect(laid[1]!.top).toBeLessThan(laid[0]!.top);
    for (const { top, height, left, width } of laid) {
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top + height).toBeLessThanOrEqual(1.0001);
      expect(left + width).toBeLessThanOrEqual(1.0001);
    }
  });

  test('has at least nine rows, also without notes', () => {
    const one = layoutRoll({ duration: 1, notes: [notes[0]!] });
    expect(one.high - one.low + 1).toBe(9);
    expect(layoutRoll({ duration: 0, notes: [] }).notes).toEqual([]);
  });

  test("keeps a note inside that is longer than the recording's stated length", () => {
    const { notes: laid } = layoutRoll({ duration: 0, notes: [notes[0]!] });
    expect(laid[0]!.left + laid[0]!.width).toBe(1);
  });

  test('finds the note nearest to a finger', () => {
    const layout = layoutRoll(trace);
    const { left, width, top, height } = layout.notes[1]!;
    expect(nearestNote(layout, left + width / 2, top + height / 2, 3)?.index).toBe(1);
    expect(nearestNote(layout, 0.98, 0.9, 3)?.index).toBe(2);
    expect(nearestNote({ ...layout, notes: [] }, 0.5, 0.5, 3)).toBeNull();
  });
});

test('finds the note that sounds at a time', () => {
  expect(soundingAt(notes, 0.5)).toEqual([0]);
  expect(soundingAt(notes, 1)).toEqual([1]);
  expect(soundingAt(notes, 2.5)).toEqual([]);
});

test('gives a slice of the waveform its note, or none in a pause', () => {
  expect(noteOfSlice(trace, 0, 4)).toBe('A4');
  expect(noteOfSlice(trace, 1, 4)).toBe('C5');
  expect(noteOfSlice(trace, 2, 4)).toBeNull();
});

test('finds the best place of a note where it was longest and loudest', () => {
  expect(bestPlaceOf('A4', notes)).toBe(0);
  expect(bestPlaceOf('C5', notes)).toBe(1);
  expect(bestPlaceOf('D5', notes)).toBeNull();
});

describe('the excerpt of a note', () => {
  test('begins a little before it, but not before the sound, and is long enough to be audible', () => {
    expect(excerptOf({ onset: 2, offset: 3 })).toEqual({ from: 1.96, to: 3 });
    expect(excerptOf({ onset: 0, offset: 0.1 })).toEqual({ from: 0, to: 0.35 });
  });
});
