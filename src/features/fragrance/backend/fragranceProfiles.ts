import type { SavedFragrance } from '../domain/composition/savedFragrance.ts';
import { storedBlend } from '../domain/timbre/blend.ts';
import { fieldsFor } from '../domain/schema/fields.ts';
import { claimRecording } from '#features/session/backend/account.ts';
import { playbackUrlOf, requireAudioPath } from '#core/recordings/uploadAudio.ts';
import { supabase } from '#core/backend/client.ts';
import { BackendError } from '#core/backend/errors.ts';
import { dataOf } from '#core/backend/query.ts';
import { fragranceProfilesTable, listedProfilesTable } from './fragranceTables.ts';

/* The members' saved fragrances, rows of `fragrance_profiles`. Private until their owner publishes them. */

/** Rows of a page; the backend's maximum. */
const PAGE_ROWS = 200;
/** Fragrances of a profile at most. */
const MAX_LISTED = 1000;

export interface QueryOptions {
  signal?: AbortSignal | undefined;
}

function fromRow(row: unknown): SavedFragrance {
  const { trace, ...rest } = fragranceProfilesTable.fromRow(row);
  return { ...toOwnFragrance(rest), ...(trace ? { trace } : {}) };
}

/** The fields of whole and listed rows, without absent ones. */
function toOwnFragrance({
  accents,
  character,
  proportions,
  hidden,
  ...fragrance
}: Omit<ReturnType<typeof fragranceProfilesTable.fromRow>, 'trace'>): SavedFragrance {
  return {
    ...fragrance,
    ...storedBlend({ accents, character, proportions }),
    ...(hidden ? { hidden } : {}),
    audioData: playbackUrlOf(fragrance.audioData),
    addedToPlaylistAt: fragrance.isPublic ? fragrance.addedToPlaylistAt : null,
  };
}

/** Reads a listed row; null for one that cannot be read, so that the others are still shown. */
function listedFrom(row: unknown): SavedFragrance | null {
  try {
    const { face, ...rest } = listedProfilesTable.fromRow(row);
    return { ...toOwnFragrance(rest), ...(face ? { face } : {}) };
  } catch {
    return null;
  }
}

/** The owner's columns. The database writes the others (owner, creator's name, likes, dates). */
function toRow(fragrance: SavedFragrance) {
  const { audioData, isPublic } = fragrance;
  return {
    ...fragranceProfilesTable.toRow({
      // Clear absent fields in the row too.
      ...Object.fromEntries(fieldsFor('saved').map((field) => [field, fragrance[field] ?? null])),
      isPublic,
    }),
    audio_path: audioData === null ? null : requireAudioPath(audioData, 'audioData'),
  };
}

/**
 * Claims the recording that a row will name for its member, where this device made it before the sign-in and the claim
 * of all its data has not arrived: saving it is the member's own wish.
 * @throws BackendError, `unauthorized` when another member is signed in
 */
async function claimNamed(path: string | null, ownerId: string | null, { signal }: QueryOptions): Promise<void> {
  if (path !== null) await claimRecording(path, { signal, ownerId });
}

/** Adds the caller's abort signal to a query. */
function withAbortSignal<Q extends { abortSignal(signal: AbortSignal): Q }>(query: Q, { signal }: QueryOptions): Q {
  return signal ? query.abortSignal(signal) : query;
}

/**
 * All fragrances of a member, newest first, with the part of their traces that is drawn.
 * @throws BackendError
 */
export async function listOwnFragrances(userId: string, options: QueryOptions = {}): Promise<SavedFragrance[]> {
  const client = await supabase();
  const all: SavedFragrance[] = [];
  let offset = 0;
  while (offset < MAX_LISTED) {
    const page: unknown = dataOf(
      await withAbortSignal(
        client
          .from('fragrance_profiles')
          .select(listedProfilesTable.columns())
          .eq('user_id', userId)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .range(offset, offset + PAGE_ROWS - 1)
          // No retry: this device's copy is shown meanwhile, and the caller requests it again when the connection is
          // back.
          .retry(false),
        options,
      ),
    );
    if (!Array.isArray(page))
      throw new BackendError('server', 'The fragrances are no list.', { detail: 'unreadable_row' });
    all.push(...page.map(listedFrom).filter((fragrance) => fragrance !== null));
    offset += page.length;
    if (page.length < PAGE_ROWS) break;
  }
  return all;
}

