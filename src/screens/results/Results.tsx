import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { isolateBidi } from '#core/values/bidi.ts';
import { fragrance as current } from '#features/fragrance/state/current.ts';
import { restorePreviousFragrance, loadFormer } from '#features/fragrance/state/fragrance.ts';
import { FALLBACK_DESCRIPTION } from '#features/fragrance/domain/words/description.ts';
import { firstWords } from '#core/loading/firstWords.ts';
import { FadeIn } from '#ui/screen/FadeIn.tsx';
import { Button } from '#ui/controls/Button.tsx';
import { HintProvider } from '#ui/controls/Hint.tsx';
import { RestoreFocus } from '#ui/screen/RestoreFocus.tsx';
import { isMovingScreens } from '#ui/screen/moveScreens.ts';
import { DeferredPart } from '#ui/loading/DeferredPart.tsx';
import { StoreLinks } from '#ui/screen/StoreLinks.tsx';
import { ScreenHeading } from '#ui/screen/ScreenHeading.tsx';
import { Stack, Text } from '#ui/layout/Box.tsx';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { Timbre } from './sections/Timbre.tsx';
import { Cards } from './cards/Cards.tsx';
import { Description, useDelayedText, Measures, Summary } from './sections/Summary.tsx';
import { Essence } from './sections/Essence.tsx';
import { Pyramid } from './sections/Pyramid.tsx';
import { ResultRoll, ResultFlower } from './resultPlayback.tsx';
import { ResultActions } from './ResultActions.tsx';
import { bestPlaceOf } from '#features/fragrance/components/sounding/rollLayout.ts';
import { SmellSection } from './sections/SmellSection.tsx';
import { CollapsibleSection } from './sections/SectionTitle.tsx';
import { useFragrance, type DisplayedFragrance } from './useFragrance.ts';
import { openingAndRest, sourceSentence } from './words.ts';
import styles from './Results.module.css';
import { useLocation } from 'wouter';
import { importWithRetry } from '#core/loading/importWithRetry.ts';

/**
 * The fragrance: its flower, its name and a sentence, then its notes and tiers; then cards to send on, a recipe, and
 * the measurements, folded.
 */
export default function Results() {
  const shown = useFragrance();
  const [first] = useState(() => firstWords('fragrance'));
  const [wasShown, setWasShown] = useState(false);
  if (shown !== null && !wasShown) setWasShown(true);
  if (shown === null) {
    // A log-out on this screen also stashes the fragrance.
    if (first === null || wasShown) return <p className="loading">Loading fragrance profile...</p>;
    return (
      <FadeIn immediately>
        <FirstWords />
      </FadeIn>
    );
  }
  return (
    <HintProvider>
      <RestoreFocus>
        <Arrival key={shown.fragrance.id} seen={first !== null}>
          <FragrancePage shown={shown} seen={first !== null} />
        </Arrival>
      </RestoreFocus>
    </HintProvider>
  );
}

/**
 * The prerendered part: a script in the page fills the elements with `data-word` from the stored fragrance
 * (src/app/first/inline/showFirst.ts).
 */
function FirstWords() {
  return (
    <Stack as="article" className={`page ${styles.page}`}>
      <header className={styles.hero}>
        <ScreenHeading className={styles.title}>{OWN_TITLE}</ScreenHeading>
        <div className={styles.face} />
        <Stack gap={5} className={styles.words}>
          <Text as="h2" size="hero">
            <bdi data-word="name">Name</bdi>
          </Text>
          <Text size="lead" anywhere measure className={styles.description} data-written="true">
            <span data-word="description" data-sentence="">
              {FALLBACK_DESCRIPTION}
            </span>
          </Text>
        </Stack>
      </header>
    </Stack>
  );
}

/**
 * Fades the page in, unless its drawing moves over from the previous screen or its words are visible already.
 */
function Arrival({ seen, children }: { seen: boolean; children: ReactNode }) {
  const [moved] = useState(isMovingScreens);
  return moved ? <div className={styles.moved}>{children}</div> : <FadeIn immediately={seen}>{children}</FadeIn>;
}

const OWN_TITLE = 'Your Sound, Your Scent';

