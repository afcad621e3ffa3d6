import { useEffect, useMemo, useRef, useState } from 'react';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { DownloadIcon } from '../../../../ui/icons/laterIcons.tsx';
import { DeferredPart } from '../../../../ui/loading/DeferredPart.tsx';
import { entriesOfMonth } from '../../domain/calendar/calendar.ts';
import { monthWords, type Day, type Month } from '../../domain/calendar/days.ts';
import type { DiaryEntry } from '../../domain/entry.ts';
import { posterOf, type Poster } from '../../domain/poster/poster.ts';
import { paintOn, savePosterPng, savePosterSvg } from '../../state/poster.ts';
import { Composed } from './Composed.tsx';
import { Doors } from './Doors.tsx';
import styles from './Diary.module.css';

/** Width of the poster on the page and on paper, px. */
const SHOWN_WIDTH = 1400;

/** A month as one fragrance, and as a poster to take along. */
export function MonthPanel({ month, byDay }: { month: Month; byDay: ReadonlyMap<Day, DiaryEntry[]> }) {
  const poster = useMemo(() => posterOf(month, byDay), [month, byDay]);
  const count = entriesOfMonth(month, byDay).length;
  const { fragrance } = poster;
  return (
    <section className="stack gap-5 top" aria-labelledby="diary-open">
      <h3 id="diary-open" className="subtitle" data-screen-only="">
        {monthWords(month)} as one
      </h3>
      {fragrance === null ? (
        <p className="muted">Paper.</p>
      ) : (
        <>
          <div data-screen-only="">
            <Composed
              fragrance={fragrance}
              words={
                <p className="muted">
                  {count === 1 ? 'The one fragrance of this month.' : `Of ${count} fragrances of this month.`}
                </p>
              }
              actions={<Doors fragrance={fragrance} />}
            />
          </div>
          <DeferredPart>
            <PosterPart poster={poster} month={month} />
          </DeferredPart>
        </>
      )}
    </section>
  );
}

function PosterPart({ poster, month }: { poster: Poster; month: Month }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [painting, setPainting] = useState(false);
  useEffect(() => {
    // Without a canvas the files can still be tried, and say what is wrong.
    if (canvas.current !== null) void paintOn(canvas.current, poster, SHOWN_WIDTH).catch(() => undefined);
  }, [poster]);
  const png = async () => {
    if (painting) return;
    setPainting(true);
    await savePosterPng(poster, month);
    setPainting(false);
  };
  return (
    <div className="stack gap-4 top">
      <h4 data-screen-only="">The poster</h4>
      <figure className="bare">
        <canvas ref={canvas} className={styles.poster} aria-hidden="true" />
        <figcaption className="visually-hidden">Poster. {poster.label}</figcaption>
      </figure>
      <div className="actions" data-screen-only="">
        <button type="button" className={buttonClass('outline')} aria-disabled={painting} onClick={() => void png()}>
          <DownloadIcon /> PNG
        </button>
        <button type="button" className={buttonClass('outline')} onClick={() => savePosterSvg(poster, month)}>
          <DownloadIcon /> SVG
        </button>
        <button type="button" className={buttonClass('outline')} onClick={() => window.print()}>
          Print
        </button>
      </div>
    </div>
  );
}
