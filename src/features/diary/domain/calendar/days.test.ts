import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayAt,
  daysLater,
  dayWords,
  isZone,
  lengthOf,
  mondayOf,
  monthsLater,
  monthWords,
  numberOf,
  timeAt,
  weekdayOf,
  weekWords,
} from './days.ts';

const anyDay = fc.integer({ min: 0, max: 60_000 }).map((days) => daysLater('1970-01-01', days));
const ms = (iso: string): number => Date.parse(iso);

describe('the day of a moment', () => {
  it('is the local date, also where the clock is moved', () => {
    // Berlin: to summer time on 29 March 2026 at 01:00 UTC, back on 25 October at 01:00 UTC.
    expect(dayAt(ms('2026-03-28T22:59:59Z'), 'Europe/Berlin')).toBe('2026-03-28');
    expect(dayAt(ms('2026-03-28T23:00:00Z'), 'Europe/Berlin')).toBe('2026-03-29');
    expect(dayAt(ms('2026-03-29T21:59:59Z'), 'Europe/Berlin')).toBe('2026-03-29');
    expect(dayAt(ms('2026-03-29T22:00:00Z'), 'Europe/Berlin')).toBe('2026-03-30');
    expect(dayAt(ms('2026-10-25T22:59:59Z'), 'Europe/Berlin')).toBe('2026-10-25');
    expect(dayAt(ms('2026-10-25T23:00:00Z'), 'Europe/Berlin')).toBe('2026-10-26');
    // Cairo skips midnight: the day begins at one o'clock.
    expect(dayAt(ms('2026-04-23T22:00:00Z'), 'Africa/Cairo')).toBe('2026-04-24');
    expect(timeAt(ms('2026-04-23T22:00:00Z'), 'Africa/Cairo')).toBe('01:00');
  });

  it('differs by the place, and is the same at midnight as after it', () => {
    const at = ms('2026-11-24T00:00:00Z');
    expect(dayAt(at, 'UTC')).toBe('2026-11-24');
    expect(timeAt(at, 'UTC')).toBe('00:00');
    expect(dayAt(at, 'America/New_York')).toBe('2026-11-23');
    expect(dayAt(at, 'Pacific/Kiritimati')).toBe('2026-11-24');
  });

  it('knows zones from other texts', () => {
    expect(isZone('Europe/Berlin')).toBe(true);
    for (const other of ['', 'Nowhere/At All', 7, null, 'x'.repeat(1000)]) expect(isZone(other)).toBe(false);
  });
});

describe('counting days', () => {
  it('goes there and back, over months and leap years', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (day, days) => {
        expect(daysLater(daysLater(day, days), -days)).toBe(day);
        expect(numberOf(daysLater(day, days)) - numberOf(day)).toBe(days);
      }),
    );
    expect(daysLater('2028-02-28', 1)).toBe('2028-02-29');
    expect(daysLater('2026-12-31', 1)).toBe('2027-01-01');
  });

  it('finds the Monday of a week, at most six days before', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(weekdayOf(mondayOf(day))).toBe(0);
        expect(numberOf(day) - numberOf(mondayOf(day))).toBe(weekdayOf(day));
      }),
    );
    expect(mondayOf('2026-11-24')).toBe('2026-11-23');
    expect(weekdayOf('2026-11-29')).toBe(6);
  });

  it('knows months', () => {
    expect(monthsLater('2026-01', -1)).toBe('2025-12');
    expect(monthsLater('2026-11', 14)).toBe('2028-01');
    expect([lengthOf('2026-02'), lengthOf('2028-02'), lengthOf('2026-11')]).toEqual([28, 29, 30]);
  });
});

it('says days, weeks and months', () => {
  expect(dayWords('2026-11-24')).toBe('Tuesday 24 November');
  expect(monthWords('2026-11')).toBe('November 2026');
  expect(weekWords('2026-11-23')).toBe('23 to 29 November');
  expect(weekWords('2026-11-30')).toBe('30 November to 6 December');
});
