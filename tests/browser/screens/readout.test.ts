import { beforeEach, expect, test } from 'vitest';
import { HOLD_S, Readout } from '#screens/create/stage/readout.ts';

/** The readout shows pitch, perfume and essence of a sound while it is sung. */

const part = (): HTMLElement => document.createElement('span');
let parts: Record<'note' | 'perfume' | 'behind' | 'essence' | 'spoken', HTMLElement>;
let readout: Readout;
beforeEach(() => {
  parts = { note: part(), perfume: part(), behind: part(), essence: part(), spoken: part() };
  readout = new Readout(parts);
});

test('a short pause between two notes does not empty the sheet at once', () => {
  readout.update({ midi: 69.12, essence: [] }, 0);
  readout.update({ midi: null, essence: [] }, HOLD_S - 0.001);
  expect(parts.note.textContent).toBe('A4');
  readout.update({ midi: null, essence: [] }, HOLD_S);
  expect(parts.note.textContent).toBe('...');
});

test('a recorded sound shows the name of its strongest note, and the next recording the sounding one', () => {
  readout.update({ midi: null, essence: [] }, 0);
  readout.lead(['C4', 'A4', 'E5', 'G4']);
  const words = () => [parts.note, parts.perfume, parts.behind].map(({ textContent }) => textContent);
  expect(words()).toEqual(['C4', 'Rose', 'leads, then Black Pepper and Clary Sage']);
  readout.lead(['C4']);
  expect(words()).toEqual(['C4', 'Rose', '']);
  readout.update({ midi: null, essence: [] }, 1);
  expect(words()).toEqual(['...', 'Speak, sing or hum', '']);
});

test('a sounding note shows its name and its material, and no cents', () => {
  readout.lead(['C4', 'A4']);
  readout.update({ midi: 68.96, essence: [] }, 0);
  expect([parts.note, parts.perfume, parts.behind].map(({ textContent }) => textContent)).toEqual([
    'A4',
    'Black Pepper',
    '',
  ]);
});

test('a recorded sound without notes is described, and its next state replaces that', () => {
  const words = () => [parts.note, parts.perfume].map(({ textContent }) => textContent);
  readout.describe('unknown');
  expect(words()).toEqual(['...', 'Finding your notes']);
  readout.describe('silence');
  expect(words()).toEqual(['Silence', 'No sound was heard']);
  readout.update({ midi: null, essence: [] }, 1);
  expect(words()).toEqual(['...', 'Speak, sing or hum']);
});

test('chips move to their new places without crossing one another', () => {
  const list = parts.essence;
  document.body.append(list);
  readout.update({ midi: 69, essence: ['A4', 'C5'] }, 0);
  readout.update({ midi: 72, essence: ['C5', 'A4'] }, 1);
  expect([...list.children].flatMap((item) => item.getAnimations())).toEqual([]);
  list.remove();
});

test('chips change their order once a second, and a new note is added at the end meanwhile', () => {
  const shownNotes = () => [...parts.essence.children].map((item) => (item as HTMLElement).dataset['note']);
  readout.update({ midi: 69, essence: ['A4', 'C5'] }, 0);
  readout.update({ midi: 72, essence: ['C5', 'A4'] }, 0.9);
  expect(shownNotes()).toEqual(['A4', 'C5']);
  readout.update({ midi: 76, essence: ['E5', 'C5', 'A4'] }, 0.95);
  expect(shownNotes()).toEqual(['A4', 'C5', 'E5']);
  readout.update({ midi: 76, essence: ['E5', 'C5', 'A4'] }, 1);
  expect(shownNotes()).toEqual(['E5', 'C5', 'A4']);
  // A recorded sound has its own order at once, and that of its analysis after it.
  readout.update({ midi: null, essence: ['C5', 'E5', 'A4'] }, Infinity);
  expect(shownNotes()).toEqual(['C5', 'E5', 'A4']);
  readout.update({ midi: null, essence: ['A4', 'E5', 'C5'] }, Infinity);
  expect(shownNotes()).toEqual(['A4', 'E5', 'C5']);
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

test('a new essence is announced to screen readers at once after one that stayed the same', () => {
  readout.update({ midi: 69, essence: ['A4'] }, 0);
  expect(parts.spoken.textContent).toBe('Heard so far: A4 Black Pepper.');
  readout.update({ midi: 69, essence: ['A4'] }, 4);
  readout.update({ midi: 72, essence: ['A4', 'C5'] }, 5);
  expect(parts.spoken.textContent).toMatch(/^Heard so far: A4 Black Pepper, C5 /);
});