/** @param seen the prerendered page already showed its words */
function FragrancePage({
  shown: { fragrance, name, fromPlaylist },
  seen,
}: {
  shown: DisplayedFragrance;
  seen: boolean;
}) {
  const traceNotes = fragrance.trace?.notes;
  const [selected, setSelected] = useState<number | null>(null);
  const [moved] = useState(isMovingScreens);
  const title = fromPlaylist ? `${isolateBidi(name.toUpperCase())}'S FRAGRANCE` : OWN_TITLE;
  const source = sourceSentence(fragrance);
  const [opening, rest] = useMemo(() => openingAndRest(fragrance.description), [fragrance]);
  const written = useDelayedText(fromPlaylist || seen);
  const pointOut = useCallback(
    (code: NoteCode) => {
      const place = traceNotes === undefined ? null : bestPlaceOf(code, traceNotes);
      if (place !== null) setSelected(place);
    },
    [traceNotes],
  );
  return (
    <Stack as="article" className={`page ${styles.page}`}>
      <header className={styles.hero}>
        <ScreenHeading className={styles.title}>{title}</ScreenHeading>
        <div className={styles.face} data-moves="">
          <DeferredPart now={moved}>
            <ResultFlower fragrance={fragrance} name={name} />
          </DeferredPart>
        </div>
        <Stack gap={5} className={styles.words}>
          <Text as="h2" size="hero">
            <bdi>{name}</bdi>
          </Text>
          <Description text={opening} written={written} />
          {source !== null && <p className="muted measure">{source}</p>}
          {fragrance.engineFailed === true && fragrance.recordingId !== undefined && !fromPlaylist && (
            <p>
              <ListenAgain recordingId={fragrance.recordingId} />
            </p>
          )}
          <ResultActions fragrance={fragrance} fromPlaylist={fromPlaylist} />
          {!fromPlaylist && <Former />}
          <DeferredPart>
            <Essence fragrance={fragrance} onNote={pointOut} />
          </DeferredPart>
        </Stack>
      </header>
      <DeferredPart>
        <Pyramid fragrance={fragrance} />
      </DeferredPart>
      <DeferredPart>
        <Stack gap={6} className={styles.account}>
          {rest !== '' && (
            <Text size="lead" anywhere className={styles.rest} data-written={written}>
              {rest}
            </Text>
          )}
          <Summary fragrance={fragrance} />
        </Stack>
      </DeferredPart>
      <DeferredPart>
        <Cards fragrance={fragrance} />
      </DeferredPart>
      <div>
        <DeferredPart>
          <SmellSection fragrance={fragrance} />
        </DeferredPart>
        <DeferredPart>
          <CollapsibleSection title="Why?" words="What was heard, and what was measured." untitledInPrint>
            {fragrance.trace !== undefined && fragrance.trace.notes.length > 0 && (
              <ResultRoll fragrance={fragrance} trace={fragrance.trace} selected={selected} onSelect={setSelected} />
            )}
            <Timbre fragrance={fragrance} />
            <Measures fragrance={fragrance} />
          </CollapsibleSection>
        </DeferredPart>
      </div>
      <DeferredPart>
        <StoreLinks />
      </DeferredPart>
    </Stack>
  );
}

/** Returns to the fragrance that the current one has replaced. */
function Former() {
  const { former } = useSnapshot(current);
  useEffect(() => void loadFormer(), []);
  if (former === null) return null;
  return (
    <Button
      variant="flush"
      long
      className={styles.former}
      data-screen-only=""
      data-kept="former"
      onClick={restorePreviousFragrance}
    >
      {`Bring back ${isolateBidi(former.name)}`}
    </Button>
  );
}

/** Analyzes the recording once more, beside the sentence that the engine failed. */
function ListenAgain({ recordingId }: { recordingId: string }) {
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const listen = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { reanalyze } = await importWithRetry(() => import('#features/create/state/processing/makeFragrance.ts'));
      if (await reanalyze(recordingId)) navigate('/processing', { transition: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="outline"
      aria-disabled={busy}
      aria-busy={busy}
      onClick={() => void listen().catch(() => undefined)}
    >
      Listen again
    </Button>
  );
}
