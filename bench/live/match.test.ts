import { expect, it } from 'vitest';
import { noteLatencies } from './match.ts';

const MELODY = {
  notes: [
    { name: 'C4', onset: 0 },
    { name: 'E4', onset: 0.5 },
    { name: 'G4', onset: 1.2 },
  ],
  seconds: 2,
};
const onset = (time: number) => ({ time, at: 1000 * time });

it("finds an onset's place in the loop by the gaps, and the first appearance of the right name", () => {
  // E4, G4, C4 of the next round, E4 (cut off by the end).
  const onsets = [onset(10.5), onset(11.2), onset(12), onset(12.5)];
  const words = [
    { text: 'C4', at: 10_540 },
    { text: 'E4', at: 10_600 },
    { text: 'G4', at: 11_290 },
    { text: '...', at: 12_900 },
  ];
  expect(noteLatencies({ onsets, words }, MELODY)).toEqual([
    { name: 'E4', latency: 100 },
    { name: 'G4', latency: 90 },
    { name: 'C4', latency: null },
  ]);
});

it('leaves out an onset that is not in the melody', () => {
  expect(noteLatencies({ onsets: [onset(0), onset(0.3), onset(0.5)], words: [] }, MELODY)).toEqual([]);
});
