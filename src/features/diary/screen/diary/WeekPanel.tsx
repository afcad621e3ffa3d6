import { isolated } from '../../../../core/values/bidi.ts';
import { entriesOfWeek } from '../../domain/calendar/calendar.ts';
import { weekWords, type Day } from '../../domain/calendar/days.ts';
import { compose } from '../../domain/compose.ts';
import type { DiaryEntry } from '../../domain/entry.ts';
import { Composed } from './Composed.tsx';
import { Doors } from './Doors.tsx';

/** A week as one fragrance. */
export function WeekPanel({ monday, byDay }: { monday: Day; byDay: ReadonlyMap<Day, DiaryEntry[]> }) {
  const entries = entriesOfWeek(monday, byDay);
  const whole = compose(entries);
  return (
    <section className="stack gap-4 top" aria-labelledby="diary-open" data-screen-only="">
      <h3 id="diary-open" className="subtitle">
        Week {weekWords(monday)}
      </h3>
      {whole === null ? (
        <p className="muted">Paper.</p>
      ) : (
        <Composed
          fragrance={whole}
          words={
            <p className="muted anywhere">
              {entries.length === 1
                ? 'The one fragrance of this week.'
                : `Of ${entries.length} fragrances: ${entries.map(({ fragrance }) => isolated(fragrance.name)).join(', ')}.`}
            </p>
          }
          actions={<Doors fragrance={whole} />}
        />
      )}
    </section>
  );
}
