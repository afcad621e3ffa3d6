import { onWindow } from '../lifetime/pageEvents.ts';
import { localStore } from '../storage/localStore.ts';
import { audioStore } from './database.ts';
import { isCoded } from '../values/errors.ts';
import { BackendError } from '../backend/errors.ts';
import { uploadAudio, UPLOAD_STALL_SECONDS } from './uploadAudio.ts';
import { MAX_RECORDING_BYTES } from '#shared/common/recordingLimit.ts';
import { withLock } from '../storage/withLock.ts';

/*
 * Recordings by id, assigned when recording begins: their bytes on this device (AudioDB, key `recording:{id}`) and
 * their URLs in storage.
 */

/** Local key of the URLs of stored recordings, by id. */
export const STORED_KEY = 'accord:stored';
/** Number of stored URLs; the oldest are dropped first. */
const MAX_REMEMBERED = 200;

/** Key of a recording's bytes in the audio store. */
export function recordingKey(id: string): string {
  return `recording:${id}`;
}

/** Recordings that did not fit on this device, by id, until the page closes. */
const heldRecordings = new Map<string, Blob>();
/** Cache, and fallback without local storage. */
let urls: Record<string, string> | null = null;
const listeners = new Set<(id: string, audioUrl: string) => void>();

function readUrls(): Record<string, string> {
  const stored = localStore.read(STORED_KEY);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Does not set the flag of a full storage: these few bytes are a convenience. */
function write(next: Record<string, string>): void {
  urls = next;
  try {
    if (Object.keys(next).length === 0) window.localStorage.removeItem(STORED_KEY);
    else window.localStorage.setItem(STORED_KEY, JSON.stringify(next));
  } catch {
    // Stored until the page closes.
  }
}

function loadUrls(): Record<string, string> {
  if (urls === null) {
    urls = readUrls();
    // Another tab has stored one: this page may show its fragrance.
    onWindow('storage', ({ key }) => {
      if (key !== STORED_KEY && key !== null) return;
      const before = urls ?? {};
      urls = readUrls();
      for (const [id, url] of Object.entries(urls))
        if (before[id] !== url) for (const listener of listeners) listener(id, url);
    });
  }
  return urls;
}

/** The URL of a stored recording, as far as this device has stored it. */
export function storedUrl(id: string): string | null {
  return loadUrls()[id] ?? null;
}

/** Stores the URL of a recording, also after a move, and notifies listeners. */
export function rememberStored(id: string, audioUrl: string): void {
  const { [id]: _old, ...others } = loadUrls();
  write(Object.fromEntries([...Object.entries(others), [id, audioUrl]].slice(-MAX_REMEMBERED)));
  for (const listener of listeners) listener(id, audioUrl);
}

/** Deletes the URL of a recording; without an id, all URLs. */
export function forgetStored(id?: string): void {
  const { [id ?? '']: _gone, ...others } = loadUrls();
  write(id === undefined ? {} : others);
}

/** Updates recordings after a file in storage was deleted (`to` is null) or moved. */
export function storedFileMoved(from: string, to: string | null): void {
  for (const [id, url] of Object.entries(loadUrls())) {
    if (url !== from) continue;
    if (to === null) forgetStored(id);
    else rememberStored(id, to);
  }
}

/** Calls whenever a recording was stored, by this tab or another; returns an unsubscribe function. */
export function onStored(listener: (id: string, audioUrl: string) => void): () => void {
  loadUrls();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stores a recording's bytes; resolves with `page` when this device is full. */
export async function storeRecordingBytes(id: string, recording: Blob): Promise<'device' | 'page'> {
  try {
    await audioStore.put(recordingKey(id), recording);
    heldRecordings.delete(id);
    return 'device';
  } catch {
    heldRecordings.set(id, recording);
    return 'page';
  }
}

/** True when a recording's bytes outlive this page. */
export async function isRecordingOnDevice(id: string): Promise<boolean> {
  if (heldRecordings.has(id)) return false;
  const keys: string[] = await audioStore.keys().catch(() => []);
  return keys.includes(recordingKey(id));
}

/** The bytes of a recording, or null when they are not on this device. */
export async function recordingBytes(id: string): Promise<Blob | null> {
  return heldRecordings.get(id) ?? (await audioStore.get(recordingKey(id)).catch(() => null));
}

/** Keys of all sounds that this page can read: those in the database, and the recordings that it could not store. */
export async function soundKeys(): Promise<string[]> {
  const stored: string[] = await audioStore.keys().catch(() => []);
  return [...new Set([...stored, ...[...heldRecordings.keys()].map(recordingKey)])];
}

/** The bytes under one of these keys, or null when they cannot be read. */
export async function soundOf(key: string): Promise<Blob | null> {
  const [, id] = /^recording:(.+)$/.exec(key) ?? [];
  return id === undefined ? audioStore.get(key).catch(() => null) : recordingBytes(id);
}

/** Deletes a recording's bytes. */
export async function deleteRecordingBytes(id: string): Promise<void> {
  heldRecordings.delete(id);
  await audioStore.remove(recordingKey(id)).catch(() => undefined);
}

interface StoreOptions {
  signal?: AbortSignal | undefined;
  /** The member it belongs to; null for the current member or visitor. */
  ownerId?: string | null;
  /** Timeout of the whole upload, s; without it the upload runs as long as bytes move. */
  timeout?: number;
  /** The recording, if the caller has it. */
  recording?: Blob | undefined;
}

/** Permanent refusals since this page was opened, by id: do not send them again. */
const refused = new Map<string, BackendError>();

const REFUSAL_CODES = ['not_audio', 'too_large', 'empty'] as const;
type Refusal = (typeof REFUSAL_CODES)[number];

/**
 * The reason of a permanent refusal, also from an outbox entry, which keeps only the cause; null for other failures.
 */
export function refusalOf(error: unknown): Refusal | null {
  if (!isCoded(error, 'rejected')) return null;
  const { detail, status, cause } = error as Partial<BackendError>;
  const refusal = REFUSAL_CODES.find((reason) => reason === detail || reason === cause);
  // A proxy's own status.
  return refusal ?? (status === 413 ? 'too_large' : status === 415 ? 'not_audio' : null);
}

/** Stores a permanent refusal and returns the error with its reason. */
function noteRefusal(id: string, error: unknown): unknown {
  const reason = refusalOf(error);
  if (reason === null) return error;
  const named = new BackendError('rejected', (error as BackendError).message, { detail: reason, cause: reason });
  refused.set(id, named);
  return named;
}

async function upload(id: string, { recording, timeout, ...more }: StoreOptions): Promise<string> {
  const stored = storedUrl(id);
  if (stored !== null) return stored;
  const before = refused.get(id);
  if (before !== undefined) throw before;
  const bytes = recording ?? (await recordingBytes(id));
  if (bytes === null)
    throw new BackendError('rejected', 'The recording is no longer on this device.', { detail: 'gone' });
  if (bytes.size > MAX_RECORDING_BYTES)
    throw noteRefusal(
      id,
      new BackendError('rejected', 'The recording is too large to keep online.', { detail: 'too_large' }),
    );
  const { audioUrl } = await uploadAudio(bytes, {
    id,
    ...more,
    ...(timeout === undefined ? { stall: UPLOAD_STALL_SECONDS } : { timeout }),
  }).catch((error: unknown) => {
    throw noteRefusal(id, error);
  });
  rememberStored(id, audioUrl);
  return audioUrl;
}

/**
 * Stores a recording, unless it is stored already, and returns its URL. Concurrent calls, also from other tabs, run one
 * after the other.
 * @throws BackendError; `rejected` with the detail `gone` when its bytes are not on this device
 */
export async function ensureRecordingStored(id: string, options: StoreOptions = {}): Promise<string> {
  const { signal } = options;
  try {
    return await withLock(`accord-recording:${id}`, () => upload(id, options), { signal });
  } catch (error) {
    if (signal?.aborted && !(error instanceof BackendError))
      throw new BackendError('aborted', 'The upload was cancelled.');
    throw error;
  }
}
