import { noteColors } from '../../domain/drawing/noteColors.ts';
import type { Palette } from '../../domain/drawing/palette.ts';
import { noteCodeOf } from '../../domain/pitch/pitch.ts';

/**
 * The colour of a pitch in a thin mark: the edge colour of the nearest note, which is told from the paper however pale
 * the note is.
 * @param midi MIDI number, may be fractional
 */
export function pitchColor(palette: Palette, midi: number): string {
  return noteColors(noteCodeOf(midi), palette.scheme).line;
}
