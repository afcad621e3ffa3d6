import type { CSSProperties, KeyboardEvent } from 'react';
import { perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { BAR_STEPS, FULL_STRENGTH, type BeatCell } from '#features/instruments/domain/beat/beat.ts';
import { setLevel } from '#features/instruments/state/beat/beat.ts';
import styles from './Pad.module.css';

/** A strength as text. */
export const percent = (level: number): string => `${Math.round((100 * level) / FULL_STRENGTH)} %`;

interface PadProps {
  cell: BeatCell;
  part: {
    'data-row': number;
    'data-column': number;
    tabIndex: number;
    onFocus: () => void;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
}

/** One step of a row. */
export function Pad({ cell: { note, isActive, level }, part }: PadProps) {
  const column = part['data-column'];
  const strength = isActive && level < FULL_STRENGTH ? `, ${percent(level)}` : '';
  return (
    <td className={styles.cell}>
      <button
        type="button"
        className={styles.pad}
        data-note={note}
        style={{ '--level': level } as CSSProperties}
        data-on={isActive || undefined}
        data-beat={column % 2 === 0 || undefined}
        aria-pressed={isActive}
        aria-label={`${note}, ${perfumeNoteOf(note).name}, step ${column + 1}${strength}`}
        // Pointers toggle on press; a click without one comes from a key or a screen reader.
        onClick={(event) => {
          if (event.detail === 0) setLevel(note, column, isActive ? 0 : FULL_STRENGTH);
        }}
        {...part}
      >
        {column % BAR_STEPS === 0 && <span className={styles.inside}>{note}</span>}
      </button>
    </td>
  );
}
