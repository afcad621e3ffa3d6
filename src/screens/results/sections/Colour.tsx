import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { perfumeNoteOf } from '../../../domain/catalogue/catalogue.ts';
import type { Accent } from '../../../domain/colour/accents.ts';
import {
  AXES,
  AXIS_WORDS,
  axisReason,
  characterWords,
  wordOf,
  type Character,
} from '../../../domain/colour/character.ts';
import { proportionReason, type Proportion } from '../../../domain/colour/proportions.ts';
import type { Fragrance } from '../../../domain/fragrance/model.ts';
import { ESSENCE_RHYTHM, player, playNotes, stopPlaying } from '../../../state/playback/player.ts';
import { buttonClass } from '../../../ui/controls/button.ts';
import { NotesIcon, StopIcon } from '../../../ui/controls/icons.tsx';
import { AccentList } from '../../../ui/fragrance/AccentList.tsx';
import { noteStyle } from '../../../ui/fragrance/noteStyle.ts';
import { SectionTitle } from './SectionTitle.tsx';
import { SECTION_HINTS } from '../words.ts';
import styles from './Colour.module.css';

/** What the sound brings beside its notes: accents, the character of the voice, and the parts of the blend. */
export function Colour({ profile: { accents, character, proportions } }: { profile: Fragrance }) {
  return (
    <>
      {accents !== undefined && <Accents accents={accents} />}
      {character !== undefined && <CharacterFigure character={character} />}
      {proportions !== undefined && <Proportions proportions={proportions} />}
    </>
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
    <section className={styles.section} aria-labelledby="accents">
      <div className={styles.head}>
        <SectionTitle id="accents" title="ACCENTS" hint={SECTION_HINTS.accents} />
        <button type="button" className={buttonClass('outline', styles.play)} onClick={() => void play()}>
          {playing ? <StopIcon /> : <NotesIcon />} {playing ? 'Playing...' : 'Play only the accents'}
        </button>
      </div>
      <AccentList accents={accents} lit={lit} />
    </section>
  );
}

/** Half of the figure's side, and the length of an axis in it. */
const HALF = 60;
const REACH = 52;

/** Corners of the figure, one an axis, clockwise from the top. */
function corners(values: readonly number[]): string {
  return values
    .map((value, i) => {
      const angle = (2 * Math.PI * i) / values.length - Math.PI / 2;
      // An axis at 0 keeps a little length, so that a soft clear voice is a figure too.
      const length = REACH * (0.12 + 0.88 * value);
      return `${(HALF + length * Math.cos(angle)).toFixed(1)},${(HALF + length * Math.sin(angle)).toFixed(1)}`;
    })
    .join(' ');
}

function CharacterFigure({ character }: { character: Character }) {
  const words = characterWords(character);
  return (
    <section className={styles.section} aria-labelledby="character">
      <SectionTitle id="character" title="CHARACTER" hint={SECTION_HINTS.character} />
      <div className={styles.character}>
        <figure className={styles.figure}>
          <svg viewBox={`0 0 ${2 * HALF} ${2 * HALF}`} aria-hidden="true">
            <polygon className={styles.frame} points={corners(AXES.map(() => 1))} />
            <polygon className={styles.frame} points={corners(AXES.map(() => 0.5))} />
            <polygon className={styles.shape} points={corners(AXES.map((axis) => character.axes[axis]))} />
          </svg>
          <figcaption>Your sound is {words.join(', ')}.</figcaption>
        </figure>
        <dl className={styles.axes}>
          {AXES.map((axis) => (
            <div key={axis}>
              <dt>
                {AXIS_WORDS[axis][0]} to {AXIS_WORDS[axis][2]}
              </dt>
              <dd>
                <span className={styles.word}>{wordOf(axis, character.axes[axis])}</span>{' '}
                <span className={styles.reason}>{axisReason(axis, character)}</span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function Proportions({ proportions }: { proportions: readonly Proportion[] }) {
  return (
    <section className={styles.section} aria-labelledby="proportions">
      <SectionTitle id="proportions" title="PROPORTIONS" hint={SECTION_HINTS.proportions} />
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
      <ul className={styles.parts} aria-label="Parts of 100">
        {proportions.map((proportion) => (
          <li key={proportion.note} style={noteStyle(proportion.note)}>
            <b className={styles.number}>{proportion.parts}</b> {perfumeNoteOf(proportion.note).name}{' '}
            <span className={styles.reason}>
              {proportion.note}, {proportionReason(proportion)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
