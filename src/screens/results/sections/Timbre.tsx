import * as Accordion from '@radix-ui/react-accordion';
import { useState, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import type { Accent } from '#features/fragrance/domain/timbre/accents.ts';
import { AXES, type Character } from '#features/fragrance/domain/timbre/character.ts';
import { AXIS_WORDS, axisFinding, characterWords, wordOf } from '#features/fragrance/domain/words/traits.ts';
import { proportionReason, type Proportion } from '#features/fragrance/domain/timbre/proportions.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import {
  ESSENCE_RHYTHM,
  player,
  playNote,
  playNotes,
  stopPlaying,
} from '#features/instruments/state/playback/player.ts';
import { Button } from '#ui/controls/Button.tsx';
import { StopIcon } from '#ui/icons/icons.tsx';
import { NotesIcon } from '#ui/icons/laterIcons.tsx';
import { FixedWidthLabel } from '#ui/controls/FixedWidthLabel.tsx';
import { AccentList } from '#features/fragrance/components/notes/AccentList.tsx';
import { noteStyle } from '#features/fragrance/components/notes/noteStyle.ts';
import { SectionHint } from './SectionTitle.tsx';
import { SECTION_HINTS } from '../words.ts';
import { Box, Row, Stack } from '#ui/layout/Box.tsx';
import styles from './Timbre.module.css';

const PLAY_ACCENTS = ['Play only the accents', 'Playing...'];
/** Length of a pressed note, s. */
const ONE_SECOND = { length: 1 };

/** On wide screens all sections start open. */
const WIDE_QUERY = '(min-width: 48.0625em)';

/** The timbre of the sound: accents, the character of the voice, and the parts of the blend. */
export function Timbre({ fragrance: { accents, character, proportions } }: { fragrance: Fragrance }) {
  const [open] = useState(() => (window.matchMedia(WIDE_QUERY).matches ? ['accents', 'proportions', 'character'] : []));
  if (accents === undefined && character === undefined && proportions === undefined) return null;
  return (
    <Accordion.Root type="multiple" defaultValue={open} className="ruled">
      {accents !== undefined && (
        <Section
          id="accents"
          title="ACCENTS"
          glance={accents.map(({ note }) => (
            <span key={note} className={styles.dotted} style={noteStyle(note)}>
              {perfumeNoteOf(note).name}
            </span>
          ))}
        >
          <Accents accents={accents} />
        </Section>
      )}
      {proportions !== undefined && (
        <Section id="proportions" title="PROPORTIONS" glance={<Bar proportions={proportions} />}>
          <Proportions proportions={proportions} />
        </Section>
      )}
      {character !== undefined && (
        <Section id="character" title="CHARACTER" glance={characterWords(character).slice(0, 2).join(', ')}>
          <CharacterFigure character={character} />
        </Section>
      )}
    </Accordion.Root>
  );
}

interface SectionProps {
  id: 'accents' | 'proportions' | 'character';
  title: string;
  /** The summary of a closed section. */
  glance: ReactNode;
  children: ReactNode;
}

function Section({ id, title, glance, children }: SectionProps) {
  return (
    <Accordion.Item value={id}>
      <Row gap={1} align="middle">
        <Accordion.Header asChild>
          <Box as="h3" size="small" weight="bold" narrows font="sans" grows leading="snug" tracking="spaced">
            <Accordion.Trigger className={styles.trigger}>
              <span>{title}</span>
              <Row as="span" gap={3} className={styles.glance}>
                {glance}
              </Row>
            </Accordion.Trigger>
          </Box>
        </Accordion.Header>
        <SectionHint title={title} hint={SECTION_HINTS[id]} />
      </Row>
      <Accordion.Content className={styles.content}>{children}</Accordion.Content>
    </Accordion.Item>
  );
}

