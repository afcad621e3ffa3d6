import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useSnapshot } from 'valtio';
import { revealCards, type RevealCard } from '#features/fragrance/domain/words/reveal.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { fragrance as currentFragrance } from '#features/fragrance/state/current.ts';
import { hasStorageError, consumeStorageError } from '#features/fragrance/state/fragrance.ts';
import {
  cancelProcessing,
  leaveProcessing,
  processing,
  becameCurrentFragrance,
} from '#features/create/state/processing/processing.ts';
import { createFragrance } from '#features/create/state/recording/recorderControls.ts';
import { recorder } from '#features/create/state/recording/recordingState.ts';
import { Button } from '#ui/controls/Button.tsx';
import { moveScreens } from '#ui/screen/moveScreens.ts';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { Box, Row, Stack, Text } from '#ui/layout/Box.tsx';
import { GrowingFlower } from './GrowingFlower.tsx';
import { NotesFound, Ring, segmentsOf } from './Ring.tsx';
import { useProcessingTimeline } from './choreography.ts';
import styles from './Processing.module.css';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import cardStyles from './Card.module.css';
import { Scope } from '#core/lifetime/scope.ts';

/** Replaces this screen in the history. If that fails, goes to the create screen. */
function useLeave(): (to: string) => void {
  const [, navigate] = useLocation();
  return (to) => {
    try {
      navigate(to, { replace: true, transition: true });
    } catch {
      window.location.replace('/create');
    }
  };
}

/** Target of the redirect when no analysis runs or has run, as after a reload; null when this screen can be shown. */
function wayBack(): '/create' | '/results' | null {
  if (processing.status !== 'idle') return null;
  // The fragrance may have been finished before the reload.
  return !hasStorageError() && becameCurrentFragrance() ? '/results' : '/create';
}

/** The screen between a recording and its fragrance. */
export default function Processing() {
  const leave = useLeave();
  const [back] = useState(wayBack);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (back === null) return;
    consumeStorageError();
    leave(back);
    // eslint-disable-next-line react/exhaustive-deps -- once, on arrival
  }, [back]);
  if (back !== null) return null;
  return <WaitingForAnalysis key={attempt} onLeave={leave} onAgain={() => setAttempt(attempt + 1)} />;
}

interface WaitingProps {
  onLeave: (to: string) => void;
  onAgain: () => void;
}

function WaitingForAnalysis({ onLeave, onAgain }: WaitingProps) {
  const { status } = useSnapshot(processing);
  const { current } = useSnapshot(currentFragrance);
  // Until the analysis is done, an older fragrance may be current.
  const fragrance = status === 'done' ? (current as Fragrance | null) : null;
  const { ring, cards } = useMemo(
    () =>
      fragrance === null
        ? { ring: [], cards: [] }
        : {
            ring: segmentsOf(fragrance),
            cards: revealCards(fragrance, recorder.recordingMode === 'live' ? 'voice' : 'file'),
          },
    [fragrance],
  );
  const accents = ring.filter(({ accent }) => accent).length;
  const [moment, turn] = useProcessingTimeline({ notes: ring.length - accents, accents, cards: cards.length });
  const card = moment.card === null ? null : (cards[moment.card] ?? null);
  const segments = useMemo(() => ring.slice(0, moment.confirmed), [ring, moment.confirmed]);
  const left = useRef(false);
  const { next } = moment;
  const toResults = () => {
    if (left.current) return;
    left.current = true;
    moveScreens(() => {
      leaveProcessing();
      onLeave('/results');
    });
  };
  useEffect(() => {
    if (next === 'leave') toResults();
    // eslint-disable-next-line react/exhaustive-deps -- leaves once, at the end of the choreography
  }, [next]);
  useCardNavigation((by) => {
    if (turn(by) === 'over') toResults();
  });
  useEffect(() => {
    if (status !== 'silent') return;
    leaveProcessing();
    onLeave('/create');
    // eslint-disable-next-line react/exhaustive-deps -- leaves once, after a silent analysis
  }, [status]);
  if (next === 'fail' || status === 'failed') return <Failed onLeave={onLeave} onAgain={onAgain} />;
  return (
    <Row as="section" column gap={3} align="middle" textAlign="center" grows className={styles.screen}>
      <ScreenHeading className="visually-hidden">Composing your fragrance</ScreenHeading>
      <Row column gap={4} align="middle" className={styles.stage}>
        <div className={styles.ring}>
          <GrowingFlower fragrance={fragrance} segments={segments} card={card} />
          <Ring percent={moment.percent} segments={segments} />
        </div>
        <Card shown={card} />
      </Row>
      {/* On plain paper, so that the words keep their contrast over any drawing. */}
      <Box size="small" tone="muted" wide className={styles.words}>
        <p aria-hidden="true">liquefying...</p>
        <p className={styles.message} data-part="message">
          <span key={moment.message}>{moment.message}</span>
        </p>
      </Box>
      <NotesFound ring={ring} confirmed={moment.confirmed} />
      <Box tappable>
        {moment.skippable && (
          <Button variant="quiet" onClick={toResults}>
            Skip
          </Button>
        )}
      </Box>
      <Licence />
    </Row>
  );
}

