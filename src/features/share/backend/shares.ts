import type { Accent } from '#features/fragrance/domain/timbre/accents.ts';
import type { Character } from '#features/fragrance/domain/timbre/character.ts';
import type { Proportion } from '#features/fragrance/domain/timbre/proportions.ts';
import type { FragranceSource, SoundTrace } from '#features/fragrance/domain/composition/model.ts';
import { asName } from '#shared/common/cleanText.ts';
import { MAX_FRAGRANCE_NAME_LENGTH } from '#core/values/nameRules.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { ownerSecret } from '#core/storage/ownerSecret.ts';
import { readOwnerSecret } from '#features/session/backend/account.ts';
import { playbackUrlOf, requireAudioPath } from '#core/recordings/uploadAudio.ts';
import { BackendError } from '#core/backend/errors.ts';
import { callFunction, type CallOptions } from '#core/backend/functions.ts';
import { callRows, callRpc, type RpcOptions } from '#core/backend/rpc.ts';
import { mySharesTable, sharesTable } from './shareTables.ts';

/*
 * Shares. Anyone with the id can read one. A share needs a recording of its owner; only the owner can withdraw it.
 */

/** A new share. Its flower is drawn from the notes, the measures and the trace. */
export interface NewShare {
  /** Made on the device before the first try; the idempotency key. */
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
  /** Description of the scent. */
  description?: string | null | undefined;
  source?: FragranceSource | null | undefined;
}

/** A stored share. */
export interface Share extends NewShare {
  /** Name of the owner, if they chose to show it. */
  makerName?: string | null | undefined;
  isActive: boolean;
  viewCount: number;
  /** ISO date. */
  createdAt: string;
}

/** Choices to which the owner agrees when a share is made. */
export interface ShareTerms {
  /** Shows the member's name. */
  showName: boolean;
}

/** A share in its owner's list. */
export interface OwnShare {
  shareId: string;
  name: string | null;
  /** ISO date. */
  createdAt: string;
  viewCount: number;
  audioUrl: string;
  /** The operator hid it: its link does not work. */
  hidden: boolean;
}

/** Reads the row of a share; rejects a row of any other share. */
function shareFrom(row: unknown, shareId: string): Share {
  const share = sharesTable.fromRow(row);
  if (share.shareId !== shareId)
    throw new BackendError('server', 'This is another share than the one asked for.', { detail: 'unreadable_row' });
  return { ...share, trace: share.trace ?? null, audioUrl: playbackUrlOf(share.audioUrl) ?? '' };
}

/** True when no visible share has this id. @throws BackendError */
export async function isShareIdFree(shareId: string, options: RpcOptions = {}): Promise<boolean> {
  return (await findShare(shareId, options)) === null;
}

/** The active share of an id, or null. @throws BackendError */
export async function findShare(shareId: string, options: RpcOptions = {}): Promise<Share | null> {
  const [row] = await callRows('get_share', { share_id: shareId }, options);
  return row === undefined ? null : shareFrom(row, shareId);
}

/**
 * Creates a share of a recording of the member or of this device. Idempotent: resolves with the existing row after a
 * lost answer. Null when the backend returns none. `showName` adds the member's name.
 * @throws BackendError, `duplicate` when the id is taken, `rejected` with `no_recording` in `hint` for another's
 *   recording
 */
export async function insertShare(
  share: NewShare,
  { showName = false, ...options }: RpcOptions & Partial<ShareTerms> = {},
): Promise<Share | null> {
  const { audioUrl, ...fields } = share;
  const name = asName(share.name ?? '', MAX_FRAGRANCE_NAME_LENGTH);
  const row = {
    ...sharesTable.toRow({ ...fields, name: name === '' ? null : name }),
    audio_path: requireAudioPath(audioUrl, 'audioUrl'),
    // A flag, not a name: the database takes the name from the member's profile.
    ...(showName ? { show_name: true } : {}),
  };
  const [made] = await callRows('create_share', { share: row, owner_secret: ownerSecret() }, options);
  return made === undefined ? null : shareFrom(made, share.shareId);
}

/** The shares of the signed-in member and of this device, newest first. @throws BackendError */
export async function listOwnShares(options: RpcOptions = {}): Promise<OwnShare[]> {
  const rows = await callRows('own_shares', { owner_secret: readOwnerSecret() }, options);
  return rows.map((row) => {
    const share = mySharesTable.fromRow(row);
    return { ...share, audioUrl: playbackUrlOf(share.audioUrl) ?? '' };
  });
}

/**
 * Withdraws a share of the member or of this device: deletes its page, its picture and its file. Resolves with the new
 * URL of the recording when it is still in use elsewhere, else with null.
 * @throws BackendError, `not_found` when the share is not one's own
 */
export async function withdrawShare(shareId: string, options: CallOptions = {}): Promise<{ audioUrl: string | null }> {
  const answer = await callFunction('withdraw-share', { shareId, owner: readOwnerSecret() }, options);
  return { audioUrl: typeof answer['audioUrl'] === 'string' ? playbackUrlOf(answer['audioUrl']) : null };
}

/**
 * Counts a view and resolves with the new number; null when there is no such share. A device counts once an hour.
 * @throws BackendError
 */
export async function recordShareView(shareId: string, options: RpcOptions = {}): Promise<number | null> {
  const views = await callRpc('record_share_view', { share_id: shareId, owner_secret: ownerSecret() }, options);
  return typeof views === 'number' ? views : null;
}

/**
 * Stores the picture of a new share, a PNG of 1200 x 630, with the function `share-image`. Idempotent for the same
 * picture.
 * @throws BackendError, `duplicate` when the id is taken
 */
export async function storeSharePicture(shareId: string, picture: Blob, options: CallOptions = {}): Promise<void> {
  await callFunction(`share-image?id=${encodeURIComponent(shareId)}`, picture, options);
}
