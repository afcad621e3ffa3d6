import type { SavedFragrance } from '../../domain/account/member.ts';
import { storedBlend } from '../../domain/timbre/storedBlend.ts';
import { fieldsFor } from '../../domain/schema/fields.ts';
import { claimRecording } from '../members/account.ts';
import { playbackUrlOf, requireAudioPath } from '../recordings/audioPath.ts';
import { supabase } from '../connection/client.ts';
import { BackendError } from '../connection/errors.ts';
import { dataOf } from '../connection/query.ts';
import { fragranceProfilesTable, listedProfilesTable } from './tables.ts';

/* The members' saved fragrances, rows of `fragrance_profiles`. Each is its owner's until the owner publishes it. */

/** A page of a list; the backend gives at most this many rows at once. */
const PAGE = 200;
/** A profile holds at most this many fragrances. */
const MAX_LISTED = 1000;

export interface QueryOptions {
  signal?: AbortSignal | undefined;
}

function fromRow(row: unknown): SavedFragrance {
  const { trace, ...rest } = fragranceProfilesTable.fromRow(row);
  return { ...own(rest), ...(trace ? { trace } : {}) };
}

/** What both a whole row and one of a list hold, without what is not there. */
function own({
  accents,
  character,
  proportions,
  ...fragrance
}: Omit<ReturnType<typeof fragranceProfilesTable.fromRow>, 'trace'>): SavedFragrance {
  return {
    ...fragrance,
    ...storedBlend({ accents, character, proportions }),
    audioData: playbackUrlOf(fragrance.audioData),
    addedToPlaylistAt: fragrance.isPublic ? fragrance.addedToPlaylistAt : null,
  };
}

/** A row of a list; null for one that cannot be read, which must not take the others away. */
function listedFrom(row: unknown): SavedFragrance | null {
  try {
    const { face, ...rest } = listedProfilesTable.fromRow(row);
    return { ...own(rest), ...(face ? { face } : {}) };
  } catch {
    return null;
  }
}

/** What the owner writes; the rest (whose it is, the creator's name, likes and dates) is the database's. */
function toRow(fragrance: SavedFragrance) {
  const { audioData, isPublic } = fragrance;
  return {
    ...fragranceProfilesTable.toRow({
      // What is not there any more is not there in the row either.
      ...Object.fromEntries(fieldsFor('saved').map((field) => [field, fragrance[field] ?? null])),
      isPublic,
    }),
    audio_path: audioData === null ? null : requireAudioPath(audioData, 'audioData'),
  };
}

/**
 * Runs a write; where the recording that it names is still this device's from before the sign-in, it becomes the member's
 * first: saving with it is the member's own wish.
 */
async function withRecording<T>(path: unknown, write: () => Promise<T>, { signal }: QueryOptions): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (
      !(error instanceof BackendError) ||
      error.hint !== 'no_recording' ||
      typeof path !== 'string' ||
      !(await claimRecording(path, { signal }))
    )
      throw error;
    return write();
  }
}

/** A query that ends when its caller gives up. */
function until<Q extends { abortSignal(signal: AbortSignal): Q }>(query: Q, { signal }: QueryOptions): Q {
  return signal ? query.abortSignal(signal) : query;
}

/** All fragrances of a member, newest first, with the part of their traces that is drawn. @throws BackendError */
export async function listOwnFragrances(userId: string, options: QueryOptions = {}): Promise<SavedFragrance[]> {
  const client = await supabase();
  const all: SavedFragrance[] = [];
  let asked = 0;
  while (asked < MAX_LISTED) {
    const page: unknown = dataOf(
      await until(
        client
          .from('fragrance_profiles')
          .select(listedProfilesTable.columns())
          .eq('user_id', userId)
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .range(asked, asked + PAGE - 1)
          // This device's copy is shown meanwhile, and whoever asks comes back with the connection.
          .retry(false),
        options,
      ),
    );
    if (!Array.isArray(page))
      throw new BackendError('server', 'The fragrances are no list.', { detail: 'unreadable_row' });
    all.push(...page.map(listedFrom).filter((fragrance) => fragrance !== null));
    asked += page.length;
    if (page.length < PAGE) break;
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
  // Once: whoever saves is told soon that it waits, and the outbox is what tries again.
  const rows: unknown = dataOf(
    await until((userId === null ? query : query.eq('user_id', userId)).limit(1).retry(false), options),
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

/** A fragrance of whoever is signed in by its id, whole; null when there is none. @throws BackendError */
export function findOwnFragranceById(id: string, options: QueryOptions = {}): Promise<SavedFragrance | null> {
  return findOwn('id', id, null, options);
}

/**
 * Saves a new fragrance. With an `id` (a UUID made on the device) the save is repeatable: where only its answer was lost,
 * the fragrance that is there is the result.
 * @throws BackendError, `duplicate` when the member has one of that name
 */
export async function insertFragrance(
  userId: string,
  fragrance: SavedFragrance,
  { id, ...options }: QueryOptions & { id?: string } = {},
): Promise<SavedFragrance> {
  const client = await supabase();
  const row = { ...toRow(fragrance), user_id: userId, ...(id === undefined ? {} : { id }) };
  try {
    return await withRecording(
      row.audio_path,
      async () => {
        const inserted: unknown = dataOf(
          await until(
            client
              .from('fragrance_profiles')
              .upsert(row, { onConflict: 'user_id,name', ignoreDuplicates: true })
              .select(fragranceProfilesTable.columns()),
            options,
          ),
        );
        // Nothing comes back for a name that is taken, where an insert alone would be an error in the browser's console.
        if (!Array.isArray(inserted) || inserted.length === 0)
          throw new BackendError('duplicate', 'There is a fragrance of that name in this profile already.');
        return fromRow(inserted[0]);
      },
      options,
    );
  } catch (error) {
    if (id === undefined || !(error instanceof BackendError) || error.code !== 'duplicate') throw error;
    const stored = await findOwnFragranceById(id, options);
    if (stored === null) throw error;
    return stored;
  }
}

/** Replaces what a saved fragrance holds. @throws BackendError, `not_found` when it is gone or somebody else's */
export async function updateFragrance(
  id: string,
  fragrance: SavedFragrance,
  options: QueryOptions = {},
): Promise<SavedFragrance> {
  const client = await supabase();
  const row = toRow(fragrance);
  return withRecording(
    row.audio_path,
    async () =>
      fromRow(
        dataOf(
          await until(
            client.from('fragrance_profiles').update(row).eq('id', id).select(fragranceProfilesTable.columns()),
            options,
          ).single(),
        ),
      ),
    options,
  );
}

/** Publishes a fragrance, or takes it back; the database stamps the change. @throws BackendError, `not_found` when it is gone or somebody else's */
export async function setFragranceVisibility(
  id: string,
  isPublic: boolean,
  options: QueryOptions = {},
): Promise<SavedFragrance> {
  const client = await supabase();
  return fromRow(
    dataOf(
      await until(
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
  // The rows that went are asked back: an answer without them is none of the database's.
  const gone: unknown = dataOf(
    await until(client.from('fragrance_profiles').delete().eq('id', id).select('id'), options),
  );
  if (!Array.isArray(gone)) throw new BackendError('server', 'The answer holds no rows.', { detail: 'unreadable_row' });
}
