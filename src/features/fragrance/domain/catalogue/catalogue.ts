/**
 * The note catalogue: every musical note from C0 to B8 has its own perfume note. Edit the entries in
 * `catalogue/octave0.ts` to `octave8.ts`, one file a family.
 */
import { octave0 } from './octave0.ts';
import { octave1 } from './octave1.ts';
import { octave2 } from './octave2.ts';
import { octave3 } from './octave3.ts';
import { octave4 } from './octave4.ts';
import { octave5 } from './octave5.ts';
import { octave6 } from './octave6.ts';
import { octave7 } from './octave7.ts';
import { octave8 } from './octave8.ts';
import type { CatalogueEntry } from './entry.ts';
import type { Oklch } from '../drawing/oklab.ts';
import { byPitch, octaveOf, type NoteCode, type Octave } from '#analysis/values/pitch.ts';

/** A fragrance family: one octave of the catalogue. */
export interface Family {
  octave: Octave;
  /** Category name. */
  name: string;
  /** One word, for small spaces and names of fragrances. */
  shortName: string;
}

/** The perfume note of one musical note. */
interface PerfumeNote {
  code: NoteCode;
  name: string;
  /** Category name of its family. */
  category: string;
  octave: Octave;
  /** Colour of the material; `noteColors` adapts it to a screen. */
  color: Oklch;
  /** One sentence. */
  description: string;
}

/** The nine families, dark to bright; the index is the octave. */
export const FAMILIES: readonly Family[] = [
  { octave: 0, name: 'Deep, Smoky, and Mineral', shortName: 'Smoke' },
  { octave: 1, name: 'Animalic, Palo Santo, and Musk', shortName: 'Musk' },
  { octave: 2, name: 'Gourmand & Sweet', shortName: 'Gourmand' },
  { octave: 3, name: 'Woody & Resinous', shortName: 'Wood' },
  { octave: 4, name: 'Spices & Deep Florals', shortName: 'Spice' },
  { octave: 5, name: 'Floral & Aromatic', shortName: 'Flower' },
  { octave: 6, name: 'Light, Sparkling, Fruity & Green', shortName: 'Green' },
  { octave: 7, name: 'Bright, Fresh, Airy', shortName: 'Air' },
  { octave: 8, name: 'Ultra-Light & Ethereal', shortName: 'Ether' },
];

/** Description of perfume notes outside the catalogue. */
const DEFAULT_NOTE_DESCRIPTION = 'A captivating fragrance note.';

const entries: readonly CatalogueEntry[] = [
  octave0,
  octave1,
  octave2,
  octave3,
  octave4,
  octave5,
  octave6,
  octave7,
  octave8,
].flat();

/** All 108 perfume notes, C0 to B8. */
export const CATALOGUE: readonly PerfumeNote[] = entries
  .map((entry) => ({ ...entry, octave: octaveOf(entry.code), category: familyOf(entry.code).name }))
  .toSorted((a, b) => byPitch(a.code, b.code));

const byCode = new Map<string, PerfumeNote>(CATALOGUE.map((note) => [note.code, note]));
const byName = new Map<string, PerfumeNote>(CATALOGUE.map((note) => [nameKey(note.name), note]));

/** The perfume note of a musical note. @throws RangeError when the code is not one of the 108 */
export function perfumeNoteOf(code: NoteCode): PerfumeNote {
  const note = byCode.get(code);
  if (note === undefined) throw new RangeError(`unknown note: ${String(code)}`);
  return note;
}

/** The catalogue's perfume note of a name, ignoring case; undefined for unknown names. */
export function perfumeNoteByName(name: string): PerfumeNote | undefined {
  return byName.get(nameKey(name));
}

/** The family of a musical note or of an octave. */
export function familyOf(noteOrOctave: NoteCode | Octave): Family {
  const octave = typeof noteOrOctave === 'number' ? noteOrOctave : octaveOf(noteOrOctave);
  const family = FAMILIES[octave];
  if (family === undefined) throw new RangeError(`unknown note: ${String(noteOrOctave)}`);
  return family;
}

/** The description of a perfume note; the default for unknown names. */
export function describePerfumeNote(name: string): string {
  return perfumeNoteByName(name)?.description ?? DEFAULT_NOTE_DESCRIPTION;
}

function nameKey(name: string): string {
  return name.trim().toLowerCase();
}
