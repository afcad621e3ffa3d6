import { noteColors } from '#features/fragrance/domain/drawing/noteColors.ts';
import type { Palette } from '#features/fragrance/domain/drawing/palette.ts';
import { noteCodeOf } from '#analysis/values/pitch.ts';

/**
 * The colour of a pitch in thin marks: the edge colour of the nearest note, which contrasts with the paper even for
 * pale notes.
 * @param midi MIDI number, may be fractional
 */
export function pitchColor(palette: Palette, midi: number): string {
  return noteColors(noteCodeOf(midi), palette.scheme).line;
}
