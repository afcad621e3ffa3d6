import type { Fragrance } from '../../../domain/composition/model.ts';
import { summaryOf } from '../words.ts';
import styles from './Summary.module.css';

/** Intensity, complexity and persistence as bars, each with a word and a number. */
export function Summary({ fragrance }: { fragrance: Fragrance }) {
  return (
    <dl className={styles.summary} aria-label="Profile summary">
      {summaryOf(fragrance).map(({ name, share, word }) => (
        <div key={name} className={styles.line}>
          <dt className="muted small">{name}</dt>
          <dd>
            <span className={styles.word}>{word}</span>
            <span className={styles.number}>{Math.round(share * 100)}%</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ transform: `scaleX(${share})` }} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
