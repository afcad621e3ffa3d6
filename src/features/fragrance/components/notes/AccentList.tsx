import { perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import type { Accent } from '#features/fragrance/domain/timbre/accents.ts';
import { accentReason, type Possessive } from '#features/fragrance/domain/words/noteReason.ts';
import { noteStyle } from './noteStyle.ts';
import styles from './AccentList.module.css';

interface AccentListProps {
  accents: readonly Accent[];
  whose?: Possessive;
  /** Index of the sounding accent. */
  lit?: number | null;
}

/** The accents of a fragrance with their reasons. */
export function AccentList({ accents, whose = 'your', lit = null }: AccentListProps) {
  return (
    <ul className={styles.accents}>
      {accents.map((accent, index) => (
        <li key={accent.note} className={styles.accent} style={noteStyle(accent.note)} data-lit={lit === index}>
          <span className="material">{perfumeNoteOf(accent.note).name}</span>
          <span className="muted small">{accentReason(accent, whose)}</span>
        </li>
      ))}
    </ul>
  );
}
