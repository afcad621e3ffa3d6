import type { SavedFragrance } from '../domain/member.ts';
import type { FragranceProfile } from '../domain/profile.ts';
import { supabase } from './client.ts';
import { BackendError } from './errors.ts';
import { dataOf } from './query.ts';
import { fragranceProfilesTable, publicFragrancesTable } from './tables.ts';

/** The public playlist. A list carries neither recordings nor traces; a single fragrance does. */

/** A card of the playlist: no recording, and nothing of the owner but the creator's name. */
export interface PublicFragrance extends Omit<FragranceProfile, 'audioData' | 'trace'> {
  creatorName: string;
  addedToPlaylistAt: string | null;
  /** There is a recording; {@link loadFragrance} knows its URL. */
  hasAudio: boolean;
}

/** Where the next page of the playlist begins; opaque. */
export interface PlaylistCursor {
  at: string;
  id: string;
}

export const PLAYLIST_PAGE = 24;

/**
 * A page of the public playlist, newest first; with `search` of those that have all its words in their name, creator or
 * notes, the last word as far as it is typed. `next` is null on the last page.
 *
 * @throws BackendError
 */
export async function listPublicFragrances({ search = '', after = null, pageSize = PLAYLIST_PAGE }: { search?: string; after?: PlaylistCursor | null; pageSize?: number } = {}): Promise<{ items: PublicFragrance[]; next: PlaylistCursor | null }> {
  const client = await supabase();
  const rows = dataOf(
    await client.rpc('public_fragrances', { search: search.trim(), before_at: after?.at ?? null, before_id: after?.id ?? null, page_size: pageSize }),
  ) as { updated_at: string; id: string }[];
  if (!Array.isArray(rows)) throw new BackendError('server', 'The playlist is no list.', { detail: 'unreadable_row' });
  const last = rows.length < pageSize ? undefined : rows.at(-1);
  return {
    items: rows.map((row) => {
      const { updatedAt: _order, ...card } = publicFragrancesTable.fromRow(row);
      return card;
    }),
    // The database's own words for the time: it counts microseconds, a date of the app milliseconds.
    next: last ? { at: last.updated_at, id: last.id } : null,
  };
}

function wholeFrom(row: unknown): SavedFragrance {
  const { trace, ...rest } = fragranceProfilesTable.fromRow(row);
  return { ...rest, ...(trace ? { trace } : {}) };
}

/** A public fragrance by name, whole, or null; of several with that name the one published last. @throws BackendError */
export async function findPublicFragrance(name: string, userId?: string): Promise<SavedFragrance | null> {
  const client = await supabase();
  let query = client.from('fragrance_profiles').select(fragranceProfilesTable.columns()).eq('is_public', true).eq('name', name.trim());
  if (userId !== undefined) query = query.eq('user_id', userId);
  const rows = dataOf(await query.order('updated_at', { ascending: false }).limit(1)) as unknown[];
  return rows.length === 0 ? null : wholeFrom(rows[0]);
}

/** A fragrance by id, whole, or null when there is none that the caller may see. @throws BackendError */
export async function loadFragrance(id: string): Promise<SavedFragrance | null> {
  const client = await supabase();
  const row: unknown = dataOf(await client.from('fragrance_profiles').select(fragranceProfilesTable.columns()).eq('id', id).maybeSingle());
  return row === null ? null : wholeFrom(row);
}
