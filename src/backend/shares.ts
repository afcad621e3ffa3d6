import type { NoteCode } from '../domain/pitch.ts';
import type { SoundTrace } from '../domain/profile.ts';
import { supabase } from './client.ts';
import { callFunction, type CallOptions } from './functions.ts';
import { dataOf } from './query.ts';
import { sharesTable } from './tables.ts';

/* Shares, in `fragrance_shares`: everybody may make one and read those that are active, and nobody changes one. */

/** The longest name that a share carries. */
const MOST_NAME = 120;

/** A new share. The name, the measures and the trace are what its drawing is made of. */
export interface NewShare {
  shareId: string;
  title: string;
  name: string | null;
  musicEssence: NoteCode[];
  topNotes: string[];
  middleNotes: string[];
  baseNotes: string[];
  /** URL of the recording in storage. */
  audioUrl: string;
  intensity: number | null;
  complexity: number | null;
  persistence: number | null;
  trace: SoundTrace | null;
}

/** A share that was made. */
export interface Share extends NewShare {
  isActive: boolean;
  viewCount: number;
  /** ISO date. */
  createdAt: string;
}

/** True when no share that can be seen has this id. @throws BackendError */
export async function isShareIdFree(shareId: string): Promise<boolean> {
  const client = await supabase();
  const row: unknown = dataOf(await client.from('fragrance_shares').select('share_id').eq('share_id', shareId).maybeSingle());
  return row === null;
}

/** The active share of an id, or null. @throws BackendError */
export async function findShare(shareId: string): Promise<Share | null> {
  const client = await supabase();
  const row: unknown = dataOf(await client.from('fragrance_shares').select('*').eq('share_id', shareId).eq('is_active', true).maybeSingle());
  return row === null ? null : sharesTable.fromRow(row);
}

/**
 * Makes a share and resolves with its row; null when the backend gives none back.
 * @throws BackendError, `duplicate` when the id is taken
 */
export async function insertShare(share: NewShare): Promise<Share | null> {
  const name = Array.from(share.name?.trim() ?? '').slice(0, MOST_NAME).join('').trimEnd();
  const row = sharesTable.toRow({ ...share, name: name === '' ? null : name });
  const client = await supabase();
  const made: unknown = dataOf(await client.from('fragrance_shares').insert(row).select('*').maybeSingle());
  return made === null ? null : sharesTable.fromRow(made);
}

/** Counts one view and resolves with the new number; null when there is no such share. @throws BackendError */
export async function recordShareView(shareId: string): Promise<number | null> {
  const client = await supabase();
  const views: unknown = dataOf(await client.rpc('record_share_view', { share_id: shareId }));
  return typeof views === 'number' ? views : null;
}

/**
 * Stores the picture of a share that is about to be made, a PNG of 1200 x 630, with the function `share-image`.
 * @throws BackendError, `duplicate` when the id is taken
 */
export async function storeSharePicture(shareId: string, picture: Blob, options: CallOptions = {}): Promise<void> {
  await callFunction(`share-image?id=${encodeURIComponent(shareId)}`, picture, options);
}