function Accents({ accents }: { accents: readonly Accent[] }) {
  const { activeIndex, sounding } = useSnapshot(player);
  const [playing, setPlaying] = useState(false);
  const play = async () => {
    if (playing) {
      stopPlaying();
      return;
    }
    setPlaying(true);
    await playNotes(
      accents.map(({ note }) => note),
      ESSENCE_RHYTHM,
    );
    setPlaying(false);
  };
  const lit = playing && sounding === 'notes' ? activeIndex : null;
  return (
    <>
      <AccentList accents={accents} lit={lit} />
      <Button variant="small" className={styles.accents} onClick={() => void play()}>
        {playing ? <StopIcon /> : <NotesIcon />}{' '}
        <FixedWidthLabel of={PLAY_ACCENTS}>{playing ? 'Playing...' : 'Play only the accents'}</FixedWidthLabel>
      </Button>
    </>
  );
}

/** Half the size of the figure, and the length of an axis. */
const HALF_SIZE = 60;
const AXIS_LENGTH = 52;

/** Corners of the figure, one per axis, clockwise from the top. */
function corners(values: readonly number[]): string {
  return values
    .map((value, i) => {
      const angle = (2 * Math.PI * i) / values.length - Math.PI / 2;
      // Give an axis at 0 a minimum length, so that a soft clear voice has a figure too.
      const length = AXIS_LENGTH * (0.12 + 0.88 * value);
      return `${(HALF_SIZE + length * Math.cos(angle)).toFixed(1)},${(HALF_SIZE + length * Math.sin(angle)).toFixed(1)}`;
    })
    .join(' ');
}

function CharacterFigure({ character }: { character: Character }) {
  const words = characterWords(character);
  return (
    <Stack align="middle" className={styles.character}>
      <Stack as="figure" gap={2} className={styles.figure}>
        <svg viewBox={`0 0 ${2 * HALF_SIZE} ${2 * HALF_SIZE}`} aria-hidden="true">
          <polygon className={styles.frame} points={corners(AXES.map(() => 1))} />
          <polygon className={styles.frame} points={corners(AXES.map(() => 0.5))} />
          <polygon className={styles.shape} points={corners(AXES.map((axis) => character.axes[axis]))} />
        </svg>
        <figcaption>{`Your sound is ${words.join(', ')}.`}</figcaption>
      </Stack>
      <Stack as="dl" gap={3}>
        {AXES.map((axis) => (
          <div key={axis}>
            <dt className="muted small">{`${AXIS_WORDS[axis][0]} to ${AXIS_WORDS[axis][2]}`}</dt>
            <Row as="dd" wrap columnGap={3} align="baseline">
              <span className="material">{wordOf(axis, character.axes[axis])}</span>{' '}
              <span className="muted small">{axisFinding(axis, character)}</span>
            </Row>
          </div>
        ))}
      </Stack>
    </Stack>
  );
}

/** The blend as a bar. */
function Bar({ proportions }: { proportions: readonly Proportion[] }) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      {proportions.map(({ note, parts }, i) => (
        <rect
          key={note}
          x={proportions.slice(0, i).reduce((sum, before) => sum + before.parts, 0)}
          width={parts}
          height={4}
          style={noteStyle(note)}
        />
      ))}
    </svg>
  );
}

/** Every note with its share and the reason; a press plays it. */
function Proportions({ proportions }: { proportions: readonly Proportion[] }) {
  return (
    <Stack as="ul" columnGap={5} wide className={styles.parts} aria-label="Parts of 100">
      {proportions.map((proportion) => (
        <li key={proportion.note} style={noteStyle(proportion.note)}>
          <button type="button" className={styles.part} onClick={() => void playNote(proportion.note, ONE_SECOND)}>
            <b className="note-ink digits text-right">{proportion.parts}</b>
            <span>
              <span>{perfumeNoteOf(proportion.note).name}</span>{' '}
              <span className="muted small">{`${proportion.note}, ${proportionReason(proportion, proportions)}`}</span>
            </span>
          </button>
        </li>
      ))}
    </Stack>
  );
}
