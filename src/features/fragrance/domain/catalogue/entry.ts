import type { Oklch } from '../drawing/oklab.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';

/** An entry of the catalogue. Inside an octave the notes go from dark to bright. */
export interface CatalogueEntry {
  code: NoteCode;
  /** A real perfumery material or accord; unique. */
  name: string;
  /** Colour of the material, before it is adapted to a scheme (`drawing/noteColors.ts`). */
  color: Oklch;
  /** One unique sentence that is true to the material. */
  description: string;
}
