import { useEffect, useState } from 'react';
import { FALLBACK_DESCRIPTION } from '../../../domain/words/description.ts';
import { Scope } from '../../../../../core/lifetime/scope.ts';
import { DESCRIPTION_DELAY_MS } from '../words.ts';
import styles from '../Results.module.css';

/** The description appears 1.5 s after the rest; empty lines reserve its space. */
export function Description({ text, immediately }: { text: string; immediately: boolean }) {
  const [written, setWritten] = useState(immediately);
  useEffect(() => {
    if (written) return undefined;
    const scope = new Scope();
    scope.timeout(() => setWritten(true), DESCRIPTION_DELAY_MS);
    return () => scope.dispose();
  }, [written]);
  return (
    <div aria-live="polite" aria-busy={!written}>
      <p className={styles.description} data-written={written}>
        <span>{text.trim() === '' ? FALLBACK_DESCRIPTION : text}</span>
      </p>
    </div>
  );
}
