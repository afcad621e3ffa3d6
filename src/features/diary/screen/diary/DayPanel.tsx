import { useRef, useState } from 'react';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { KeptFocus } from '../../../../ui/screen/KeptFocus.tsx';
import { ageWords, type Age } from '../../domain/age.ts';
import { dayWords, timeAt, type Day } from '../../domain/calendar/days.ts';
import { comparison } from '../../domain/compare.ts';
import type { DiaryEntry } from '../../domain/entry.ts';
import { deleteEntry, press } from '../../state/diary.ts';
import { Composed } from './Composed.tsx';
import { Doors } from './Doors.tsx';
import styles from './Diary.module.css';

interface DayPanelProps {
  day: Day;
  byDay: ReadonlyMap<Day, DiaryEntry[]>;
  today: Day;
  ageOf: (entry: DiaryEntry) => Age;
}

/** The fragrances of one day, each with when it was made and how it differs from the one before. */
export function DayPanel({ day, byDay, today, ageOf }: DayPanelProps) {
  const entries = byDay.get(day) ?? [];
  const all = [...byDay.values()].flat();
  return (
    <section className="stack gap-4 top" aria-labelledby="diary-open" data-screen-only="">
      <h3 id="diary-open" className="subtitle">
        {dayWords(day)}
      </h3>
      {entries.length === 0 && <p className="muted">Paper.</p>}
      <KeptFocus>
        {entries.map((entry) => {
          const age = ageOf(entry);
          const compared = comparison(entry, all, today);
          return (
            <Composed
              key={entry.id}
              fragrance={entry.fragrance}
              age={age}
              words={
                <p className="muted">
                  Made at {timeAt(entry.at, entry.zone)}. {compared} {ageWords(age)}
                </p>
              }
              actions={
                <>
                  <Doors fragrance={entry.fragrance} />
                  <button
                    type="button"
                    className={buttonClass('outline')}
                    aria-pressed={entry.pressed}
                    onClick={() => void press(entry.id, !entry.pressed)}
                  >
                    Press it
                  </button>
                  <Delete id={entry.id} />
                </>
              }
            />
          );
        })}
      </KeptFocus>
    </section>
  );
}

/** Deletes an entry, after a second press on the same button. */
function Delete({ id }: { id: string }) {
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const keep = () => {
    setAsking(false);
    button.current?.focus();
  };
  return (
    <span className={styles.question}>
      <button
        ref={button}
        type="button"
        className={asking ? buttonClass('outline', styles.danger) : buttonClass('quiet')}
        onClick={() => (asking ? void deleteEntry(id) : setAsking(true))}
      >
        {asking ? 'Delete it for good' : 'Delete'}
      </button>
      {asking && (
        <button type="button" className={buttonClass('quiet')} onClick={keep}>
          Keep it
        </button>
      )}
    </span>
  );
}
