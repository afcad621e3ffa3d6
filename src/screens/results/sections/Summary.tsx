import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { summaryOf, DESCRIPTION_DELAY_MS } from '../words.ts';
import { Stack, Text } from '#ui/layout/Box.tsx';
import styles from './Summary.module.css';
import { useEffect, useState } from 'react';
import { Scope } from '#core/lifetime/scope.ts';
import resultsStyles from '../Results.module.css';

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

/** False for the first 1.5 s, unless the words are to be there at once. */
export function useDelayedText(immediately: boolean): boolean {
  const [written, setWritten] = useState(immediately);
  useEffect(() => {
    if (written) return undefined;
    const scope = new Scope();
    scope.timeout(() => setWritten(true), DESCRIPTION_DELAY_MS);
    return () => scope.dispose();
  }, [written]);
  return written;
}

/** The opening of the description appears after the rest of the screen; its place is reserved. */
export function Description({ text, written }: { text: string; written: boolean }) {
  return (
    <div aria-live="polite" aria-busy={!written} className={written ? undefined : resultsStyles.coming}>
      <Text size="lead" anywhere measure className={resultsStyles.description} data-written={written}>
        <span>{text}</span>
      </Text>
    </div>
  );
}
