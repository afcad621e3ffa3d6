import { isNoteCode, type NoteCode } from '../pitch/pitch.ts';
import type { Preference } from './member.ts';

/* What the profile's screens show of a member. Apart from `member.ts`, which the first load has. */

/** A photo is at most this big, bytes (5 MiB). */
export const PROFILE_PHOTO_MAX_BYTES = 5_242_880;
/** 'City, Country', the country alone, or null when neither is chosen. */
export function locationOf(country: string, city: string): string | null {
  if (country === '') return null;
  return city === '' ? country : `${city}, ${country}`;
}

/** The notes of a Sound Key such as `C4-E4-G4`; what is no note is left out. */
export function soundKeyNotes(musicalIdentity: string | null): NoteCode[] {
  return (musicalIdentity ?? '')
    .split('-')
    .map((note) => note.trim())
    .filter(isNoteCode);
}

/** What the header card counts, from the number of a member's fragrances. */
export interface MemberNumbers {
  liquefied: number;
  secretNotes: number;
  badges: string[];
}

/** Entries that earn each badge. */
export const BADGES = [
  { name: 'Scent Creator', entries: 1 },
  { name: 'Sonic Explorer', entries: 3 },
  { name: 'Master Perfumer', entries: 5 },
] as const;

/** Fragrances that make one secret note. */
export const ENTRIES_PER_SECRET_NOTE = 10;

export function memberNumbers(entries: number): MemberNumbers {
  return {
    liquefied: entries,
    secretNotes: Math.floor(entries / ENTRIES_PER_SECRET_NOTE),
    badges: BADGES.filter((badge) => entries >= badge.entries).map(({ name }) => name),
  };
}

/** The label of a member's focus. */
export function focusLabel(preference: Preference | null): 'Sound Focus' | 'Fragrance Focus' {
  return preference === 'ear' ? 'Sound Focus' : 'Fragrance Focus';
}
