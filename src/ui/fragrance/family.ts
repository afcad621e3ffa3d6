import type { CSSProperties } from 'react';
import { octaveOf, type NoteCode, type Octave } from '../../domain/pitch/pitch.ts';

/**
 * The colours of a note's family as custom properties `--fam` (shapes), `--fam-ink` (text), `--fam-wash`
 * (tinted paper) and `--fam-on` (text on `--fam`), for the element's stylesheet to use.
 */
export function familyVariables(noteOrOctave: NoteCode | Octave): Record<`--${string}`, string> {
  const octave = typeof noteOrOctave === 'number' ? noteOrOctave : octaveOf(noteOrOctave);
  return {
    '--fam': `var(--family-${octave})`,
    '--fam-ink': `var(--family-${octave}-ink)`,
    '--fam-wash': `var(--family-${octave}-wash)`,
    '--fam-on': `var(--family-${octave}-on)`,
  };
}

/** {@link familyVariables} as an element's style; nothing for a note that has no family. */
export function familyStyle(noteOrOctave: NoteCode | Octave | undefined): CSSProperties | undefined {
  return noteOrOctave === undefined ? undefined : (familyVariables(noteOrOctave) as CSSProperties);
}
