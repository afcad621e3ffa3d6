import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { summaryOf } from '../words.ts';
import styles from './Summary.module.css';

/** Intensity, complexity and persistence, a word each. */
export function Summary({ fragrance }: { fragrance: Fragrance }) {
  return (
    <dl className={styles.summary} aria-label="Profile summary">
      {summaryOf(fragrance).map(({ name, word }) => (
        <div key={name} className="stack gap-1">
          <dt className="muted small">{name}</dt>
          <dd className={styles.word}>{word}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The same as bars with numbers. */
export function Measures({ fragrance }: { fragrance: Fragrance }) {
  return (
    <dl className={styles.summary} aria-label="Profile summary in numbers">
      {summaryOf(fragrance).map(({ name, share }) => (
        <div key={name} className="stack gap-1">
          <dt className="muted small">{name}</dt>
          <dd>
            <span className="digits">{`${Math.round(share * 100)}%`}</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ transform: `scaleX(${share})` }} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
