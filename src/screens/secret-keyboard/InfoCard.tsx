import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { perfumeNoteOf, blendName } from '../../features/fragrance/domain/index.ts';
import { keyboard, type SelectedNote } from '../../features/instruments/state/keyboard/keyboard.ts';
import { noteStyle } from '../../features/fragrance/parts/index.ts';
import styles from './InfoCard.module.css';

/** The scent of the selected note, or the blend of several held notes. */
export function InfoCard() {
  const { selected, chord } = useSnapshot(keyboard);
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
        <p className="serif muted subtitle">Play a key, and its scent appears here.</p>
      ) : chord.length > 1 ? (
        <Blend chord={chord} />
      ) : (
        <>
          <p className={styles.note} translate="no">
            {selected.name}
          </p>
          <div className={styles.words}>
            <h2 className="subtitle">{perfume.name}</h2>
            <p className="strong small note-ink">
              {selected.name === selected.note
                ? perfume.category
                : `${perfume.category}, with the scent of ${selected.note}`}
            </p>
            <p className={styles.description}>{perfume.description}</p>
          </div>
        </>
      )}
    </section>
  );
}

function Blend({ chord }: { chord: readonly SelectedNote[] }) {
  const notes = useMemo(() => [...new Set(chord.map(({ note }) => note))], [chord]);
  const name = useMemo(() => blendName(notes), [notes]);
  return (
    <div className={styles.blend}>
      <p className={styles.chord}>
        {chord.map((each) => (
          <span key={each.midi} className="note-ink" style={noteStyle(each.note)}>
            {`${each.name} `}
          </span>
        ))}
      </p>
      <h2 className={`subtitle clamp`}>{name}</h2>
      <p className={`${styles.description} clamp`}>{notes.map((note) => perfumeNoteOf(note).name).join(', ')}</p>
    </div>
  );
}
