import type { CSSProperties } from 'react';
import { noteColors, type NoteColors } from '#features/fragrance/domain/drawing/noteColors.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';

/**
 * The colours of a note as custom properties `--note` (shapes), `--note-line` (edges and thin marks), `--note-ink`
 * (text), `--note-wash` (tinted paper) and `--note-on` (text on `--note`). The browser selects light or dark, so a
 * change of the scheme needs no render.
 */
export function noteVariables(code: NoteCode): Record<`--${string}`, string> {
  const [light, dark] = [noteColors(code, 'light'), noteColors(code, 'dark')];
  const either = (form: keyof NoteColors): string => `light-dark(${light[form]}, ${dark[form]})`;
  return {
    '--note': either('fill'),
    '--note-line': either('line'),
    '--note-ink': either('ink'),
    '--note-wash': either('wash'),
    '--note-on': either('onFill'),
  };
}

/** {@link noteVariables} as an element's style; undefined for a note outside the catalogue. */
export function noteStyle(code: NoteCode | undefined): CSSProperties | undefined {
  return code === undefined ? undefined : (noteVariables(code) as CSSProperties);
}
