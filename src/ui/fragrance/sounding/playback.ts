import type { NoteCode } from '../../../domain/pitch/pitch.ts';

/** What a page plays, as what moves along with it needs to know it. */
export interface SoundPlayback {
  sounding: 'recording' | 'notes' | null;
  /** Seconds from the beginning of the sound; read on each frame. */
  position: () => number;
  /** The note that is played by itself. */
  note: () => NoteCode | null;
}
