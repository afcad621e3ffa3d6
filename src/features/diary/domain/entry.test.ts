import { expect, it } from 'vitest';
import { entryAt, sung } from '../../../../tests/fixtures/diary.ts';
import { dayOf, entryId, entryOf, readEntry } from './entry.ts';

it('keeps what draws the face, and no recording', () => {
  const fragrance = { ...sung('a', '2026-11-24T08:00:00Z'), audioData: 'https://a.test/sound.webm', recordingId: 'r' };
  const entry = entryOf(fragrance, { zone: 'Europe/Berlin', owner: null })!;
  expect(entry.fragrance).not.toHaveProperty('audioData');
  expect(entry.fragrance).not.toHaveProperty('recordingId');
  expect(entry.fragrance).not.toHaveProperty('trace');
  expect(entry.fragrance.face?.notes.length).toBe(fragrance.trace!.notes.length);
  expect(entry.id).toBe(entryId(fragrance));
});

it('stays on its day when its maker travels', () => {
  expect(dayOf(entryAt('2026-11-24T23:30:00Z', { zone: 'Asia/Tokyo' }))).toBe('2026-11-25');
  expect(dayOf(entryAt('2026-11-24T23:30:00Z', { zone: 'UTC' }))).toBe('2026-11-24');
});

it('reads back what it has written', () => {
  const entry = { ...entryAt('2026-11-24T08:00:00Z'), pressed: true };
  expect(readEntry(JSON.parse(JSON.stringify(entry)))).toEqual(entry);
});

it('refuses what is no entry, and mends what can be mended', () => {
  const entry = entryAt('2026-11-24T08:00:00Z');
  for (const hostile of [
    null,
    7,
    [],
    {},
    { ...entry, at: Number.NaN },
    { ...entry, at: -1 },
    { ...entry, at: 8.64e15 },
    { ...entry, at: '2026' },
    { ...entry, fragrance: null },
    { ...entry, fragrance: { ...entry.fragrance, musicEssence: [] } },
    { ...entry, fragrance: { ...entry.fragrance, name: '<b>'.repeat(500) } },
  ])
    expect(readEntry(hostile)).toBeNull();
  // An id is computed, never believed.
  const mended = readEntry({ ...entry, id: 'another', zone: 'Nowhere', owner: 7, pressed: 'yes', more: 1 });
  expect(mended).toEqual({ ...entry, zone: 'UTC' });
});

it('has no entry for a fragrance without a readable date', () => {
  const fragrance = sung('a', '2026-11-24T08:00:00Z');
  for (const created of ['', 'yesterday', '-002026-01-01T00:00:00Z'])
    expect(entryOf({ ...fragrance, created }, { zone: 'UTC', owner: null })).toBeNull();
});
