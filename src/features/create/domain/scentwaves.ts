/** Rules of Scentwaves: which links are demos, the notes of a demo, and the choice among the notes of a sound. */
import { byPitch, midiOf, noteCodeOf, octaveOf, type NoteCode, type Octave } from '#analysis/values/pitch.ts';
import { FAMILIES, type Family } from '#features/fragrance/domain/catalogue/catalogue.ts';
import { seededRandom } from '#core/values/random.ts';

export type Platform = 'youtube' | 'vimeo' | 'spotify';

export const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  youtube: 'YouTube',
  vimeo: 'Vimeo',
  spotify: 'Spotify',
};

/** Label of a demo (docs/decisions.md, 22). */
export const DEMO_LABEL = 'Demo: these notes come from the link, not from the sound';
/** Simulated analysis time of a demo, ms. */
export const DEMO_DELAY_MS = 1000;
/** Maximum distinct notes of real audio. */
const MAX_DETECTED = 16;
/** Notes to pick. */
const PICKED_NOTES = 6;
/** Bands of the detected range. */
const BAND_COUNT = 8;
/** Length of each note in playback and loop, ms. */
export const PLAY_SPACING_MS = 600;
export const LOOP_SPACING_MS = 800;
/** Notes used when a sound could not be fetched. */
export const FALLBACK_NOTES: readonly NoteCode[] = ['E2', 'A3', 'C#4', 'F#5', 'G#6', 'B4'];

const HOST_PATTERNS: Readonly<Record<Platform, RegExp>> = {
  youtube: /(^|\.)(youtube\.com|youtube-nocookie\.com|youtu\.be)$/,
  vimeo: /(^|\.)vimeo\.com$/,
  spotify: /(^|\.)(spotify\.com|spotify\.link)$/,
};

/**
 * Demo note counts: 6 + (hash mod 3) for Vimeo, 6 + (hash mod 2) for YouTube, 7 + (hash mod 3) for Spotify.
 */
const NOTE_COUNTS: Readonly<Record<Platform, { least: number; modulus: number }>> = {
  vimeo: { least: 6, modulus: 3 },
  youtube: { least: 6, modulus: 2 },
  spotify: { least: 7, modulus: 3 },
};

/** C1 and B6, the range of a demo. */
const LOWEST_DEMO = 24;
const HIGHEST_DEMO = 95;
const DEMO_OCTAVES = 3;
const ADDED_OCTAVES = [2, 3, 4] as const;

/** Parses an http or https URL; null for anything else. */
export function parseWebUrl(text: string): URL | null {
  const trimmed = text.trim();
  if (trimmed === '' || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
}

/** The platform of a link by its host (not its path), or null for a link to a sound. */
export function platformOf(url: URL): Platform | null {
  const host = url.hostname.toLowerCase();
  return (Object.keys(HOST_PATTERNS) as Platform[]).find((platform) => HOST_PATTERNS[platform].test(host)) ?? null;
}

/** Unsigned 32-bit hash of an address: h = 31 h + c over its UTF-16 units. */
export function urlHash(address: string): number {
  let hash = 0;
  for (let i = 0; i < address.length; i++) hash = (Math.imul(hash, 31) + address.charCodeAt(i)) | 0;
  return hash >>> 0;
}

/**
 * The demo notes of a platform's link: distinct, C1 to B6, in at least 3 octaves, lowest first; the same link gives the
 * same notes.
 */
export function demoNotes(address: string, platform: Platform): NoteCode[] {
  const hash = urlHash(address);
  const { least, modulus } = NOTE_COUNTS[platform];
  const random = seededRandom(`scentwaves ${platform} ${hash}`);
  const randomNote = (low: number, high: number): NoteCode => noteCodeOf(low + Math.floor(random() * (high - low + 1)));
  const notes = new Set<NoteCode>();
  while (notes.size < least + (hash % modulus)) notes.add(randomNote(LOWEST_DEMO, HIGHEST_DEMO));
  const octaves = (): Set<Octave> => new Set([...notes].map(octaveOf));
  for (const octave of ADDED_OCTAVES) {
    if (octaves().size < DEMO_OCTAVES && !octaves().has(octave))
      notes.add(randomNote(12 * (octave + 1), 12 * (octave + 1) + 11));
  }
  return [...notes].sort(byPitch);
}

/** A heard note with its weight: length and clarity (any unit). */
export interface WeighedNote {
  note: NoteCode;
  weight: number;
}

/** Distinct notes of a sound, strongest first, 16 at most. */
export function distinctNotes(
  heard: readonly { midi: number; onset: number; offset: number; velocity: number; confidence: number }[],
): WeighedNote[] {
  const weights = new Map<NoteCode, number>();
  for (const { midi, onset, offset, velocity, confidence } of heard) {
    const note = noteCodeOf(midi);
    weights.set(note, (weights.get(note) ?? 0) + Math.max(0, offset - onset) * velocity * confidence);
  }
  return [...weights]
    .map(([note, weight]) => ({ note, weight }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_DETECTED);
}

/**
 * The six representative notes of a sound, lowest first: cuts the range of detected notes into 8 equal bands and takes
 * the strongest note of each of the first 6 bands with a note. Fills up with the strongest remaining notes when a
 * narrow melody leaves bands empty. Keeps all of fewer than six notes.
 */
export function pickNotes(detected: readonly WeighedNote[]): NoteCode[] {
  if (detected.length === 0) return [];
  const strongestFirst = [...detected].sort((a, b) => b.weight - a.weight);
  const numbers = detected.map(({ note }) => midiOf(note));
  const lowest = Math.min(...numbers);
  const width = (Math.max(...numbers) - lowest + 1) / BAND_COUNT;
  const bands = new Map<number, NoteCode>();
  for (const { note } of strongestFirst) {
    const band = Math.floor((midiOf(note) - lowest) / width);
    if (!bands.has(band)) bands.set(band, note);
  }
  const picked = [...bands]
    .sort((a, b) => a[0] - b[0])
    .slice(0, PICKED_NOTES)
    .map(([, note]) => note);
  for (const { note } of strongestFirst) {
    if (picked.length >= PICKED_NOTES) break;
    if (!picked.includes(note)) picked.push(note);
  }
  return picked.sort(byPitch);
}

/** Groups notes by family, dark to bright, each family's notes lowest first; empty families are dropped. */
export function groupByFamily(notes: readonly NoteCode[]): { family: Family; notes: NoteCode[] }[] {
  return FAMILIES.map((family) => ({
    family,
    notes: notes.filter((note) => octaveOf(note) === family.octave).sort(byPitch),
  })).filter((group) => group.notes.length > 0);
}
