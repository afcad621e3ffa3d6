import type { ButtonHTMLAttributes } from 'react';
import { perfumeNoteOf } from '#features/fragrance/domain/catalogue/catalogue.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { toggleMute, toggleSolo } from '#features/instruments/state/beat/beat.ts';
import styles from './PadGrid.module.css';

/** Mute and solo are before the first pad: columns -2 and -1 of a row. */
export const MIX_COLUMNS = 2;

interface MixButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  note: NoteCode;
  pressed: boolean;
}

/** Mutes a row. */
export function MuteButton({ note, pressed, ...part }: MixButtonProps) {
  return (
    <button
      type="button"
      className={styles.mixer}
      aria-pressed={pressed}
      aria-label={`Mute ${note}, ${perfumeNoteOf(note).name}`}
      onClick={() => toggleMute(note)}
      {...part}
    >
      <span className={styles.letter}>M</span>
      <span className={styles.word}>Mute</span>
    </button>
  );
}

/** Solos a row, alone or with other soloed rows. */
export function SoloButton({ note, pressed, ...part }: MixButtonProps) {
  return (
    <button
      type="button"
      className={styles.mixer}
      aria-pressed={pressed}
      aria-label={`Solo ${note}, ${perfumeNoteOf(note).name}`}
      onClick={() => toggleSolo(note)}
      {...part}
    >
      <span className={styles.letter}>S</span>
      <span className={styles.word}>Solo</span>
    </button>
  );
}
