import { describe, expect, it } from 'vitest';
import { DEFAULT_HOURS, durationWords, hoursWithin, isOpen, lifeWords, mayReopen, timeLeft } from './life.ts';

const NOON = Date.parse('2026-05-01T12:00:00Z');
const HOUR = 3_600_000;
const until = (ms: number, closed = false) => ({ closesAt: new Date(NOON + ms).toISOString(), closed });

describe('the life of a room', () => {
  it('lasts eight hours unless its maker says otherwise, and seven days at most', () => {
    expect(DEFAULT_HOURS).toBe(8);
    expect([1, 8, 168].map(hoursWithin)).toEqual([1, 8, 168]);
    expect([0, -5, 0.2, 169, 1e9].map(hoursWithin)).toEqual([1, 1, 1, 168, 168]);
    expect([Number.NaN, Infinity].map(hoursWithin)).toEqual([DEFAULT_HOURS, DEFAULT_HOURS]);
  });

  it('ends at its closing time or when it is closed', () => {
    expect(isOpen(until(1), NOON)).toBe(true);
    expect(isOpen(until(0), NOON)).toBe(false);
    expect(isOpen(until(HOUR, true), NOON)).toBe(false);
    expect(isOpen({ closesAt: 'soon', closed: false }, NOON)).toBe(false);
    expect([timeLeft(until(HOUR), NOON), timeLeft(until(-HOUR), NOON), timeLeft(until(HOUR, true), NOON)]).toEqual([
      HOUR,
      0,
      0,
    ]);
  });

  it('may go on after it was hidden, until its closing time', () => {
    expect(mayReopen({ ...until(1, true), hidden: true }, NOON)).toBe(true);
    expect(mayReopen({ ...until(0, true), hidden: true }, NOON)).toBe(false);
    expect(mayReopen(until(HOUR, true), NOON)).toBe(false);
  });

  it('is told in words', () => {
    expect([30_000, 60_000, 61_000, HOUR, 7.5 * HOUR, 48 * HOUR, 49 * HOUR, 168 * HOUR].map(durationWords)).toEqual([
      '1 minute',
      '1 minute',
      '2 minutes',
      '60 minutes',
      '8 hours',
      '48 hours',
      '3 days',
      '7 days',
    ]);
    expect(lifeWords(until(8 * HOUR), NOON)).toBe('Open for 8 hours more.');
    expect(lifeWords(until(8 * HOUR, true), NOON)).toBe('This room is closed.');
  });
});
