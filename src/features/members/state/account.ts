import { deleteAccount, exportMyData, type ExportedData } from '#features/session/backend/account.ts';
import {
  soundKeys,
  soundOf,
  deleteRecordingBytes,
  forgetStored,
  recordingKey,
} from '#core/recordings/storedRecordings.ts';
import { broadcastSignOut } from '../backend/auth.ts';
import { backendConfig } from '#core/backend/config.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { NETWORK_MESSAGE, isCoded, isUnreachable } from '#core/values/errors.ts';
import { loadCurrentFragrance, deleteCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import {
  localFragrances,
  FALLBACK_KEY,
  PLAYLIST_KEY,
  readFragrances,
  SAVED_KEY,
  deleteSavedFragrances,
} from '#features/fragrance/state/savedFragrances.ts';
import { NOTICE_MS, notify, type Notice } from '#core/appState/notices.ts';
import { localPreorders, PREORDER_KEY } from '#features/community/state/preorder.ts';
import { clearUser, hasSignedInWithPassword, session, sessionSignal } from '#features/session/state/session.ts';
import { audioStore } from '#core/recordings/database.ts';
import { localStore } from '#core/storage/localStore.ts';
import { deleteOwnerSecret } from '#core/storage/ownerSecret.ts';
import { MAIL_REQUESTS_KEY } from './requestedMails.ts';
import { RETURNING_VISITOR_KEY } from '#features/session/state/returningVisitor.ts';
import { deleteDrafts, deleteStash } from './afterLogOut.ts';
import { persisted } from '#core/appState/persist.ts';
import { dropRecordsOf } from '#features/share/state/shares.ts';

/* Exports everything as one file; deletes everything. */

interface ExportedFile {
  /** Storage path of the file; `device:` and a key for a file that only this device has. */
  url: string;
  /** The file as a `data:` URL; null when it could not be loaded. */
  data: string | null;
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The file cannot be read.'));
    reader.readAsDataURL(blob);
  });
}

