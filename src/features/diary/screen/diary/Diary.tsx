import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useSnapshot } from 'valtio';
import { session } from '../../../members/state/session/index.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { KeptFocus } from '../../../../ui/screen/KeptFocus.tsx';
import { ScreenHeading } from '../../../../ui/screen/ScreenHeading.tsx';
import { entriesOfMonth, isOnPage, monthsShown } from '../../domain/calendar/calendar.ts';
import { dayAt, monthOf, monthsLater, monthWords, zoneHere, type Day, type Month } from '../../domain/calendar/days.ts';
import type { DiaryEntry } from '../../domain/entry.ts';
import { keeping } from '../../state/account/keeping.ts';
import { diary, openDiary } from '../../state/diary.ts';
import { DayPanel } from './DayPanel.tsx';
import { DiaryTools } from './DiaryTools.tsx';
import { InAccount } from './InAccount.tsx';
import { MonthGrid, type Place } from './MonthGrid.tsx';
import { MonthPanel } from './MonthPanel.tsx';
import { useAges, useMinute } from './useAges.ts';
import { WeekPanel } from './WeekPanel.tsx';
import styles from './Diary.module.css';

/** The diary: every fragrance made here, a small face on its day. */
export default function Diary() {
  const { status, count, unreadable, lasts } = useSnapshot(diary);
  const { on } = useSnapshot(keeping);
  const { user } = useSnapshot(session);
  const member = user?.id ?? null;
  useEffect(openDiary, []);
  return (
    <section className={styles.page}>
      <header className="stack gap-3 measure" data-screen-only="">
        <ScreenHeading className="title">Your diary</ScreenHeading>
        <p className="muted">
          Every fragrance you make is a small face on its day. The diary is kept in this browser
          {on ? ', and in your account.' : member === null ? ' alone.' : ' alone, also when you are logged in.'}
        </p>
        {!lasts && <p>This browser does not let Accord keep data. The diary lasts until you leave this page.</p>}
      </header>
      {status === 'loading' ? (
        <p className="loading">Opening your diary...</p>
      ) : status === 'failed' ? (
        <p>Your diary cannot be opened in this browser.</p>
      ) : count === 0 ? (
        <Empty />
      ) : (
        <Pages />
      )}
      {status === 'ready' && member !== null && <InAccount />}
      {status === 'ready' && <DiaryTools count={count} unreadable={unreadable} kept={on} />}
    </section>
  );
}

function Empty() {
  return (
    <div className={styles.empty} data-screen-only="">
      <div className={styles.paper} aria-hidden="true">
        {Array.from({ length: 21 }, (_, i) => (
          <span key={i} />
        ))}
      </div>
      <div className="stack gap-4 left">
        <p className="large measure">Still paper. Hum, knock or play something, and its face is the first one here.</p>
        <Link href="/create" className={buttonClass('primary')}>
          Create a Fragrance
        </Link>
      </div>
    </div>
  );
}

const midOf = (month: Month, today: Day): Day => (monthOf(today) === month ? today : `${month}-01`);

function Pages() {
  // The map is replaced whole, so it is read as it is.
  useSnapshot(diary);
  const byDay: ReadonlyMap<Day, DiaryEntry[]> = diary.byDay;
  const now = useMinute();
  const ageOf = useAges(now);
  const today = dayAt(now, zoneHere());
  const { first, last } = monthsShown(byDay, today);
  const [month, setMonth] = useState<Month>(() => monthOf(today));
  const [at, setAt] = useState<Place>(() => ({ kind: 'day', day: today }));
  const [open, setOpen] = useState<Place | null>(null);
  // The last entry of a month far ahead or behind may have been deleted.
  const shown = month < first ? first : month > last ? last : month;
  const turn = (months: number) => {
    const next = monthsLater(shown, months);
    if (next < first || next > last) return;
    setMonth(next);
    setAt({ kind: 'day', day: midOf(next, today) });
    setOpen(null);
  };
  const move = (place: Place) => {
    const there = monthOf(place.day);
    // A week and the days beside a month are in the grid of that month.
    if (!isOnPage(place.day, shown)) {
      if (there < first || there > last) return;
      setMonth(there);
    }
    setAt(place);
  };
  const count = entriesOfMonth(shown, byDay).length;
  return (
    <div className={styles.pages}>
      <div className={styles.month} data-screen-only="">
        <div className={styles.turn}>
          <button
            type="button"
            className={buttonClass('outline')}
            aria-disabled={shown <= first}
            onClick={() => turn(-1)}
          >
            <span>
              Previous<span className={styles.wide}> month</span>
            </span>
          </button>
          <h2 className="subtitle" aria-live="polite">
            {monthWords(shown)}
          </h2>
          <button
            type="button"
            className={buttonClass('outline')}
            aria-disabled={shown >= last}
            onClick={() => turn(1)}
          >
            <span>
              Next<span className={styles.wide}> month</span>
            </span>
          </button>
        </div>
        <MonthGrid
          month={shown}
          byDay={byDay}
          today={today}
          ageOf={ageOf}
          open={open}
          onOpen={(place) => {
            setAt(place);
            setOpen(place);
          }}
          at={isOnPage(at.day, shown) ? at : { kind: 'day', day: midOf(shown, today) }}
          onMove={move}
        />
        {/* The button goes with the press: the place that Tab leads to gets its focus. */}
        <KeptFocus>
          {open !== null && (
            <button type="button" className={buttonClass('quiet')} data-kept="place" onClick={() => setOpen(null)}>
              {count === 0 ? 'Back to the month' : `All of ${monthWords(shown)}`}
            </button>
          )}
        </KeptFocus>
      </div>
      <div className={styles.side}>
        {open === null ? (
          <MonthPanel key={shown} month={shown} byDay={byDay} />
        ) : open.kind === 'week' ? (
          <WeekPanel key={open.day} monday={open.day} byDay={byDay} />
        ) : (
          <DayPanel key={open.day} day={open.day} byDay={byDay} today={today} ageOf={ageOf} />
        )}
      </div>
    </div>
  );
}
