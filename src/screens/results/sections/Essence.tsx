import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useSnapshot } from 'valtio';
import { octaveOf, type NoteCode } from '#analysis/values/pitch.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { factsOf } from '#features/fragrance/domain/words/fragranceFacts.ts';
import { explainNote } from '#features/fragrance/domain/words/noteReason.ts';
import { Scope } from '#core/lifetime/scope.ts';
import {
  ESSENCE_RHYTHM,
  playbackPosition,
  player,
  playNote,
  playNotes,
  stopPlaying,
} from '#features/instruments/state/playback/player.ts';
import { prefetchSoundEngine } from '#features/instruments/state/playback/soundEngine.ts';
import { Button } from '#ui/controls/Button.tsx';
import { NoteTile } from '#features/fragrance/components/notes/NoteTile.tsx';
import { Hint } from '#ui/controls/Hint.tsx';
import { StopIcon } from '#ui/icons/icons.tsx';
import { NotesIcon } from '#ui/icons/laterIcons.tsx';
import { SectionTitle } from './SectionTitle.tsx';
import { FixedWidthLabel } from '#ui/controls/FixedWidthLabel.tsx';
import { essenceHint, HIGHLIGHT_MS } from '../words.ts';
import { soundingAt, timedNotes } from '#features/fragrance/components/sounding/rollLayout.ts';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './Essence.module.css';

/** Length of a tapped note, s. */
const ONE_SECOND = { length: 1 };
const PLAY_ALL = ['Play all', 'Playing...'];

interface EssenceProps {
  fragrance: Fragrance;
  /** Called when a note is tapped. */
  onNote: (code: NoteCode) => void;
}

/** The dominant notes, playable one by one or in a row. */
export function Essence({ fragrance, onNote }: EssenceProps) {
  const { activeIndex, sounding } = useSnapshot(player);
  const [tapped, setTapped] = useState<NoteCode | null>(null);
  const [playingAll, setPlayingAll] = useState(false);
  const clock = useRef<Scope | null>(null);
  const grid = useRef<HTMLUListElement>(null);
  useLitChips(grid, fragrance);
  useEffect(prefetchSoundEngine, []);
  useEffect(
    () => () => {
      clock.current?.dispose();
      stopPlaying();
    },
    [],
  );
  const tap = (code: NoteCode) => {
    clock.current?.dispose();
    clock.current = new Scope();
    clock.current.timeout(() => setTapped(null), HIGHLIGHT_MS);
    setTapped(code);
    onNote(code);
    void playNote(code, ONE_SECOND);
  };
  const playAll = async () => {
    if (playingAll) {
      stopPlaying();
      return;
    }
    setTapped(null);
    setPlayingAll(true);
    await playNotes(fragrance.musicEssence, ESSENCE_RHYTHM);
    setPlayingAll(false);
  };
  const { manner } = useMemo(() => factsOf(fragrance), [fragrance]);
  const traceNotes = fragrance.trace?.notes ?? [];
  const isResonance = fragrance.source === 'resonance';
  const isAdded = (code: NoteCode): boolean => traceNotes.length > 0 && !traceNotes.some(({ note }) => note === code);
  const differ = new Set(fragrance.musicEssence.map(octaveOf)).size > 1;
  const sequence = playingAll && sounding === 'notes' ? activeIndex : null;
  const words = playingAll ? 'Playing...' : 'Play all notes';
  return (
    <Stack as="section" gap={4} className={styles.section} aria-labelledby="essence">
      <Row wrap gap={2} columnGap={4} align="middle" justify="between">
        <SectionTitle id="essence" title="MUSIC ESSENCE" hint={essenceHint(fragrance)} />
        <Hint text={words} onTap={false} stays>
          <Button variant="small" data-screen-only="" aria-label={words} onClick={() => void playAll()}>
            {playingAll ? <StopIcon /> : <NotesIcon />}
            <FixedWidthLabel of={PLAY_ALL}>{playingAll ? 'Playing...' : 'Play all'}</FixedWidthLabel>
          </Button>
        </Hint>
      </Row>
      <ul ref={grid} className={styles.grid}>
        {fragrance.musicEssence.map((code, index) => (
          <li key={code}>
            <NoteTile
              code={code}
              added={isAdded(code)}
              withFamily={differ}
              lit={tapped === code || sequence === index}
              onTap={tap}
            />
          </li>
        ))}
      </ul>
      {fragrance.musicEssence
        .filter((code) => isResonance || isAdded(code))
        .map((code) => (
          <Text key={code} size="small" tone="muted" measure>
            {explainNote(code, fragrance.musicEssence, traceNotes, 'your', manner)}
          </Text>
        ))}
    </Stack>
  );
}

/**
 * Highlights the audible notes during playback. Visual only: updates the DOM without React and without announcements.
 */
function useLitChips(grid: RefObject<HTMLElement | null>, fragrance: Fragrance): void {
  const { sounding } = useSnapshot(player);
  const notes = useMemo(() => timedNotes(fragrance), [fragrance]);
  useEffect(() => {
    if (sounding !== 'recording' || grid.current === null) return undefined;
    const chips = [...grid.current.querySelectorAll<HTMLElement>('[data-note]')];
    const light = (lit: ReadonlySet<string | undefined>) => {
      for (const chip of chips) chip.toggleAttribute('data-sounding', lit.has(chip.dataset['note']));
    };
    const scope = new Scope();
    scope.frames(() => light(new Set(soundingAt(notes, playbackPosition()).map((index) => notes[index]!.note))));
    return () => {
      scope.dispose();
      light(new Set());
    };
  }, [sounding, grid, notes]);
}
