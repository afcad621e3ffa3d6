import type { Oklch } from '../drawing/oklab.ts';
import type { NoteCode } from '../pitch/pitch.ts';

/** One line of the catalogue as it is written down. Inside an octave the notes go from dark to bright. */
export interface CatalogueEntry {
  code: NoteCode;
  /** A real perfumery material or accord; different from every other. */
  name: string;
  /** The colour of the material itself, before it is fitted to a scheme (`drawing/noteColors.ts`). */
  color: Oklch;
  /** One sentence of its own that is true to the material. */
  description: string;
}
