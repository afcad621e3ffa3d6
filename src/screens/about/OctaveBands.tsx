import type { NoteCode, Octave } from '#analysis/values/pitch.ts';
import { FAMILIES } from '../../features/fragrance/domain/catalogue/catalogue.ts';
import { familyStyle } from '../../features/fragrance/components/family.ts';
import styles from './OctaveBands.module.css';

interface OctaveBandsProps {
  /** The note that sounds. */
  note: NoteCode | null;
  onPress: (octave: Octave) => void;
  /** A press may follow. */
  onExpect: () => void;
  className?: string;
}

/** The nine octaves and their families, high ones on top, as keys. */
export function OctaveBands({ note, onPress, onExpect, className = '' }: OctaveBandsProps) {
  return (
    <ol className={`${styles.bands} ${className}`}>
      {FAMILIES.toReversed().map(({ octave, name }) => (
        <li key={octave} style={familyStyle(octave)}>
          <button
            type="button"
            className={styles.band}
            data-sounding={note?.endsWith(String(octave)) || undefined}
            onPointerEnter={onExpect}
            onClick={() => onPress(octave)}
          >
            <span className="visually-hidden">{`Hear octave ${octave}`}</span>
            <b className="serif regular large lining" aria-hidden="true">{`C${octave}`}</b> <span>{name}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
