import { useEffect, useRef, useState } from 'react';
import { Scope } from '../../core/lifetime/scope.ts';
import { processing, refreshProgress } from '../../features/create/state/processing/processing.ts';
import { cardAt, confirmedAt, firstTurn, momentAt, TICK_MS, turnCard, type Moment, type Turn } from './choreography.ts';

interface Shown extends Moment {
  /** Number of confirmed notes and accents. */
  confirmed: number;
  /** Index of the card of the reveal; null before the analysis is done. */
  card: number | null;
}

/** What is known of the fragrance: 0 until the analysis is done. */
interface Counts {
  notes: number;
  accents: number;
  cards: number;
}

/** Goes one card on (1) or back (-1); `over` beyond the last one. */
type TurnBy = (by: 1 | -1) => 'turned' | 'over' | 'nothing';

/** The seven-second choreography: polls the clock and renders on a change. */
export function useChoreography(known: Counts): [Shown, TurnBy] {
  const [shown, setShown] = useState<Shown>(() => ({ ...momentAt(0, processing.status), confirmed: 0, card: null }));
  const counts = useRef(known);
  const turn = useRef<Turn | null>(null);
  const begun = useRef(0);
  useEffect(() => {
    counts.current = known;
  });
  useEffect(() => {
    const scope = new Scope();
    begun.current = performance.now();
    let doneAt: number | null = null;
    const look = () => {
      refreshProgress();
      const elapsed = performance.now() - begun.current;
      if (processing.status === 'done') doneAt ??= elapsed;
      const { notes, accents, cards } = counts.current;
      if (doneAt !== null && cards > 0) turn.current ??= firstTurn(doneAt, cards);
      const next = {
        ...momentAt(elapsed, processing.status),
        confirmed: confirmedAt(elapsed, doneAt, notes, accents),
        card: turn.current === null ? null : cardAt(elapsed, turn.current, cards),
      };
      setShown((before) => (isSame(before, next) ? before : next));
      if (next.next !== 'stay') scope.dispose();
    };
    scope.interval(look, TICK_MS / 3);
    return () => scope.dispose();
  }, []);
  const turnBy: TurnBy = (by) => {
    if (turn.current === null) return 'nothing';
    const { cards } = counts.current;
    const elapsed = performance.now() - begun.current;
    const next = turnCard(elapsed, turn.current, cards, by);
    if (next === null) return 'over';
    turn.current = next;
    setShown((before) => ({ ...before, card: cardAt(elapsed, next, cards) }));
    return 'turned';
  };
  return [shown, turnBy];
}

function isSame(a: Shown, b: Shown): boolean {
  return (Object.keys(a) as (keyof Shown)[]).every((key) => a[key] === b[key]);
}
