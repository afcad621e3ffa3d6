import { ownerSecret, underOwnerSecret } from '../../platform/storage/ownerSecret.ts';
import { bearer } from '../connection/bearer.ts';
import { backendConfig, type BackendConfig } from '../connection/config.ts';
import { BackendError, codeOfStatus } from '../connection/errors.ts';
import { recordingId } from './recordingId.ts';
import { sendWithProgress } from '../outbox/send.ts';

/** An interactive upload that has no answer after this long is given up, s. */
export const UPLOAD_TIMEOUT_SECONDS = 30;
/** A later try goes on as long as bytes move: it is given up when none has for this long, s. */
export const UPLOAD_STALL_SECONDS = 60;

export interface UploadOptions {
  signal?: AbortSignal | undefined;
  /** Share of the bytes that have gone out, 0 to 1. */
  onProgress?: ((done: number) => void) | undefined;
  /**
   * Names this recording for the backend (a UUID; by default one that belongs to the blob): sending it again,
   * because the answer was lost, gives the same URL instead of a second copy.
   */
  id?: string;
  /** The member it belongs to; null for whoever is here. */
  ownerId?: string | null;
  /** Seconds until it is given up. */
  timeout?: number;
  /** Instead of `timeout`: seconds without a byte moving until it is given up, see {@link UPLOAD_STALL_SECONDS}. */
  stall?: number | undefined;
  config?: BackendConfig;
}

/**
 * Stores a recording with `POST /functions/v1/upload-audio` and resolves with the URL under which it plays. It belongs
 * to the member who is signed in, else to this device's secret.
 *
 * @throws BackendError `timeout`, `network`, `aborted`, `server`, `rate_limited`, `unauthorized`, or `rejected` with
 * the reason in `detail` (`not_audio`, `too_large`, `empty`, `truncated`).
 */
export function uploadAudio(recording: Blob, options: UploadOptions = {}): Promise<{ audioUrl: string }> {
  return underOwnerSecret(() => send(recording, options));
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
  // One label, whatever is inside: the backend looks at the bytes.
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
  throw new BackendError(
    status === 200 ? 'server' : codeOfStatus(status),
    typeof answer?.['error'] === 'string' ? answer['error'] : `The backend answered ${status} without a reason.`,
    {
      status,
      ...(answer === null
        ? { detail: 'not_json' }
        : typeof answer['code'] === 'string'
          ? { detail: answer['code'] }
          : {}),
      ...(retryAfter > 0 ? { retryAfter } : {}),
    },
  );
}
