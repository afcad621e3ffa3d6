import { expect, it } from 'vitest';
import { LiveNotes } from './liveNotes.ts';

type Run = readonly [midi: number | null, steps: number, clarity?: number, rises?: readonly number[]];

/** The MIDI numbers of the notes that are shown for runs of steps; `rises` are those at the beginning of a run. */
function shown(...runs: readonly Run[]): number[] {
  const live = new LiveNotes();
  for (const [midi, steps, clarity = 0.95, rises = []] of runs)
    for (let i = 0; i < steps; i++) live.push(midi, clarity, 0.5, rises[i] ?? 0);
  return live.notes().map((note) => note.midi);
}

const STRUCK = [3, 9, 14, 10, 4];

it('shows one note for a held tone, however it was struck', () => {
  expect(shown([60, 60, 0.95, STRUCK])).toEqual([60]);
});

it('shows a note that is struck again while it sounds', () => {
  expect(shown([60, 30, 0.95, STRUCK], [60, 30, 0.95, STRUCK], [60, 30, 0.95, STRUCK])).toEqual([60, 60, 60]);
});

it('shows no pitch that only passes between two notes', () => {
  expect(shown([60, 30], [62, 4], [64, 30])).toEqual([60, 64]);
});

it('waits longer for an unclear pitch', () => {
  expect(shown([60, 4])).toEqual([60]);
  expect(shown([60, 4, 0.7])).toEqual([]);
  expect(shown([60, 7, 0.7])).toEqual([60]);
});
