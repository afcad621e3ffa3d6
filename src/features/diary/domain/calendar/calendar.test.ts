import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryAt, july } from '../../../../../tests/fixtures/diary.ts';
import {
  calendarOf,
  dayByKey,
  entriesByDay,
  entriesOfMonth,
  entriesOfWeek,
  isOnPage,
  monthsShown,
} from './calendar.ts';
import { lengthOf, monthsLater, numberOf } from './days.ts';

describe('the calendar of a month', () => {
  it('has whole weeks, each day once, in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1200 }), (months) => {
        const month = monthsLater('1990-01', months);
        const days = calendarOf(month, new Map()).flatMap((week) => week.days);
        expect(days.length % 7).toBe(0);
        expect(days.filter(({ inMonth }) => inMonth)).toHaveLength(lengthOf(month));
        days.slice(1).forEach(({ day }, i) => expect(numberOf(day) - numberOf(days[i]!.day)).toBe(1));
      }),
    );
  });

  it('knows which days are on its page', () => {
    const shown = ['2026-06-28', '2026-06-29', '2026-08-02', '2026-08-03'].map((day) => isOnPage(day, '2026-07'));
    expect(shown).toEqual([false, true, true, false]);
  });

  it('has every entry on its day, in the order of making, and one that comes twice once', () => {
    const entries = july();
    const byDay = entriesByDay([...entries].reverse().concat(entries));
    expect(byDay.get('2026-07-18')?.map(({ at }) => new Date(at).getUTCHours())).toEqual([12, 13, 14, 15, 16]);
    expect(entriesOfMonth('2026-07', byDay)).toHaveLength(entries.length);
    expect(entriesOfMonth('2026-08', byDay)).toEqual([]);
    const [first] = calendarOf('2026-07', byDay);
    expect(first!.monday).toBe('2026-06-29');
    expect(first!.days.map(({ entries: there }) => there.length)).toEqual([0, 0, 1, 1, 1, 1, 1]);
  });

  it('has the whole week, also where it lies in two months', () => {
    const byDay = entriesByDay([
      entryAt('2026-06-29T12:00:00Z'),
      entryAt('2026-07-01T12:00:00Z'),
      entryAt('2026-07-06T12:00:00Z'),
    ]);
    expect(entriesOfWeek('2026-06-29', byDay)).toHaveLength(2);
  });

  it('shows the months from the first entry to today, and one from a clock that was ahead', () => {
    expect(monthsShown(new Map(), '2026-11-24')).toEqual({ first: '2026-11', last: '2026-11' });
    const byDay = entriesByDay([entryAt('2026-07-01T12:00:00Z'), entryAt('2027-02-01T12:00:00Z')]);
    expect(monthsShown(byDay, '2026-11-24')).toEqual({ first: '2026-07', last: '2027-02' });
  });
});

it('leads from day to day by the arrow keys', () => {
  const from = (key: string) => dayByKey(key, '2026-11-25');
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'a'].map(from)).toEqual([
    '2026-11-24',
    '2026-11-26',
    '2026-11-18',
    '2026-12-02',
    '2026-11-23',
    '2026-11-29',
    null,
  ]);
});
