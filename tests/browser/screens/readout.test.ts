import { beforeEach, expect, test } from 'vitest';
import { HOLD_S, Readout } from '#screens/create/stage/readout.ts';

/** The readout shows pitch, perfume and essence of a sound while it is sung. */

const part = (): HTMLElement => document.createElement('span');
let parts: Record<'note' | 'perfume' | 'cents' | 'needle' | 'essence' | 'spoken', HTMLElement>;
let readout: Readout;
beforeEach(() => {
  parts = { note: part(), perfume: part(), cents: part(), needle: part(), essence: part(), spoken: part() };
  readout = new Readout(parts);
});

test('a breath between two notes does not empty the sheet at once', () => {
  readout.update({ midi: 69.12, essence: [] }, 0);
  readout.update({ midi: null, essence: [] }, HOLD_S - 0.001);
  expect(parts.note.textContent).toBe('A4');
  readout.update({ midi: null, essence: [] }, HOLD_S);
  expect(parts.note.textContent).toBe('...');
});

test('a recorded sound is led by its strongest note, by name, and the next recording tunes again', () => {
  readout.update({ midi: null, essence: [] }, 0);
  readout.lead(['C4', 'A4', 'E5', 'G4']);
  const words = () => [parts.note, parts.perfume, parts.cents].map(({ textContent }) => textContent);
  expect(words()).toEqual(['C4', 'Rose', 'leads, then Black Pepper and Clary Sage']);
  readout.lead(['C4']);
  expect(words()).toEqual(['C4', 'Rose', '']);
  readout.update({ midi: null, essence: [] }, 1);
  expect(words()).toEqual(['...', 'Speak, sing or hum', '']);
});

test('a note enters the list once, however its rank changes', () => {
  const list = parts.essence;
  const entering = () =>
    [...list.querySelectorAll('[data-entering]')].map((item) => (item as HTMLElement).dataset['note']);
  readout.update({ midi: 69, essence: ['A4', 'C5'] }, 0);
  expect(entering()).toEqual(['A4', 'C5']);
  const [a4] = list.children;
  readout.update({ midi: 72, essence: ['C5', 'A4', 'E5'] }, 1);
  expect([...list.children].map((item) => (item as HTMLElement).dataset['note'])).toEqual(['C5', 'A4', 'E5']);
  expect(list.children[1]).toBe(a4);
  expect(entering()).toEqual(['E5']);
  // One that left and is back does not blink.
  readout.update({ midi: 72, essence: ['C5', 'E5'] }, 2);
  readout.update({ midi: 72, essence: ['C5', 'E5', 'A4'] }, 3);
  expect(entering()).toEqual([]);
  // The next recording starts with an empty readout.
  readout.clear();
  readout.update({ midi: 69, essence: ['A4'] }, 4);
  expect(entering()).toEqual(['A4']);
});