async function findOwn(
  column: 'name' | 'id',
  value: string,
  userId: string | null,
  options: QueryOptions,
): Promise<SavedFragrance | null> {
  const client = await supabase();
  const query = client.from('fragrance_profiles').select(fragranceProfilesTable.columns()).eq(column, value);
  // No retry: the outbox retries, and the visitor soon reads that the fragrance is in it.
  const rows: unknown = dataOf(
    await withAbortSignal((userId === null ? query : query.eq('user_id', userId)).limit(1).retry(false), options),
  );
  if (!Array.isArray(rows)) throw new BackendError('server', 'The answer holds no rows.', { detail: 'unreadable_row' });
  return rows.length === 0 ? null : fromRow(rows[0]);
}

/** A member's fragrance by its name, whole; null when there is none. @throws BackendError */
export function findOwnFragrance(
  userId: string,
  name: string,
  options: QueryOptions = {},
): Promise<SavedFragrance | null> {
  return findOwn('name', name, userId, options);
}

/** The signed-in member's fragrance by its id, whole; null when there is none. @throws BackendError */
export function findOwnFragranceById(id: string, options: QueryOptions = {}): Promise<SavedFragrance | null> {
  return findOwn('id', id, null, options);
}

/**
 * Saves a new fragrance; the database makes its id.
 * @throws BackendError, `duplicate` when the member has one of that name
 */
export async function insertFragrance(
  userId: string,
  fragrance: SavedFragrance,
  options: QueryOptions = {},
): Promise<SavedFragrance> {
  const client = await supabase();
  const row = { ...toRow(fragrance), user_id: userId };
  await claimNamed(row.audio_path, userId, options);
  const inserted: unknown = dataOf(
    await withAbortSignal(
      client
        .from('fragrance_profiles')
        .upsert(row, { onConflict: 'user_id,name', ignoreDuplicates: true })
        .select(fragranceProfilesTable.columns()),
      options,
    ),
  );
  // A taken name returns no row; a plain insert would log an error in the console.
  if (!Array.isArray(inserted) || inserted.length === 0)
    throw new BackendError('duplicate', 'There is a fragrance of that name in this profile already.');
  return fromRow(inserted[0]);
}

/** Updates a saved fragrance. @throws BackendError, `not_found` when it is gone or another member's */
export async function updateFragrance(
  id: string,
  fragrance: SavedFragrance,
  options: QueryOptions = {},
): Promise<SavedFragrance> {
  const client = await supabase();
  const row = toRow(fragrance);
  await claimNamed(row.audio_path, fragrance.creatorId, options);
  return fromRow(
    dataOf(
      await withAbortSignal(
        client.from('fragrance_profiles').update(row).eq('id', id).select(fragranceProfilesTable.columns()),
        options,
      ).single(),
    ),
  );
}

/**
 * Publishes a fragrance or makes it private; the database stamps the change.
 * @throws BackendError, `not_found` when it is gone or another member's
 */
export async function setFragranceVisibility(
  id: string,
  isPublic: boolean,
  options: QueryOptions = {},
): Promise<SavedFragrance> {
  const client = await supabase();
  return fromRow(
    dataOf(
      await withAbortSignal(
        client
          .from('fragrance_profiles')
          .update({ is_public: isPublic })
          .eq('id', id)
          .select(fragranceProfilesTable.columns()),
        options,
      ).single(),
    ),
  );
}

/** Deletes a fragrance; one that is gone already is no error. @throws BackendError */
export async function removeFragrance(id: string, options: QueryOptions = {}): Promise<void> {
  const client = await supabase();
  // Request the deleted rows: an answer without them is not from the database.
  const deleted: unknown = dataOf(
    await withAbortSignal(client.from('fragrance_profiles').delete().eq('id', id).select('id'), options),
  );
  if (!Array.isArray(deleted))
    throw new BackendError('server', 'The answer holds no rows.', { detail: 'unreadable_row' });
}
