import { useEffect, useRef, type KeyboardEvent } from 'react';
import { isolated } from '../../../../core/values/bidi.ts';
import type { Age } from '../../domain/age.ts';
import { calendarOf, dayByKey, entriesOfWeek, type CalendarDay } from '../../domain/calendar/calendar.ts';
import {
  dayWords,
  monthWords,
  weekdayOf,
  WEEKDAYS,
  weekWords,
  type Day,
  type Month,
} from '../../domain/calendar/days.ts';
import { compose } from '../../domain/compose.ts';
import type { DiaryEntry } from '../../domain/entry.ts';
import { MAX_TILES, tilesOf } from '../../domain/poster/tiles.ts';
import { AgedFace } from './AgedFace.tsx';
import styles from './MonthGrid.module.css';

/** A place in the grid: a day, or the week that begins with a Monday. */
export interface Place {
  kind: 'day' | 'week';
  day: Day;
}

interface MonthGridProps {
  month: Month;
  byDay: ReadonlyMap<Day, DiaryEntry[]>;
  today: Day;
  ageOf: (entry: DiaryEntry) => Age;
  /** What is open beside the grid; null for the month. */
  open: Place | null;
  onOpen: (place: Place) => void;
  /** The place that Tab leads to. */
  at: Place;
  /** An arrow key leads there, maybe in another month. */
  onMove: (place: Place) => void;
}

const keyOf = ({ kind, day }: Place): string => `${kind} ${day}`;
const isSame = (a: Place | null, b: Place): boolean => a !== null && keyOf(a) === keyOf(b);

/** Where a key leads from a place: the week stands before its Monday. */
function placeByKey(key: string, { kind, day }: Place): Place | null {
  if (kind === 'week') {
    if (key === 'ArrowRight') return { kind: 'day', day };
    const next = dayByKey(key, day);
    if (next === null) return null;
    return key === 'ArrowUp' || key === 'ArrowDown' || key === 'Home'
      ? { kind: 'week', day: next }
      : { kind: 'day', day: next };
  }
  if (key === 'ArrowLeft' && weekdayOf(day) === 0) return { kind: 'week', day };
  const next = dayByKey(key, day);
  return next === null ? null : { kind: 'day', day: next };
}

/** A month as a grid of days; before each row its week as one fragrance. The arrow keys walk through it. */
export function MonthGrid({ month, byDay, today, ageOf, open, onOpen, at, onMove }: MonthGridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const walked = useRef(false);
  const key = keyOf(at);
  useEffect(() => {
    if (!walked.current) return;
    walked.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-place="${key}"]`)?.focus();
  }, [key]);
  const walk = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = placeByKey(event.key, at);
    if (next === null) return;
    event.preventDefault();
    walked.current = true;
    onMove(next);
  };
  const stop = (place: Place) => ({
    'data-place': keyOf(place),
    ...(isSame(at, place) && { 'data-kept': 'place' }),
    tabIndex: isSame(at, place) ? 0 : -1,
    onFocus: () => !isSame(at, place) && onMove(place),
    onClick: () => onOpen(place),
    onKeyDown: walk,
  });
  return (
    <table
      ref={grid}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the grid pattern of ARIA
      role="grid"
      aria-label={monthWords(month)}
      className={styles.grid}
    >
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Week</span>
          </th>
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col">
              <span aria-hidden="true">{weekday.slice(0, 2)}</span>
              <span className="visually-hidden">{weekday}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {calendarOf(month, byDay).map(({ monday, days }) => (
          <tr key={monday}>
            <th scope="row">
              <WeekButton
                monday={monday}
                entries={entriesOfWeek(monday, byDay)}
                pressed={isSame(open, { kind: 'week', day: monday })}
                {...stop({ kind: 'week', day: monday })}
              />
            </th>
            {days.map((day) => (
              <td key={day.day} aria-selected={isSame(open, { kind: 'day', day: day.day })}>
                <DayButton
                  day={day}
                  ageOf={ageOf}
                  isToday={day.day === today}
                  {...stop({ kind: 'day', day: day.day })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface WeekButtonProps {
  monday: Day;
  entries: readonly DiaryEntry[];
  pressed: boolean;
}

function WeekButton({ monday, entries, pressed, ...stop }: WeekButtonProps) {
  const whole = compose(entries);
  return (
    <button
      type="button"
      className={styles.week}
      aria-label={`Week ${weekWords(monday)}: ${whole === null ? 'no fragrance' : isolated(whole.name)}`}
      aria-pressed={pressed}
      {...stop}
    >
      {whole === null ? (
        <span className={styles.none} aria-hidden="true">
          –
        </span>
      ) : (
        <AgedFace fragrance={whole} className={styles.whole} />
      )}
    </button>
  );
}

interface DayButtonProps {
  day: CalendarDay;
  ageOf: (entry: DiaryEntry) => Age;
  isToday: boolean;
}

function DayButton({ day: { day, inMonth, entries }, ageOf, isToday, ...stop }: DayButtonProps) {
  const names = entries.map(({ fragrance }) => isolated(fragrance.name)).join(', ');
  const shown = entries.slice(-MAX_TILES);
  const tiles = tilesOf(shown.length);
  return (
    <button
      type="button"
      className={styles.day}
      data-outside={!inMonth || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-label={`${dayWords(day)}: ${entries.length === 0 ? 'no fragrance' : names}`}
      {...stop}
    >
      <span className={styles.date} aria-hidden="true">
        {Number(day.slice(8))}
      </span>
      <span className={styles.faces} data-several={shown.length > 1 || undefined}>
        {shown.map((entry, i) => {
          const { x, y, size } = tiles[i]!;
          return (
            <span
              key={entry.id}
              style={{ left: `${100 * x}%`, top: `${100 * y}%`, width: `${100 * size}%`, height: `${100 * size}%` }}
            >
              <AgedFace fragrance={entry.fragrance} age={ageOf(entry)} />
            </span>
          );
        })}
      </span>
      {entries.length > MAX_TILES && <span className={styles.more} data-more={entries.length - MAX_TILES} />}
    </button>
  );
}
