import { useId } from 'react';
import { buttonClass } from '../../../ui/controls/button.ts';
import styles from './PlayNotes.module.css';

/** Offers the notes of a fragrance to the beat maker and the keyboard. */
export function PlayNotes({ onPlay }: { onPlay: (on: 'beats' | 'keyboard') => void }) {
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading} className={styles.heading}>
        Play with its notes
      </h2>
      <div className={styles.ways} data-screen-only="">
        <button type="button" className={buttonClass('outline')} onClick={() => onPlay('beats')}>
          Make a beat of it
        </button>
        <button type="button" className={buttonClass('outline')} onClick={() => onPlay('keyboard')}>
          Play it on the keyboard
        </button>
      </div>
    </section>
  );
}
