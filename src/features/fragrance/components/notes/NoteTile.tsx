import type { PointerEvent } from 'react';
import { familyOf, perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { noteStyle } from './noteStyle.ts';
import { Row, Stack, Text } from '#ui/layout/Box.tsx';
import styles from './NoteTile.module.css';

interface NoteTileProps {
  code: NoteCode;
  /** It was not sung or played: it rings along, or is a resonance. */
  added?: boolean;
  /** False where all notes beside it have one family. */
  withFamily?: boolean;
  lit: boolean;
  onTap: (code: NoteCode) => void;
}

/** A note with its material, and its family. Sounds on press, not on release. */
export function NoteTile({ code, added = false, withFamily = true, lit, onTap }: NoteTileProps) {
  const press = (event: PointerEvent) => {
    if (event.button === 0 && event.isPrimary) onTap(code);
  };
  return (
    <Stack
      as="button"
      type="button"
      gap={1}
      className={styles.tile}
      style={noteStyle(code)}
      data-lit={lit}
      data-added={added || undefined}
      data-note={code}
      onPointerDown={press}
      onClick={(event) => {
        // A click without a pointer comes from the keyboard or a screen reader.
        if (event.detail === 0) onTap(code);
      }}
    >
      <span className={styles.code} translate="no">
        {code}
      </span>
      <Text as="span" weight="strong" anywhere className={styles.perfume}>
        {perfumeNoteOf(code).name}
      </Text>
      {withFamily && (
        <Row as="span" align="middle" size="tiny" className={styles.family}>
          {familyOf(code).shortName}
        </Row>
      )}
    </Stack>
  );
}
