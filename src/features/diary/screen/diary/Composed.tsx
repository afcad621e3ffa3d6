import { useEffect, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { drawingLabel, type Fragrance } from '../../../fragrance/domain/index.ts';
import { player, stopPlaying, toggleEssence } from '../../../instruments/state/playback/index.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { PlayIcon, StopIcon } from '../../../../ui/icons/icons.tsx';
import type { Age } from '../../domain/age.ts';
import { AgedFace } from './AgedFace.tsx';
import styles from './Diary.module.css';

interface ComposedProps {
  fragrance: Fragrance;
  age?: Age;
  /** Under the name. */
  words: ReactNode;
  /** Beside the player. */
  actions?: ReactNode;
}

/** A fragrance of the diary: its face, its name, and its notes to hear. */
export function Composed({ fragrance, age, words, actions }: ComposedProps) {
  return (
    <article className={styles.composed}>
      <AgedFace fragrance={fragrance} {...(age && { age })} label={drawingLabel(fragrance)} className={styles.face} />
      <div className="stack gap-3 left narrows">
        <h4 className={`serif ${styles.name}`}>
          <bdi>{fragrance.name}</bdi>
        </h4>
        {words}
        <div className="actions middle" data-screen-only="">
          <Play fragrance={fragrance} />
          {actions}
        </div>
      </div>
    </article>
  );
}

function Play({ fragrance }: { fragrance: Fragrance }) {
  const { sounding } = useSnapshot(player);
  const playing = sounding === 'notes';
  useEffect(() => stopPlaying, []);
  return (
    <button
      type="button"
      className={buttonClass('outline')}
      aria-pressed={playing}
      onClick={() => toggleEssence(fragrance.musicEssence)}
    >
      {playing ? <StopIcon /> : <PlayIcon />} {playing ? 'Stop' : 'Play'}
    </button>
  );
}
