import type { NoteCode } from '#analysis/values/pitch.ts';

/** The state of a page's playback, for animations that follow it. */
export interface SoundPlayback {
  sounding: 'recording' | 'notes' | null;
  /** Position in the sound, s; read on each frame. */
  position: () => number;
  /** The single note that plays. */
  note: () => NoteCode | null;
}
