import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { isolated } from '../../domain/bidi.ts';
import { FadeIn } from '../../ui/screen/FadeIn.tsx';
import { FragranceFace } from '../../ui/fragrance/FragranceFace.tsx';
import { Hints } from '../../ui/controls/Hint.tsx';
import { arrivesByMove } from '../../ui/screen/moveScreens.ts';
import { ScreenHeading } from '../../ui/screen/ScreenHeading.tsx';
import type { NoteCode } from '../../domain/pitch/pitch.ts';
import { Colour } from './sections/Colour.tsx';
import { Description } from './sections/Description.tsx';
import { Essence } from './sections/Essence.tsx';
import { Pyramid } from './sections/Pyramid.tsx';
import { ResultActions } from './ResultActions.tsx';
import { Roll } from './sections/Roll.tsx';
import { bestPlaceOf } from '../../ui/fragrance/sounding/rollLayout.ts';
import { Summary } from './sections/Summary.tsx';
import { useFragrance, type Shown } from './useFragrance.ts';
import { sourceSentence } from './words.ts';
import styles from './Results.module.css';

/** The fragrance: its face, its words, its notes to hear, and where in the sound they come from. */
export default function Results() {
  const shown = useFragrance();
  if (shown === null) return <p className={styles.loading}>Loading fragrance profile...</p>;
  return (
    <Hints>
      <Arrival key={shown.fragrance.id}>
        <FragrancePage shown={shown} />
      </Arrival>
    </Hints>
  );
}

/** The page fades in, unless its drawing comes over from the screen before: then all is there at once. */
function Arrival({ children }: { children: ReactNode }) {
  const [moved] = useState(arrivesByMove);
  return moved ? <div className={styles.moved}>{children}</div> : <FadeIn>{children}</FadeIn>;
}

function FragrancePage({ shown: { fragrance, name, fromPlaylist } }: { shown: Shown }) {
  const heard = fragrance.trace?.notes;
  const [selected, setSelected] = useState<number | null>(null);
  const title = fromPlaylist ? `${isolated(name.toUpperCase())}'S FRAGRANCE` : 'Your Sound, Your Scent';
  const source = sourceSentence(fragrance.source);
  const label = useMemo(
    () => `The face of ${name}, drawn from its notes ${fragrance.musicEssence.join(', ')}`,
    [name, fragrance],
  );
  const pointOut = useCallback(
    (code: NoteCode) => {
      const place = heard === undefined ? null : bestPlaceOf(code, heard);
      if (place !== null) setSelected(place);
    },
    [heard],
  );
  return (
    <article className={styles.page}>
      <header className={styles.hero}>
        <ScreenHeading className={styles.title}>{title}</ScreenHeading>
        <div className={styles.face} data-moves="">
          <FragranceFace fragrance={fragrance} label={label} />
        </div>
        <div className={styles.words}>
          <h2 className={styles.name}>
            <bdi>{name}</bdi>
          </h2>
          <Description text={fragrance.description} immediately={fromPlaylist} />
          {source !== null && <p className={styles.source}>{source}</p>}
          <ResultActions fragrance={fragrance} fromPlaylist={fromPlaylist} />
        </div>
      </header>
      <Summary fragrance={fragrance} />
      <Essence fragrance={fragrance} onNote={pointOut} />
      {fragrance.trace !== undefined && fragrance.trace.notes.length > 0 && (
        <Roll fragrance={fragrance} trace={fragrance.trace} selected={selected} onSelect={setSelected} />
      )}
      <div className={styles.parts}>
        <Pyramid fragrance={fragrance} />
        <Colour fragrance={fragrance} />
      </div>
    </article>
  );
}