const OBJECT_URL_PATTERN = /^(?:https?:\/\/[^/]+)?(\/storage\/v1\/object\/public\/[^?#\s]+)/;

/** Collects the paths of the stored files in `data`, at any depth. */
function filesIn(data: unknown, found = new Set<string>()): Set<string> {
  if (typeof data === 'string') {
    const path = OBJECT_URL_PATTERN.exec(data)?.[1];
    if (path !== undefined) found.add(path);
  } else if (typeof data === 'object' && data !== null) {
    for (const value of Object.values(data)) filesIn(value, found);
  }
  return found;
}

async function fetchExported(path: string): Promise<ExportedFile> {
  try {
    const response = await fetch(`${backendConfig().url}${path}`);
    return { url: path, data: response.ok ? await dataUrlOf(await response.blob()) : null };
  } catch {
    return { url: path, data: null };
  }
}

/** The recordings on this device, also those that last until the page closes. */
async function recordingsHere(): Promise<ExportedFile[]> {
  const files: ExportedFile[] = [];
  for (const key of await soundKeys()) {
    const recording = await soundOf(key);
    if (recording === null) continue;
    files.push({ url: `device:${key}`, data: await dataUrlOf(recording).catch(() => null) });
  }
  return files;
}

/**
 * Exports everything that deleting the account would remove, plus the orders, which stay: the backend's rows, this
 * device's data, photos and recordings. One JSON file.
 * @throws CodedError when the backend is unreachable: half an export would look like a whole one
 */
export async function exportEverything(now: Date): Promise<{ name: string; file: Blob }> {
  const { user } = session;
  if (user === null) throw new Error('You are not logged in.');
  const data = await exportMyData({ signal: sessionSignal() });
  const files: ExportedFile[] = [];
  for (const path of filesIn(data)) files.push(await fetchExported(path));
  const everything = {
    product: 'Accord',
    exportedAt: now.toISOString(),
    ...data,
    onThisDevice: {
      user,
      fragranceAtHand: loadCurrentFragrance(),
      waitingToBeSaved: localFragrances(user.id, hasSignedInWithPassword(user.id)),
      waitingToBeSent: (await outbox.entries().catch(() => [])).filter(({ ownerId }) => ownerId === user.id),
      orders: localPreorders(),
    },
    files: [...files, ...(await recordingsHere())],
  };
  return {
    name: `accord-${now.toISOString().slice(0, 10)}.json`,
    file: new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' }),
  };
}

/** Numbers of the things that deleting the account removes, and of the orders that stay. */
export type StoredDataCounts = Record<
  'fragrances' | 'shares' | 'submissions' | 'messages' | 'photos' | 'recordings' | 'orders',
  number
>;

/**
 * Counts the member's data in the backend.
 * @throws CodedError when it is unreachable
 */
export async function countStoredData(signal: AbortSignal): Promise<StoredDataCounts> {
  const data: ExportedData = await exportMyData({ signal });
  const { fragrances, shares, submissions, messages, photos, recordings, orders } = data;
  return {
    fragrances: fragrances.length,
    shares: shares.length,
    submissions: submissions.length,
    messages: messages.length,
    photos: photos.length,
    recordings: recordings.length,
    orders: orders.length,
  };
}

const notifyAccount = (notice: Notice): void => notify({ duration: NOTICE_MS, key: 'account', ...notice });

/**
 * True when the account is gone although the answer to its deletion was lost: its session is no longer valid.
 */
const isGone = (error: unknown): boolean => isCoded(error, 'unauthorized') || isCoded(error, 'not_found');

let unansweredId: string | null = null;

/** Deletes the account and its data, on the server and on this device. @returns true when it is gone */
export async function eraseAccount(): Promise<boolean> {
  const { user } = session;
  if (user === null) return false;
  try {
    await deleteAccount();
  } catch (error) {
    // The previous answer was lost after the account was deleted.
    if (!(unansweredId === user.id && isGone(error))) {
      if (isCoded(error, 'network') || isCoded(error, 'timeout')) unansweredId = user.id;
      notifyAccount({
        kind: 'error',
        title: 'Your account could not be deleted.',
        description: isUnreachable(error) ? NETWORK_MESSAGE : 'Please try again.',
      });
      return false;
    }
  }
  await forgetMemberHere(user.id);
  clearUser();
  void broadcastSignOut().catch(() => undefined);
  notifyAccount({
    kind: 'success',
    title: 'Your account is deleted.',
    description: 'Your data is deleted too, on our server and on this device. Preorders stay.',
  });
  return true;
}

/* Removes a member's data from this device, together with the account. */

/** Ids of the recordings in the outbox that belong to another member or to the visitor of this device. */
async function recordingsOfOthers(): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const { kind, id, payload } of await outbox.entries()) {
    if (kind === 'recording') ids.add(id);
    const { recordingId } = (payload ?? {}) as { recordingId?: unknown };
    if (typeof recordingId === 'string') ids.add(recordingId);
  }
  return ids;
}

async function forgetRecordings(): Promise<void> {
  const kept = new Set([...(await recordingsOfOthers())].map(recordingKey));
  for (const key of await soundKeys()) {
    if (kept.has(key) || key.startsWith('outbox:')) continue;
    if (key.startsWith('recording:')) await deleteRecordingBytes(key.slice('recording:'.length));
    else await audioStore.remove(key);
  }
}

/**
 * Removes fragrances, recordings, orders and waiting entries of a member. Call it while the member is still signed
 * in. Without a database in this browser there is nothing to remove there.
 */
async function forgetMemberHere(memberId: string): Promise<void> {
  deleteSavedFragrances();
  for (const key of [FALLBACK_KEY, SAVED_KEY, PREORDER_KEY, MAIL_REQUESTS_KEY, RETURNING_VISITOR_KEY])
    localStore.remove(key);
  const others = readFragrances(PLAYLIST_KEY).filter(({ creatorId }) => creatorId !== memberId);
  if (others.length === 0) localStore.remove(PLAYLIST_KEY);
  else localStore.save(PLAYLIST_KEY, others);
  deleteCurrentFragrance();
  deleteStash(memberId);
  persisted.audioInfo = null;
  // After a sign-in by mail link the secret may own another person's data: keep it.
  if (hasSignedInWithPassword(memberId)) deleteOwnerSecret();
  dropRecordsOf(memberId);
  forgetStored();
  await deleteDrafts();
  try {
    await outbox.removeAllOf(memberId);
    await forgetRecordings();
  } catch {
    // Without a database for this page there is nothing to remove.
  }
}
