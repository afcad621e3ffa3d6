import type { NoteCode, Octave } from '#analysis/values/pitch.ts';
import { player, playNotes, stopPlaying } from './player.ts';

/** The letters of an octave when it is pressed: a major seventh upwards. */
const CHORD = ['C', 'E', 'G', 'B'] as const;
/** Onset to onset and length of its notes, s. */
const RHYTHM = { spacing: 0.16, length: 0.7 } as const;

/** The notes that a pressed octave plays. */
export const octaveChord = (octave: Octave): NoteCode[] => CHORD.map((letter): NoteCode => `${letter}${octave}`);

/** Plays an octave's chord, or stops it when one of its notes sounds. */
export function toggleOctave(octave: Octave): void {
  if (player.note?.endsWith(String(octave)) === true) stopPlaying();
  else void playNotes(octaveChord(octave), RHYTHM);
}
