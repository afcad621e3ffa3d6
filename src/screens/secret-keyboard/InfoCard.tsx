import { useSnapshot } from 'valtio';
import { perfumeNoteOf } from '../../domain/catalogue/catalogue.ts';
import { keyboard } from '../../state/instruments/keyboard.ts';
import { noteStyle } from '../../ui/fragrance/noteStyle.ts';
import styles from './InfoCard.module.css';

/** What the selected note smells of. */
export function InfoCard() {
  const { selected } = useSnapshot(keyboard);
  const perfume = selected === null ? null : perfumeNoteOf(selected.note);
  return (
    <section
      className={styles.card}
      style={noteStyle(selected?.note)}
      data-empty={selected === null || undefined}
      aria-label="Selected note"
      aria-live="polite"
      aria-atomic="true"
    >
      {selected === null || perfume === null ? (
        <p className={styles.invitation}>Play a key, and its scent appears here.</p>
      ) : (
        <>
          <p className={styles.note}>{selected.name}</p>
          <div className={styles.words}>
            <h2 className={styles.perfume}>{perfume.name}</h2>
            <p className={styles.category}>{perfume.category}</p>
            <p className={styles.description}>{perfume.description}</p>
          </div>
        </>
      )}
    </section>
  );
}
