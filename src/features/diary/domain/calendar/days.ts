/**
 * Days of the calendar as texts, `2026-11-24`. Arithmetic counts days, not hours: a change to summer time moves nothing.
 */

/** A date in the proleptic Gregorian calendar, `YYYY-MM-DD`. */
export type Day = string;
/** A month, `YYYY-MM`. */
export type Month = string;

const DAY_MS = 86_400_000;
/** Limits of what is shown: what comes from outside may name any time. */
const FIRST_MS = Date.UTC(1970, 0, 1);
const LAST_MS = Date.UTC(2200, 0, 1) - 1;

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(zone, format);
  }
  return format;
}

/** True for an IANA time zone that this device knows. */
export function isZone(zone: unknown): zone is string {
  if (typeof zone !== 'string' || zone === '' || zone.length > 64) return false;
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** The time zone of this device; UTC where it has none. */
export function zoneHere(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isZone(timeZone) ? timeZone : 'UTC';
}

/** True for a time that the calendar shows, ms since 1970. */
export const isMoment = (ms: number): boolean => ms >= FIRST_MS && ms <= LAST_MS;

function partsAt(ms: number, zone: string): (type: Intl.DateTimeFormatPartTypes) => string {
  const parts = formatOf(zone).formatToParts(ms);
  return (type) => parts.find((part) => part.type === type)?.value ?? '';
}

/**
 * The local date at a moment.
 * @param ms since 1970
 * @param zone IANA time zone
 */
export function dayAt(ms: number, zone: string): Day {
  const part = partsAt(ms, zone);
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** The local time of day at a moment, `17:05`. */
export function timeAt(ms: number, zone: string): string {
  const part = partsAt(ms, zone);
  return `${part('hour')}:${part('minute')}`;
}

/** Days since 1 January 1970. */
export const numberOf = (day: Day): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);

/** The day with that number. */
const dayOfNumber = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** The day so many days later; earlier with a negative number. */
export const daysLater = (day: Day, days: number): Day => dayOfNumber(numberOf(day) + days);

/** 0 for Monday to 6 for Sunday. */
export const weekdayOf = (day: Day): number => (((numberOf(day) + 3) % 7) + 7) % 7;

/** The Monday of the week (ISO 8601) that a day is in. */
export const mondayOf = (day: Day): Day => daysLater(day, -weekdayOf(day));

/** The month of a day. */
export const monthOf = (day: Day): Month => day.slice(0, 7);

/** The month so many months later; earlier with a negative number. */
export function monthsLater(month: Month, months: number): Month {
  const [year, at] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, at - 1 + months, 1)).toISOString().slice(0, 7);
}

/** Number of days of a month. */
export const lengthOf = (month: Month): number => numberOf(`${monthsLater(month, 1)}-01`) - numberOf(`${month}-01`);

const dateOf = (day: Day): number => Number(day.slice(8));
const monthName = (month: Month): string => MONTHS[Number(month.slice(5, 7)) - 1]!;

/** `November 2026`. */
export const monthWords = (month: Month): string => `${monthName(month)} ${month.slice(0, 4)}`;

/** `24 November`. */
export const dateWords = (day: Day): string => `${dateOf(day)} ${monthName(day)}`;

/** `Tuesday 24 November`. */
export const dayWords = (day: Day): string => `${WEEKDAYS[weekdayOf(day)]} ${dateWords(day)}`;

/** `23 to 29 November`, or `30 November to 6 December`. */
export function weekWords(monday: Day): string {
  const sunday = daysLater(monday, 6);
  return `${monthOf(monday) === monthOf(sunday) ? dateOf(monday) : dateWords(monday)} to ${dateWords(sunday)}`;
}
