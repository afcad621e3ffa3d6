import { isNoteCode, type NoteCode } from '#analysis/values/pitch.ts';
import type { Preference } from '#features/session/domain/member.ts';

/* Content of the profile screens. Separate from `member.ts`, which the first load includes. */

/** Maximum size of a photo, bytes (5 MiB). */
export const PROFILE_PHOTO_MAX_BYTES = 5_242_880;
/** 'City, Country', the country alone, or null when neither is chosen. */
export function locationOf(country: string, city: string): string | null {
  if (country === '') return null;
  return city === '' ? country : `${city}, ${country}`;
}

/** The notes of a Sound Key such as `C4-E4-G4`, without invalid ones. */
export function soundKeyNotes(musicalIdentity: string | null): NoteCode[] {
  return (musicalIdentity ?? '')
    .split('-')
    .map((note) => note.trim())
    .filter(isNoteCode);
}

/** Numbers of the header card, from the number of a member's fragrances. */
interface MemberNumbers {
  liquefied: number;
  secretNotes: number;
  badges: string[];
}

/** Entries needed for each badge. */
const BADGE_LEVELS = [
  { name: 'Scent Creator', entries: 1 },
  { name: 'Sonic Explorer', entries: 3 },
  { name: 'Master Perfumer', entries: 5 },
] as const;

/** Fragrances per secret note. */
const ENTRIES_PER_SECRET_NOTE = 10;

export function memberNumbers(entries: number): MemberNumbers {
  return {
    liquefied: entries,
    secretNotes: Math.floor(entries / ENTRIES_PER_SECRET_NOTE),
    badges: BADGE_LEVELS.filter((badge) => entries >= badge.entries).map(({ name }) => name),
  };
}

/** The label of a member's focus. */
export function focusLabel(preference: Preference | null): 'Sound Focus' | 'Fragrance Focus' {
  return preference === 'ear' ? 'Sound Focus' : 'Fragrance Focus';
}
