import type { ComponentProps } from 'react';
import { perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { toggleMute, toggleSolo } from '#features/instruments/state/beat/beat.ts';
import { Chip } from '#ui/controls/Chip.tsx';
import styles from './PadGrid.module.css';

/** Mute and solo are before the first pad: columns -2 and -1 of a row. */
export const MIX_COLUMNS = 2;

interface MixButtonProps extends Omit<ComponentProps<typeof Chip>, 'variant' | 'shape'> {
  note: NoteCode;
  pressed: boolean;
}

/** Mutes a row. */
export function MuteButton({ note, pressed, ...part }: MixButtonProps) {
  return (
    <Chip
      shape="circle"
      size="small"
      tone="muted"
      weight="strong"
      className={styles.mixer}
      pressed={pressed}
      aria-label={`Mute ${note}, ${perfumeNoteOf(note).name}`}
      onClick={() => toggleMute(note)}
      {...part}
    >
      <span className={styles.letter}>M</span>
      <span className={styles.word}>Mute</span>
    </Chip>
  );
}

/** Solos a row, alone or with other soloed rows. */
export function SoloButton({ note, pressed, ...part }: MixButtonProps) {
  return (
    <Chip
      shape="circle"
      size="small"
      tone="muted"
      weight="strong"
      className={styles.mixer}
      pressed={pressed}
      aria-label={`Solo ${note}, ${perfumeNoteOf(note).name}`}
      onClick={() => toggleSolo(note)}
      {...part}
    >
      <span className={styles.letter}>S</span>
      <span className={styles.word}>Solo</span>
    </Chip>
  );
}
