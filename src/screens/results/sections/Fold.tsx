import type { ReactNode } from 'react';
import { Stack, Text } from '../../../ui/layout/Box.tsx';
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
        <Text as="h3" id={id} size="subtitle" weight="title-weight" rigid>
          {title}
        </Text>
        <span className="muted small narrows">{words}</span>
      </summary>
      <Stack className={styles.content}>{children}</Stack>
    </details>
  );
}
