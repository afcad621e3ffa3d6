import { FAMILIES } from '../../domain/catalogue/catalogue.ts';
import type { Octave } from '../../domain/pitch/pitch.ts';
import { chooseCategory } from '../../state/instruments/keyboard.ts';
import { familyStyle } from '../../ui/fragrance/family.ts';
import styles from './Categories.module.css';

/** The nine categories, on the number keys 1 to 9. */
export function Categories({ octave }: { octave: Octave }) {
  return (
    <ul className={styles.categories} aria-label="Scent categories">
      {FAMILIES.map((family) => (
        <li key={family.octave}>
          <button
            type="button"
            className={styles.category}
            style={familyStyle(family.octave)}
            aria-pressed={family.octave === octave}
            aria-keyshortcuts={String(family.octave + 1)}
            onClick={() => chooseCategory(family.octave)}
          >
            <span className={styles.number} aria-hidden="true">
              {family.octave + 1}
            </span>
            <span className={styles.short}>{family.shortName}</span>
            <span className={styles.name}>{family.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
