/** The calendar of a month: whole weeks, each day with its entries. A day without one is empty. */
import { byTime, dayOf, type DiaryEntry } from '../entry.ts';
import { daysLater, lengthOf, mondayOf, monthOf, type Day, type Month } from './days.ts';

export interface CalendarDay {
  day: Day;
  /** False for days of the months before and after, which fill the weeks. */
  inMonth: boolean;
  /** In the order of making. */
  entries: DiaryEntry[];
}

export interface CalendarWeek {
  monday: Day;
  days: CalendarDay[];
}

/** Entries by their day, each day in the order of making; an entry that comes twice counts once. */
export function entriesByDay(entries: readonly DiaryEntry[]): Map<Day, DiaryEntry[]> {
  const byDay = new Map<Day, DiaryEntry[]>();
  const distinct = new Map(entries.map((entry) => [entry.id, entry]));
  for (const entry of [...distinct.values()].sort(byTime)) {
    const day = dayOf(entry);
    const there = byDay.get(day);
    if (there === undefined) byDay.set(day, [entry]);
    else there.push(entry);
  }
  return byDay;
}

/** The weeks of a month, Monday first. */
export function calendarOf(month: Month, byDay: ReadonlyMap<Day, DiaryEntry[]>): CalendarWeek[] {
  const first = mondayOf(`${month}-01`);
  const last = mondayOf(daysLater(`${month}-01`, lengthOf(month) - 1));
  const weeks: CalendarWeek[] = [];
  for (let monday = first; monday <= last; monday = daysLater(monday, 7)) weeks.push(weekOf(monday, month, byDay));
  return weeks;
}

function weekOf(monday: Day, month: Month, byDay: ReadonlyMap<Day, DiaryEntry[]>): CalendarWeek {
  const days = Array.from({ length: 7 }, (_, i): CalendarDay => {
    const day = daysLater(monday, i);
    return { day, inMonth: monthOf(day) === month, entries: byDay.get(day) ?? [] };
  });
  return { monday, days };
}

/** True for a day in one of the whole weeks of a month. */
export function isOnPage(day: Day, month: Month): boolean {
  const last = mondayOf(daysLater(`${month}-01`, lengthOf(month) - 1));
  return day >= mondayOf(`${month}-01`) && day <= daysLater(last, 6);
}

/** All entries of a week, those of the days in a neighbouring month included. */
export const entriesOfWeek = (monday: Day, byDay: ReadonlyMap<Day, DiaryEntry[]>): DiaryEntry[] =>
  Array.from({ length: 7 }, (_, i) => byDay.get(daysLater(monday, i)) ?? []).flat();

/** All entries of a month. */
export const entriesOfMonth = (month: Month, byDay: ReadonlyMap<Day, DiaryEntry[]>): DiaryEntry[] =>
  Array.from({ length: lengthOf(month) }, (_, i) => byDay.get(daysLater(`${month}-01`, i)) ?? []).flat();

/** The first and the last month to show: those with entries, and the one of today. */
export function monthsShown(byDay: ReadonlyMap<Day, DiaryEntry[]>, today: Day): { first: Month; last: Month } {
  const months = [...byDay.keys(), today].map(monthOf).sort();
  return { first: months[0]!, last: months.at(-1)! };
}

/** The day that an arrow key leads to; null for other keys. Rows are weeks, as in the grid pattern of ARIA. */
export function dayByKey(key: string, day: Day): Day | null {
  const monday = mondayOf(day);
  const steps: Record<string, Day> = {
    ArrowLeft: daysLater(day, -1),
    ArrowRight: daysLater(day, 1),
    ArrowUp: daysLater(day, -7),
    ArrowDown: daysLater(day, 7),
    Home: monday,
    End: daysLater(monday, 6),
  };
  return steps[key] ?? null;
}
