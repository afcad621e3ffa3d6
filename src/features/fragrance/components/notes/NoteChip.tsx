import type { ButtonHTMLAttributes } from 'react';
import { perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { noteStyle } from './noteStyle.ts';
import { Row, Text } from '#ui/layout/Box.tsx';
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
    <Row
      as="button"
      type="button"
      {...button}
      inline
      align="middle"
      size="small"
      tone="ink"
      unselectable
      tappable
      radius="round"
      edge="edged"
      surface="surface"
      leading="tight"
      textAlign="left"
      className={styles.chip}
      style={noteStyle(note)}
      aria-pressed={pressed}
      data-plain={pressed === undefined || undefined}
      data-sounding={sounding || undefined}
    >
      <Text as="b" tone="note-ink" weight="bold" numerals="digits" rigid className={styles.code} translate="no">
        {note}
      </Text>
      <span className="anywhere">{perfumeNoteOf(note).name}</span>
      {sign !== undefined && (
        <span className={styles.sign} aria-hidden="true">
          {sign}
        </span>
      )}
    </Row>
  );
}
