import { useEffect, useState } from 'react';
import { Scope } from '#core/lifetime/scope.ts';
import { DESCRIPTION_DELAY_MS } from '../words.ts';
import { Text } from '../../../ui/layout/Box.tsx';
import styles from '../Results.module.css';

/** False for the first 1.5 s, unless the words are to be there at once. */
export function useWritten(immediately: boolean): boolean {
  const [written, setWritten] = useState(immediately);
  useEffect(() => {
    if (written) return undefined;
    const scope = new Scope();
    scope.timeout(() => setWritten(true), DESCRIPTION_DELAY_MS);
    return () => scope.dispose();
  }, [written]);
  return written;
}

/** The opening of the description appears after the rest of the screen; its place is kept. */
export function Description({ text, written }: { text: string; written: boolean }) {
  return (
    <div aria-live="polite" aria-busy={!written}>
      <Text size="lead" anywhere measure className={styles.description} data-written={written}>
        <span>{text}</span>
      </Text>
    </div>
  );
}
