import { useEffect, useRef, useState } from 'react';
import { Scope } from '#core/lifetime/scope.ts';
import { processing, refreshProgress } from '#features/create/state/processing/processing.ts';

/**
 * The seven seconds of the processing screen as a function of time: progress, words, and when to leave. The progress is
 * honest (docs/decisions.md, 20): it stops at 98 % until the analysis is done.
 */

export const PROCESSING_MESSAGES = [
  'Analyzing audio frequencies...',
  'Identifying dominant music notes...',
  'Mapping to fragrance compounds...',
  'Creating your custom scent profile...',
  'Finalizing fragrance composition...',
] as const;

export const TOTAL_MS = 7000;
const MESSAGE_MS = 1250;
export const TICK_MS = 150;
const TICK_PERCENT = 2;
/** Progress at which it stops until the analysis is done, percent. */
const WAITING_PERCENT = 98;
/** An analysis without an answer counts as failed after this, ms. */
const ANALYSIS_TIMEOUT_MS = 30_000;

/** The notes appear from the second message to the end of the fourth, ms. */
const NOTES_FROM_MS = 1250;
const NOTES_UNTIL_MS = 4900;
/** The accents come last, ms. */
const ACCENTS_FROM_MS = 5000;
const ACCENTS_UNTIL_MS = 6000;
/** Minimum interval between notes when the result came late, ms. */
const MIN_STEP_MS = 150;

/** Minimum time of a card of the reveal: with less time left, the first ones are left to the results, ms. */
const MIN_CARD_MS = 700;
/** Additional time of the last card, in times of a card. */
const LAST_LONGER = 0.6;

type AnalysisStatus = 'idle' | 'analyzing' | 'done' | 'failed' | 'silent';

interface ProcessingStep {
  /** 0 to 100. */
  percent: number;
  message: (typeof PROCESSING_MESSAGES)[number];
  /** The result is ready early: the visitor may skip the rest. */
  skippable: boolean;
  /** `leave` for the results, `fail` for the error panel. */
  next: 'stay' | 'leave' | 'fail';
}

/** The state of the screen `elapsed` ms after it appeared. */
export function momentAt(elapsed: number, status: AnalysisStatus): ProcessingStep {
  const done = status === 'done';
  const ticks = Math.max(0, Math.floor(elapsed / TICK_MS));
  const percent = Math.min(ticks * TICK_PERCENT, done ? 100 : WAITING_PERCENT);
  const message =
    PROCESSING_MESSAGES[Math.min(PROCESSING_MESSAGES.length - 1, Math.max(0, Math.floor(elapsed / MESSAGE_MS)))]!;
  const over = elapsed >= TOTAL_MS;
  const failed = status === 'failed' || (!done && elapsed >= ANALYSIS_TIMEOUT_MS);
  return { percent, message, skippable: done && !over, next: failed ? 'fail' : done && over ? 'leave' : 'stay' };
}

/**
 * Number of notes confirmed `elapsed` ms after the screen appeared: first the essence, in its order, then the
 * accents. 0 before the analysis is done, which was at `doneAt` (ms; null until then).
 */
export function confirmedAt(elapsed: number, doneAt: number | null, notes: number, accents: number): number {
  if (doneAt === null) return 0;
  const planned = (place: number): number =>
    place < notes
      ? NOTES_FROM_MS + (place * (NOTES_UNTIL_MS - NOTES_FROM_MS)) / notes
      : ACCENTS_FROM_MS + ((place - notes) * (ACCENTS_UNTIL_MS - ACCENTS_FROM_MS)) / accents;
  let count = 0;
  while (count < notes + accents && elapsed >= Math.max(planned(count), doneAt + count * MIN_STEP_MS)) count++;
  return count;
}

/** A card of the reveal, shown from `at` on; each `period` the next one follows. Times in ms. */
interface Turn {
  card: number;
  at: number;
  period: number;
}

/** The first card of `count`, shown when the analysis was done. All of them share the time that is left. */
export function firstTurn(doneAt: number, count: number): Turn {
  const left = Math.max(0, TOTAL_MS - doneAt);
  const shown = Math.min(count, Math.max(1, Math.floor(left / MIN_CARD_MS)));
  return { card: count - shown, at: doneAt, period: Math.max(MIN_CARD_MS, left / (shown + LAST_LONGER)) };
}

/** The card at `elapsed` ms, of `count`. */
export function cardAt(elapsed: number, { card, at, period }: Turn, count: number): number {
  return Math.min(count - 1, card + Math.max(0, Math.floor((elapsed - at) / period)));
}

/** The turn after the visitor has gone one card on (1) or back (-1); null beyond the last one. */
export function turnCard(elapsed: number, turn: Turn, count: number, by: 1 | -1): Turn | null {
  const card = cardAt(elapsed, turn, count) + by;
  return card >= count ? null : { ...turn, card: Math.max(0, card), at: elapsed };
}

interface VisibleCard extends ProcessingStep {
  /** Number of confirmed notes and accents. */
  confirmed: number;
  /** Index of the card of the reveal; null before the analysis is done. */
  card: number | null;
}

/** Numbers of found notes and accents: 0 until the analysis is done. */
interface Counts {
  notes: number;
  accents: number;
  cards: number;
}

/** Goes one card on (1) or back (-1); `over` beyond the last one. */
type TurnBy = (by: 1 | -1) => 'turned' | 'over' | 'nothing';

/** The seven-second choreography: polls the clock and renders on a change. */
export function useProcessingTimeline(currentCounts: Counts): [VisibleCard, TurnBy] {
  const [shown, setShown] = useState<VisibleCard>(() => ({
    ...momentAt(0, processing.status),
    confirmed: 0,
    card: null,
  }));
  const counts = useRef(currentCounts);
  const turn = useRef<Turn | null>(null);
  const begun = useRef(0);
  useEffect(() => {
    counts.current = currentCounts;
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

function isSame(a: VisibleCard, b: VisibleCard): boolean {
  return (Object.keys(a) as (keyof VisibleCard)[]).every((key) => a[key] === b[key]);
}
