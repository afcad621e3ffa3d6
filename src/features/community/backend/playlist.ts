import { storedBlend } from '#features/fragrance/domain/timbre/blend.ts';
import type { SavedFragrance } from '#features/fragrance/domain/composition/savedFragrance.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { playbackUrlOf } from '#core/recordings/uploadAudio.ts';
import { bearer } from '#core/backend/bearer.ts';
import { backendConfig } from '#core/backend/config.ts';
import { BackendError } from '#core/backend/errors.ts';
import { findOwnFragranceById } from '#features/fragrance/backend/fragranceProfiles.ts';
import { callRows, type RpcOptions } from '#core/backend/rpc.ts';
import { publicFragrancesTable, publicFragranceTable } from './communityTables.ts';
import { cleanName } from '#core/values/nameRules.ts';

/**
 * The public playlist. Lists have no recordings, and of traces only the drawn part; a single fragrance has both.
 */

/** A card of the playlist: no recording, and of the owner only the creator's name. */
export interface PublicFragrance extends Omit<Fragrance, 'audioData' | 'trace'> {
  creatorName: string;
  addedToPlaylistAt: string | null;
  /** There is a recording; {@link loadFragrance} returns its URL. */
  hasAudio: boolean;
}

/** Beginning of the next page of the playlist; opaque. */
export interface PlaylistCursor {
  at: string;
  id: string;
}

export const PLAYLIST_PAGE = 24;

/** Reads a card from a row; null for one that cannot be read, so that the others are still shown. */
function cardFrom(row: unknown): PublicFragrance | null {
  try {
    const { face, accents, character, proportions, ...card } = publicFragrancesTable.fromRow(row);
    return { ...card, ...(face ? { face } : {}), ...storedBlend({ accents, character, proportions }) };
  } catch {
    return null;
  }
}

/**
 * A page of the public playlist, newest first. `search` matches all its words in name, creator or notes, the last word
 * as a prefix. `next` is null on the last page.
 *
 * @throws BackendError
 */
export async function listPublicFragrances(
  {
    search = '',
    after = null,
    pageSize = PLAYLIST_PAGE,
  }: { search?: string; after?: PlaylistCursor | null; pageSize?: number } = {},
  options: RpcOptions = {},
): Promise<{ items: PublicFragrance[]; next: PlaylistCursor | null }> {
  const rows = await callRows(
    'public_fragrances',
    {
      search: cleanName(search),
      before_at: after?.at ?? null,
      before_id: after?.id ?? null,
      page_size: pageSize,
    },
    options,
  );
  // The database's own time string: it has microseconds, a date of the app milliseconds.
  const last = rows.at(-1) as { uploaded_at?: unknown; id?: unknown } | null | undefined;
  if (last !== undefined && (typeof last?.uploaded_at !== 'string' || typeof last.id !== 'string'))
    throw new BackendError('server', 'The playlist is no list of fragrances.', { detail: 'unreadable_row' });
  return {
    items: rows.map(cardFrom).filter((card) => card !== null),
    next: last && rows.length >= pageSize ? { at: last.uploaded_at as string, id: last.id as string } : null,
  };
}

/** A public fragrance in the form of saved ones, without its owner's id. */
function wholeFrom(row: unknown): SavedFragrance {
  const { trace, accents, character, proportions, audioData, ...rest } = publicFragranceTable.fromRow(row);
  return {
    ...rest,
    ...(trace ? { trace } : {}),
    ...storedBlend({ accents, character, proportions }),
    audioData: playbackUrlOf(audioData),
    isPublic: true,
    creatorId: null,
    likes: [],
    savedAt: rest.addedToPlaylistAt ?? rest.created,
  };
}

/**
 * A public fragrance by name, whole, or null; of several with that name the one published last.
 * @throws BackendError
 */
export async function findPublicFragrance(name: string, options: RpcOptions = {}): Promise<SavedFragrance | null> {
  const [row] = await callRows('public_fragrance', { name: cleanName(name), id: null }, options);
  return row === undefined ? null : wholeFrom(row);
}

/**
 * A fragrance by id, whole: a public one, or one of the signed-in member's own; null when there is none.
 * @throws BackendError
 */
export async function loadFragrance(id: string, options: RpcOptions = {}): Promise<SavedFragrance | null> {
  const [row] = await callRows('public_fragrance', { name: null, id }, options);
  if (row !== undefined) return wholeFrom(row);
  const config = options.config ?? backendConfig();
  return (await bearer(config)) === config.key ? null : findOwnFragranceById(id, options);
}
