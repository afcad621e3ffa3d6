import type { RevealCard } from '../../features/fragrance/domain/words/reveal.ts';
import { noteStyle } from '../../features/fragrance/components/notes/noteStyle.ts';
import { Box } from '../../ui/layout/Box.tsx';
import styles from './Card.module.css';

interface CardProps {
  /** Null until the first thing is known. */
  shown: RevealCard | null;
}

/** One thought of the reveal. Its room is kept free from the start; a screen reader hears each card once. */
export function Card({ shown }: CardProps) {
  return (
    <Box narrows className={styles.card}>
      <output className="visually-hidden">{shown?.sentence}</output>
      {shown !== null && (
        <div key={shown.kind} className={styles.thought} data-card={shown.kind}>
          <h2 className={styles.title}>
            <span
              className={shown.note === null ? styles.label : `${styles.label} speck`}
              style={shown.note === null ? undefined : noteStyle(shown.note)}
            >
              <span>{shown.note === null ? shown.label : `${shown.label}, `}</span>
              {shown.note !== null && <span translate="no">{shown.note}</span>}
            </span>{' '}
            <bdi>{shown.title}</bdi>
          </h2>
          <p className={styles.line}>{shown.line}</p>
        </div>
      )}
    </Box>
  );
}