/** The licence, shown while there is time to read it. */
function Licence() {
  return (
    <Stack as="aside" gap={2} className={styles.notice} aria-label="About your recording">
      <p>Please upload music responsibly: only sound that is yours.</p>
      <p>A recording is personal. It is deleted after 30 days unless you share it, submit it or save its fragrance.</p>
    </Stack>
  );
}

/** The analysis failed or timed out. The recording still exists. */
function Failed({ onLeave, onAgain }: WaitingProps) {
  const [busy, setBusy] = useState(false);
  const tryAgain = async () => {
    if (recorder.recordingState !== 'recorded') {
      cancelProcessing();
      onLeave('/create');
      return;
    }
    setBusy(true);
    try {
      const going = await createFragrance();
      if (going) onAgain();
    } finally {
      setBusy(false);
    }
  };
  const back = () => {
    cancelProcessing();
    onLeave('/create');
  };
  return (
    <section className="message" role="alert">
      <ScreenHeading className="heading">Processing Error</ScreenHeading>
      <Text size="large" tone="muted">
        We could not finish listening to your sound. Your recording is safe: try again, or go back and record another.
      </Text>
      <Row wrap gap={3}>
        <Button variant="primary" aria-disabled={busy} onClick={() => void (busy ? undefined : tryAgain())}>
          {busy ? 'Processing...' : 'Try again'}
        </Button>
        <Button variant="outline" onClick={back}>
          Back
        </Button>
      </Row>
    </section>
  );
}

interface CardProps {
  /** Null before the first card. */
  shown: RevealCard | null;
}

/** One card of the reveal. Its space is reserved from the start; a screen reader reads each card once. */
function Card({ shown }: CardProps) {
  return (
    <Box narrows className={cardStyles.card}>
      <output className="visually-hidden">{shown?.sentence}</output>
      {shown !== null && (
        <div key={shown.kind} className={cardStyles.thought} data-card={shown.kind}>
          <h2 className={cardStyles.title}>
            <span
              className={shown.note === null ? cardStyles.label : `${cardStyles.label} speck`}
              style={shown.note === null ? undefined : noteStyle(shown.note)}
            >
              <span>{shown.note === null ? shown.label : `${shown.label}, `}</span>
              {shown.note !== null && <span translate="no">{shown.note}</span>}
            </span>{' '}
            <bdi>{shown.title}</bdi>
          </h2>
          <p className={cardStyles.line}>{shown.line}</p>
        </div>
      )}
    </Box>
  );
}

const KEY_DIRECTIONS: Readonly<Partial<Record<string, 1 | -1>>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};
/** A tap in this share of the width, from the left, goes back. */
const BACK_SHARE = 1 / 3;

/** Turns cards by the arrow keys, and by taps outside links and buttons: on the left back, elsewhere forward. */
function useCardNavigation(onTurn: (by: 1 | -1) => void): void {
  const latest = useRef(onTurn);
  useEffect(() => {
    latest.current = onTurn;
  });
  useEffect(() => {
    const scope = new Scope();
    scope.listen<KeyboardEvent>(window, 'keydown', ({ key, altKey, ctrlKey, metaKey, shiftKey }) => {
      const by = KEY_DIRECTIONS[key];
      if (by !== undefined && !altKey && !ctrlKey && !metaKey && !shiftKey) latest.current(by);
    });
    scope.listen<MouseEvent>(window, 'click', ({ target, clientX }) => {
      if (!(target instanceof Element) || target.closest('main') === null) return;
      if (target.closest('a, button, input, summary, [role="button"]') !== null) return;
      latest.current(clientX < window.innerWidth * BACK_SHARE ? -1 : 1);
    });
    return () => scope.dispose();
  }, []);
}
