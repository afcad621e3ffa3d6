import type { ButtonHTMLAttributes } from 'react';
import { perfumeNoteOf } from '../../domain/catalogue/catalogue.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { noteStyle } from './noteStyle.ts';
import styles from './NoteChip.module.css';

interface NoteChipProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'style' | 'className'> {
  note: NoteCode;
  /** On or off; undefined when it is not a toggle. */
  pressed?: boolean;
  /** True while it sounds. */
  sounding?: boolean;
  /** A sign after the name, such as a cross. */
  sign?: string;
}

/** A button for a note, with its perfume note and colour. */
export function NoteChip({ note, pressed, sounding = false, sign, ...button }: NoteChipProps) {
  return (
    <button
      type="button"
      {...button}
      className={styles.chip}
      style={noteStyle(note)}
      aria-pressed={pressed}
      data-plain={pressed === undefined || undefined}
      data-sounding={sounding || undefined}
    >
      <b className={styles.code} translate="no">
        {note}
      </b>
      <span className="anywhere">{perfumeNoteOf(note).name}</span>
      {sign !== undefined && (
        <span className={styles.sign} aria-hidden="true">
          {sign}
        </span>
      )}
    </button>
  );
}
