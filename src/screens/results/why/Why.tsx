import type { ReactNode } from 'react';
import styles from './Why.module.css';

/** What was measured, folded: the results tell first, and explain when asked. */
export function Why({ children }: { children: ReactNode }) {
  return (
    <details className={styles.why}>
      <summary className={styles.line}>
        <h3 className="subtitle rigid title-weight">Why?</h3>
        <span className="muted small narrows">Where each note was heard, and what was measured.</span>
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
