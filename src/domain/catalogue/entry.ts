import type { NoteCode } from '../pitch/pitch.ts';

/** One line of the catalogue as it is written down. Inside an octave the notes go from dark to bright. */
export interface CatalogueEntry {
  code: NoteCode;
  /** A real perfumery material or accord; different from every other. */
  name: string;
  /** One sentence of its own that is true to the material. */
  description: string;
}
