import { useCallback, useMemo, useState } from 'react';
import { FadeIn } from '../../ui/screen/FadeIn.tsx';
import { FragranceFace } from '../../ui/fragrance/FragranceFace.tsx';
import { Hints } from '../../ui/controls/Hint.tsx';
import { ScreenHeading } from '../../ui/screen/ScreenHeading.tsx';
import type { NoteCode } from '../../domain/pitch/pitch.ts';
import { Colour } from './sections/Colour.tsx';
import { Description } from './sections/Description.tsx';
import { Essence } from './sections/Essence.tsx';
import { Listen } from './Listen.tsx';
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
      <FadeIn key={shown.profile.id}>
        <FragrancePage shown={shown} />
      </FadeIn>
    </Hints>
  );
}

function FragrancePage({ shown: { profile, name, fromPlaylist } }: { shown: Shown }) {
  const heard = profile.trace?.notes;
  const [selected, setSelected] = useState<number | null>(null);
  const title = fromPlaylist ? `${name.toUpperCase()}'S FRAGRANCE` : 'Your Sound, Your Scent';
  const source = sourceSentence(profile.source);
  const label = useMemo(
    () => `The face of ${name}, drawn from its notes ${profile.musicEssence.join(', ')}`,
    [name, profile],
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
        <FragranceFace fragrance={profile} label={label} className={styles.face} />
        <div className={styles.words}>
          <h2 className={styles.name}>{name}</h2>
          <Description text={profile.description} immediately={fromPlaylist} />
          {source !== null && <p className={styles.source}>{source}</p>}
          <div className={styles.actions}>
            <Listen profile={profile} />
            <ResultActions profile={profile} fromPlaylist={fromPlaylist} />
          </div>
        </div>
      </header>
      <Summary profile={profile} />
      <Essence profile={profile} onNote={pointOut} />
      <Pyramid profile={profile} />
      <Colour profile={profile} />
      {profile.trace !== undefined && profile.trace.notes.length > 0 && (
        <Roll profile={profile} trace={profile.trace} selected={selected} onSelect={setSelected} />
      )}
    </article>
  );
}
