import type { SavedFragrance } from '../domain/member.ts';
import { supabase } from './client.ts';
import { dataOf } from './query.ts';
import { fragranceProfilesTable } from './tables.ts';

/* The members' saved fragrances, rows of `fragrance_profiles`. Each is its owner's until the owner publishes it. */

/** A page of a list; the backend gives at most this many rows at once. */
const PAGE = 200;
/** A profile holds at most this many fragrances. */
const MOST = 1000;

/** A list carries everything but where the notes were heard. */
const LISTED = [
  'id', 'name', 'description', 'intensity', 'complexity', 'persistence', 'dominantNotes', 'backgroundNotes', 'musicEssence', 'topNotes',
  'middleNotes', 'baseNotes', 'source', 'created', 'creatorName', 'addedToPlaylistAt', 'audioData', 'isPublic', 'creatorId', 'likes', 'savedAt',
] as const satisfies readonly (keyof SavedFragrance)[];

function fromRow(row: unknown): SavedFragrance {
  const { trace, ...fragrance } = fragranceProfilesTable.fromRow(row);
  return { ...fragrance, ...(trace ? { trace } : {}), addedToPlaylistAt: fragrance.isPublic ? fragrance.addedToPlaylistAt : null };
}

/** What the owner writes; the rest (whose it is, the creator's name, likes and dates) is the database's. */
function toRow({ name, description, intensity, complexity, persistence, dominantNotes, backgroundNotes, musicEssence, topNotes, middleNotes, baseNotes, source, created, trace, audioData, isPublic }: SavedFragrance) {
  return fragranceProfilesTable.toRow({
    name, description, intensity, complexity, persistence, dominantNotes, backgroundNotes, musicEssence, topNotes, middleNotes, baseNotes,
    source, created, trace: trace ?? null, audioData, isPublic,
  });
}

/** All fragrances of a member, newest first, without their traces. @throws BackendError */
export async function listOwnFragrances(userId: string): Promise<SavedFragrance[]> {
  const client = await supabase();
  const all: SavedFragrance[] = [];
  while (all.length < MOST) {
    const page = dataOf(
      await client.from('fragrance_profiles').select(fragranceProfilesTable.columns(LISTED)).eq('user_id', userId).order('created_at', { ascending: false }).order('id', { ascending: false }).range(all.length, all.length + PAGE - 1),
    );
    all.push(...page.map(fromRow));
    if (page.length < PAGE) break;
  }
  return all;
}

/** A member's fragrance by its name, whole; null when there is none. @throws BackendError */
export async function findOwnFragrance(userId: string, name: string): Promise<SavedFragrance | null> {
  const client = await supabase();
  const row = dataOf(await client.from('fragrance_profiles').select(fragranceProfilesTable.columns()).eq('user_id', userId).eq('name', name).maybeSingle());
  return row === null ? null : fromRow(row);
}

/** Saves a new fragrance. @throws BackendError, `duplicate` when the member has one of that name */
export async function insertFragrance(userId: string, fragrance: SavedFragrance): Promise<SavedFragrance> {
  const client = await supabase();
  return fromRow(dataOf(await client.from('fragrance_profiles').insert({ ...toRow(fragrance), user_id: userId }).select(fragranceProfilesTable.columns()).single()));
}

/** Replaces what a saved fragrance holds. @throws BackendError, `not_found` when it is gone or somebody else's */
export async function updateFragrance(id: string, fragrance: SavedFragrance): Promise<SavedFragrance> {
  const client = await supabase();
  return fromRow(dataOf(await client.from('fragrance_profiles').update(toRow(fragrance)).eq('id', id).select(fragranceProfilesTable.columns()).single()));
}

/** Publishes a fragrance, or takes it back; the database stamps the change. @throws BackendError, `not_found` when it is gone or somebody else's */
export async function setFragranceVisibility(id: string, isPublic: boolean): Promise<SavedFragrance> {
  const client = await supabase();
  return fromRow(dataOf(await client.from('fragrance_profiles').update({ is_public: isPublic, updated_at: new Date().toISOString() }).eq('id', id).select(fragranceProfilesTable.columns()).single()));
}

/** Deletes a fragrance; one that is gone already is no error. @throws BackendError */
export async function removeFragrance(id: string): Promise<void> {
  const client = await supabase();
  dataOf(await client.from('fragrance_profiles').delete().eq('id', id));
}
