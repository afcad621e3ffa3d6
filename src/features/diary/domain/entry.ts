/** An entry of the diary: a fragrance and when it was made. One schema for this device, files and the backend. */
import * as z from 'zod/mini';
import { drawnPart, readFragrance, type Fragrance } from '../../fragrance/domain/index.ts';
import { fieldsOf } from '../../../core/schema/checks.ts';
import { orElse, textOf } from '../../../core/schema/parts.ts';
import { dayAt, isMoment, isZone, type Day } from './calendar/days.ts';

/** Maximum entries of a diary: thirty a day for a year. */
export const MAX_ENTRIES = 10_000;
const MAX_ID_LENGTH = 100;

export interface DiaryEntry {
  /** The same for two copies of one fragrance. */
  id: string;
  /** When the fragrance was made, ms since 1970. */
  at: number;
  /** Time zone of the place where it was made: its day stays when its maker travels. */
  zone: string;
  /** The member who made it; null without an account. */
  owner: string | null;
  /** Kept like a pressed flower: it does not fade. */
  pressed: boolean;
  fragrance: Fragrance;
  /**
   * What the account of its owner has of it: all, or all but whether it is pressed. Absent where the account has nothing of it, as
   * far as this device knows.
   */
  inAccount?: 'kept' | 'changed' | undefined;
}

/** The local date of an entry. */
export const dayOf = ({ at, zone }: Pick<DiaryEntry, 'at' | 'zone'>): Day => dayAt(at, zone);

/** A stable id: the moment, and a hash (FNV-1a) of the notes. */
function idOf(at: number, notes: readonly string[]): string {
  let hash = 0x811c9dc5;
  for (const char of notes.join(' ')) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193);
  return `${at}-${(hash >>> 0).toString(16).padStart(8, '0')}`;
}

/** The id of the entry that a fragrance has or would have; null when its date is not readable. */
export function entryId({ created, musicEssence }: Pick<Fragrance, 'created' | 'musicEssence'>): string | null {
  const at = Date.parse(created);
  return isMoment(at) ? idOf(at, musicEssence) : null;
}

/** What the diary keeps of a fragrance: its drawn notes, no recording. */
function keptPart({ audioData: _sound, recordingId: _recording, trace, ...rest }: Fragrance): Fragrance {
  return trace === undefined ? rest : { ...rest, face: drawnPart(trace) };
}

/** The entry of a fragrance; null when its date is not readable. */
export function entryOf(fragrance: Fragrance, { zone, owner }: Pick<DiaryEntry, 'zone' | 'owner'>): DiaryEntry | null {
  const id = entryId(fragrance);
  if (id === null) return null;
  return { id, at: Date.parse(fragrance.created), zone, owner, pressed: false, fragrance: keptPart(fragrance) };
}

const schema = z.object({
  at: z.number().check(z.refine(isMoment)),
  zone: orElse(
    z.custom<string>((value) => isZone(value)),
    'UTC',
  ),
  owner: orElse(z.nullable(textOf(MAX_ID_LENGTH, 1)), null),
  pressed: orElse(z.boolean(), false),
  inAccount: z.optional(orElse(z.optional(z.enum(['kept', 'changed'])), undefined)),
});

/** Reads an entry from outside; null when its time or its fragrance is not readable. */
export function readEntry(value: unknown): DiaryEntry | null {
  const read = z.safeParse(schema, value);
  const fragrance = readFragrance(fieldsOf(value)['fragrance']);
  if (!read.success || fragrance === null) return null;
  // The id is computed: a hostile one could replace another entry.
  return { ...read.data, id: idOf(read.data.at, fragrance.musicEssence), fragrance: keptPart(fragrance) };
}

/** The owner of an entry that may not be readable; null for one without. */
export const ownerIn = (value: unknown): string | null => z.parse(schema.shape.owner, fieldsOf(value)['owner']);

/** In the order of making; the same for any order before. */
export const byTime = (a: DiaryEntry, b: DiaryEntry): number => a.at - b.at || (a.id < b.id ? -1 : 1);
