import { expect, it } from 'vitest';
import { compareShownNotes } from './shownNotes.ts';

const note = (midi: number, onset: number) => ({ midi, onset, offset: onset + 0.45, confidence: 1 });
const shownNote = (midi: number, onset: number, at: number) => ({ midi, onset, shown: at });

it('reports the time of each note, the notes that came after a wrong one, and the missing ones', () => {
  const reference = [note(60, 1), note(62, 1.5), note(64, 2)];
  const seen = compareShownNotes(reference, [
    shownNote(60.2, 1, 1.1),
    shownNote(50, 1.5, 1.58),
    shownNote(61.9, 1.55, 1.7),
    shownNote(57, 2, 2.1),
  ]);
  expect(seen.map(({ latency }) => latency === null || Math.round(latency))).toEqual([100, 200, true]);
  expect(seen.map(({ isWrongFirst }) => isWrongFirst)).toEqual([false, true, true]);
});

it('assigns one shown note to one note, even if its pitch is repeated', () => {
  const repeated = [note(60, 1), note(60, 1.5), note(60, 2)];
  const latencies = compareShownNotes(repeated, [shownNote(60, 1, 1.1), shownNote(60, 2, 2.15)]).map(
    ({ latency }) => latency,
  );
  expect(latencies[0]).toBeCloseTo(100, 6);
  expect(latencies[1]).toBeNull();
  expect(latencies[2]).toBeCloseTo(150, 6);
});
