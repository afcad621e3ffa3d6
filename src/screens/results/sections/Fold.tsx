import type { ReactNode } from 'react';
import styles from './Fold.module.css';

interface FoldProps {
  title: string;
  /** What is inside, in a few words. */
  words: string;
  /** Id of the title. */
  id?: string;
  /** Its parts have titles: print shows no other. */
  untitledInPrint?: boolean;
  children: ReactNode;
}

/** A part of the results that opens on demand. Print shows it open. */
export function Fold({ title, words, id, untitledInPrint = false, children }: FoldProps) {
  return (
    <details className={styles.fold}>
      <summary className={styles.line} data-screen-only={untitledInPrint ? '' : undefined}>
        <h3 id={id} className="subtitle rigid title-weight">
          {title}
        </h3>
        <span className="muted small narrows">{words}</span>
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
