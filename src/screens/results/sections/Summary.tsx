import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { summaryOf } from '../words.ts';
import { Stack, Text } from '../../../ui/layout/Box.tsx';
import styles from './Summary.module.css';

/** Intensity, complexity and persistence, a word each. */
export function Summary({ fragrance }: { fragrance: Fragrance }) {
  return (
    <dl className={styles.summary} aria-label="Profile summary">
      {summaryOf(fragrance).map(({ name, word }) => (
        <Stack key={name} gap={1}>
          <dt className="muted small">{name}</dt>
          <Text as="dd" size="material" tracking="close" className={styles.word}>
            {word}
          </Text>
        </Stack>
      ))}
    </dl>
  );
}

/** The same as bars with numbers. */
export function Measures({ fragrance }: { fragrance: Fragrance }) {
  return (
    <dl className={styles.summary} aria-label="Profile summary in numbers">
      {summaryOf(fragrance).map(({ name, share }) => (
        <Stack key={name} gap={1}>
          <dt className="muted small">{name}</dt>
          <dd>
            <span className="digits">{`${Math.round(share * 100)}%`}</span>
            <span className={styles.track} aria-hidden="true">
              <span className={styles.bar} style={{ transform: `scaleX(${share})` }} />
            </span>
          </dd>
        </Stack>
      ))}
    </dl>
  );
}
