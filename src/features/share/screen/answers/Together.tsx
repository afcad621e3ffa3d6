import { useEffect, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { accordOf, accordSentence, type Drawable } from '../../../fragrance/domain/index.ts';
import { AccordFace } from '../../../fragrance/parts/index.ts';
import { buttonClass } from '../../../../ui/controls/button.ts';
import { PlayIcon } from '../../../../ui/icons/icons.tsx';
import { PauseIcon } from '../../../../ui/icons/laterIcons.tsx';
import { leaveTogether, together, toggleTogether } from '../../state/together.ts';
import styles from './answers.module.css';

export interface TogetherVoice {
  /** Recognises its recording. */
  key: string;
  drawn: Drawable;
  sound: () => Promise<Blob>;
}

interface TogetherProps {
  /** In the order in which they were sung; at least two. */
  voices: readonly TogetherVoice[];
  /** The last of them is the visitor's own. */
  yours: boolean;
}

/** Onset of the first heard note, s; null when it is not known. */
const onsetOf = ({ trace, face }: Drawable): number | null => (trace ?? face)?.notes[0]?.onset ?? null;

/** Voices as one accord: their face, its name and sentence, and all of them heard at once. */
export function Together({ voices, yours }: TogetherProps) {
  const drawn = useMemo(() => voices.map((voice) => voice.drawn), [voices]);
  const accord = useMemo(() => accordOf(drawn), [drawn]);
  const { status } = useSnapshot(together);
  useEffect(() => leaveTogether, []);
  const hear = () =>
    void toggleTogether(voices.map(({ key, sound, drawn }) => ({ key, sound, onset: onsetOf(drawn) })));
  return (
    <div className={styles.together}>
      <AccordFace accord={accord} className={styles.accord} />
      <div className="stack gap-4 left">
        <h2 className={styles.name}>{accord.name}</h2>
        <p className="large measure" data-part="sentence">
          {accordSentence(drawn, { yours })}
        </p>
        <button
          type="button"
          className={buttonClass('outline')}
          aria-busy={status === 'loading'}
          aria-pressed={status === 'playing'}
          onClick={hear}
        >
          {status === 'idle' ? <PlayIcon /> : <PauseIcon />} {status === 'idle' ? 'Hear together' : 'Stop'}
        </button>
      </div>
    </div>
  );
}
