import type { Accent } from '../../domain/timbre/accents.ts';
import type { Character } from '../../domain/timbre/character.ts';
import type { Proportion } from '../../domain/timbre/proportions.ts';
import { asName, MAX_FRAGRANCE_NAME_LENGTH } from '../../domain/fragrance/nameRules.ts';
import type { NoteCode } from '../../domain/pitch/pitch.ts';
import type { FragranceSource, SoundTrace } from '../../domain/fragrance/model.ts';
import { ownerSecret } from '../../platform/storage/ownerSecret.ts';
import { knownSecret } from '../members/account.ts';
import { playbackUrlOf, requireAudioPath } from '../recordings/audioPath.ts';
import { BackendError } from '../connection/errors.ts';
import { callFunction, type CallOptions } from '../connection/functions.ts';
import { callRows, callRpc, type RpcOptions } from '../connection/rpc.ts';
import { ownSharesTable, sharesTable } from './tables.ts';

/* Shares. One is read by its id alone, made with a recording of one's own, and taken back by whoever made it. */

/** A new share. The name, the measures and the trace are what its drawing is made of. */
export interface NewShare {
  /** Made on the device before the first try: sent again under it, it is the same share. */
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
  accents?: Accent[] | null | undefined;
  character?: Character | null | undefined;
  proportions?: Proportion[] | null | undefined;
  /** What it smells of, in words. */
  description?: string | null | undefined;
  source?: FragranceSource | null | undefined;
}

/** A share that was made. */
export interface Share extends NewShare {
  /** The member who made it, where they wanted to be named. */
  makerName?: string | null | undefined;
  isActive: boolean;
  viewCount: number;
  /** ISO date. */
  createdAt: string;
}

/** A share in the list of whoever made it. */
export interface OwnShare {
  shareId: string;
  name: string | null;
  /** ISO date. */
  createdAt: string;
  viewCount: number;
  audioUrl: string;
}

/** A row of the share that was asked for; any other one is no answer. */
function shareFrom(row: unknown, shareId: string): Share {
  const share = sharesTable.fromRow(row);
  if (share.shareId !== shareId)
    throw new BackendError('server', 'This is another share than the one asked for.', { detail: 'unreadable_row' });
  return { ...share, trace: share.trace ?? null, audioUrl: playbackUrlOf(share.audioUrl) ?? '' };
}

/** True when no share that can be seen has this id. @throws BackendError */
export async function isShareIdFree(shareId: string, options: RpcOptions = {}): Promise<boolean> {
  return (await findShare(shareId, options)) === null;
}

/** The active share of an id, or null. @throws BackendError */
export async function findShare(shareId: string, options: RpcOptions = {}): Promise<Share | null> {
  const [row] = await callRows('get_share', { share_id: shareId }, options);
  return row === undefined ? null : shareFrom(row, shareId);
}

/**
 * Makes a share of a recording that is the member's or this device's, and resolves with its row; the same one when it was
 * made before and only the answer was lost. Null when the backend gives none back. With `showName` it carries the name of the member who makes it.
 * @throws BackendError, `duplicate` when the id is somebody else's, `rejected` with `no_recording` in `hint` when the recording is not one's own
 */
export async function insertShare(
  share: NewShare,
  { showName = false, ...options }: RpcOptions & { showName?: boolean } = {},
): Promise<Share | null> {
  const { audioUrl, ...fields } = share;
  const name = asName(share.name ?? '', MAX_FRAGRANCE_NAME_LENGTH);
  const row = {
    ...sharesTable.toRow({ ...fields, name: name === '' ? null : name }),
    audio_path: requireAudioPath(audioUrl, 'audioUrl'),
    // A wish, not a name: the database takes a member's name from their profile.
    ...(showName ? { show_name: true } : {}),
  };
  const [made] = await callRows('create_share', { share: row, owner_secret: ownerSecret() }, options);
  return made === undefined ? null : shareFrom(made, share.shareId);
}

/** The shares of the signed-in member and of this device, newest first. @throws BackendError */
export async function listOwnShares(options: RpcOptions = {}): Promise<OwnShare[]> {
  const rows = await callRows('own_shares', { owner_secret: knownSecret() }, options);
  return rows.map((row) => {
    const share = ownSharesTable.fromRow(row);
    return { ...share, audioUrl: playbackUrlOf(share.audioUrl) ?? '' };
  });
}

/**
 * Takes a share back that the member or this device made: its page, its picture and its file are gone from then on. Where
 * the same recording is in use elsewhere it has moved: resolves with its new URL, else with null.
 * @throws BackendError, `not_found` when it is not one's own
 */
export async function withdrawShare(shareId: string, options: CallOptions = {}): Promise<{ audioUrl: string | null }> {
  const answer = await callFunction('withdraw-share', { shareId, owner: knownSecret() }, options);
  return { audioUrl: typeof answer['audioUrl'] === 'string' ? playbackUrlOf(answer['audioUrl']) : null };
}

/** Counts one view and resolves with the new number; null when there is no such share. @throws BackendError */
export async function recordShareView(shareId: string, options: RpcOptions = {}): Promise<number | null> {
  const views = await callRpc('record_share_view', { share_id: shareId }, options);
  return typeof views === 'number' ? views : null;
}

/**
 * Stores the picture of a share that is about to be made, a PNG of 1200 x 630, with the function `share-image`. The same
 * picture again is no error.
 * @throws BackendError, `duplicate` when the id is taken
 */
export async function storeSharePicture(shareId: string, picture: Blob, options: CallOptions = {}): Promise<void> {
  await callFunction(`share-image?id=${encodeURIComponent(shareId)}`, picture, options);
}
