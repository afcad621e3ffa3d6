import { describe, expect, it } from 'vitest';
import { entryAt } from '../../../../tests/fixtures/diary.ts';
import type { NoteCode } from '../../../core/pitch/pitch.ts';
import { comparison, differences, thenWords } from './compare.ts';
import type { DiaryEntry } from './entry.ts';

/** An entry that differs from others in pitch, brightness and length alone. */
function entry(day: string, { note = 'A4' as NoteCode, brightness = 0.5, seconds = 4 } = {}): DiaryEntry {
  const plain = entryAt(`${day}T12:00:00Z`, { seed: 'plain' });
  const { character } = plain.fragrance;
  return {
    ...plain,
    fragrance: {
      ...plain.fragrance,
      musicEssence: [note],
      face: { duration: seconds, peaks: [], notes: [{ note, onset: 0, offset: seconds, velocity: 1, cents: 0 }] },
      character: { ...character!, axes: { ...character!.axes, brightness } },
    },
  };
}

describe('what differs', () => {
  const one = entry('2026-11-17').fragrance;
  it('is said of pitch, timbre and length, the largest first', () => {
    const low = entry('2026-11-24', { note: 'D4', brightness: 0.3, seconds: 6 }).fragrance;
    expect(differences(low, one)).toEqual(['lower', 'warmer', 'longer']);
    expect(differences(one, low)).toEqual(['higher', 'brighter', 'shorter']);
  });

  it('is not said of what differs by less than one hears', () => {
    expect(differences(entry('2026-11-24', { brightness: 0.55, seconds: 4.5 }).fragrance, one)).toEqual([]);
  });

  it('is not said of a timbre that was not measured', () => {
    const { character: _unknown, ...played } = entry('2026-11-24', { note: 'D4', brightness: 0 }).fragrance;
    expect(differences(played, one)).toEqual(['lower']);
  });
});

it('names the day that it compares with', () => {
  const then = (other: string, today = '2026-11-24') => thenWords(other, '2026-11-24', today);
  expect(then('2026-11-24')).toBe('the one before');
  expect(then('2026-11-23')).toBe('yesterday');
  expect(then('2026-11-17')).toBe('last Tuesday');
  expect(then('2026-11-16')).toBe('on 16 November');
  expect(then('2026-11-23', '2026-11-30')).toBe('the day before');
  expect(then('2026-11-20', '2026-11-30')).toBe('the Friday before');
});

it('compares with the last entry before, in one sentence', () => {
  const before = [entry('2026-11-10', { note: 'A6' }), entry('2026-11-17')];
  const today = entry('2026-11-24', { note: 'D4', brightness: 0.3 });
  const later = entry('2026-11-25', { note: 'C7' });
  expect(comparison(today, [later, today, ...before], '2026-11-24')).toBe('Lower and warmer than last Tuesday.');
  expect(comparison(before[0]!, before, '2026-11-24')).toBeNull();
  expect(comparison(entry('2026-11-18'), before, '2026-11-24')).toBe(
    'The same as the day before, as far as it was measured.',
  );
});
