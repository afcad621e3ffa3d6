import { familyColors, mixColors, type Palette } from '../../domain/drawing/palette.ts';
import { HIGHEST_MIDI, LOWEST_MIDI, type Octave } from '../../domain/pitch/pitch.ts';

const tables = new WeakMap<Palette, readonly string[]>();

/**
 * The colour of a pitch: its octave's family, moving up to a third of the way to the neighbouring family
 * inside the octave, as in the fragrance's drawing. Pitches outside C0..B8 take the nearest end.
 * @param midi MIDI number, may be fractional
 */
export function pitchColor(palette: Palette, midi: number): string {
  let table = tables.get(palette);
  if (table === undefined) {
    table = Array.from({ length: HIGHEST_MIDI - LOWEST_MIDI + 1 }, (_, i) => {
      const octave = Math.floor(i / 12) as Octave;
      const place = (i % 12) / 11 - 0.5;
      const toward = Math.min(8, Math.max(0, octave + Math.sign(place))) as Octave;
      return mixColors(familyColors(palette, octave).fill, familyColors(palette, toward).fill, Math.abs(place) * 0.6);
    });
    tables.set(palette, table);
  }
  return table[Math.min(table.length - 1, Math.max(0, Math.round(midi) - LOWEST_MIDI))]!;
}
