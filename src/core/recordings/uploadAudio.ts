import { ownerSecret, withOwnerSecret } from '../storage/ownerSecret.ts';
import { bearer } from '../backend/bearer.ts';
import { backendConfig, type BackendConfig, playableUrl } from '../backend/config.ts';
import { codeOfStatus, failureOf, BackendError } from '../backend/errors.ts';
import { newUuid } from '../values/uuid.ts';
import { sendWithProgress } from '../backend/send.ts';

/** Timeout of an interactive upload, s. */
export const UPLOAD_TIMEOUT_SECONDS = 30;
/** Timeout without progress of an upload in the background, s. */
export const UPLOAD_STALL_SECONDS = 60;

interface UploadOptions {
  signal?: AbortSignal | undefined;
  /** Share of the bytes sent, 0 to 1. */
  onProgress?: ((done: number) => void) | undefined;
  /**
   * Id of this recording (a UUID; by default derived from the blob). Sending it again after a lost answer returns the
   * same URL instead of a second copy.
   */
  id?: string;
  /** The member it belongs to; null for the current member or visitor. */
  ownerId?: string | null;
  /** Timeout, s. */
  timeout?: number;
  /** Timeout without progress, s, instead of `timeout`; see {@link UPLOAD_STALL_SECONDS}. */
  stall?: number | undefined;
  config?: BackendConfig;
}

/**
 * Stores a recording with `POST /functions/v1/upload-audio` and resolves with its playback URL. It belongs to the
 * signed-in member, else to this device's secret.
 *
 * @throws BackendError `timeout`, `network`, `aborted`, `server`, `rate_limited`, `unauthorized`, or `rejected` with
 *   the reason in `detail` (`not_audio`, `too_large`, `empty`, `truncated`)
 */
export function uploadAudio(recording: Blob, options: UploadOptions = {}): Promise<{ audioUrl: string }> {
  return withOwnerSecret(() => send(recording, options));
}

const ids = new WeakMap<Blob, string>();

/**
 * The id of a recording for the backend (a UUID): the same for every try to send this blob, so that a retry after a
 * lost answer is not stored twice.
 */
function recordingId(recording: Blob): string {
  let id = ids.get(recording);
  if (id === undefined) {
    id = newUuid();
    ids.set(recording, id);
  }
  return id;
}

async function send(
  recording: Blob,
  {
    signal,
    onProgress,
    id = recordingId(recording),
    ownerId = null,
    timeout = UPLOAD_TIMEOUT_SECONDS,
    stall,
    config = backendConfig(),
  }: UploadOptions,
): Promise<{ audioUrl: string }> {
  const form = new FormData();
  form.append('id', id);
  form.append('owner', ownerSecret());
  // One type for all: the backend checks the bytes.
  form.append('file', recording.slice(0, recording.size, 'audio/mp3'), 'recording.mp3');
  const headers = { Authorization: `Bearer ${await bearer(config, ownerId)}`, apikey: config.key };
  const { status, answer, retryAfter } = await sendWithProgress(
    `${config.url}/functions/v1/upload-audio`,
    headers,
    form,
    { signal, onProgress, ...(stall === undefined ? { timeout } : { stall }) },
  );
  if (status === 200 && answer?.['success'] === true && typeof answer['audioUrl'] === 'string') {
    onProgress?.(1);
    return { audioUrl: answer['audioUrl'] };
  }
  throw failureOf(status === 200 ? 'server' : codeOfStatus(status), { status, answer, retryAfter });
}

/*
 * Rows store a recording's path in the bucket `audio`; the app uses the URL under which it plays. Converts between the
 * two.
 */

const URL_PATH =
  /^(?:https?:\/\/[^/\s]+)?\/storage\/v1\/object\/public\/audio\/([A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*)$/;

/** The path of a recording in storage; null for any other URL. */
export function audioPathOf(url: string): string | null {
  return url.length <= 500 ? (URL_PATH.exec(url)?.[1] ?? null) : null;
}

/**
 * The path of a recording in storage.
 * @throws BackendError `rejected` for any other URL
 */
export function requireAudioPath(url: string, field: string): string {
  const path = audioPathOf(url);
  if (path === null)
    throw new BackendError('rejected', 'This cannot be stored: it is no recording in storage.', { detail: field });
  return path;
}

/** The playback URL of a path or URL in a row; null when there is none. */
export function playbackUrlOf(stored: string | null, config: BackendConfig = backendConfig()): string | null {
  return stored === null ? null : playableUrl(stored, config);
}
