import { backendConfig, type BackendConfig } from './config.ts';
import { BackendError, codeOfStatus } from './errors.ts';
import { recordingId } from './recordingId.ts';
import { sendWithProgress } from './send.ts';

/** An upload that has no answer after this long is given up, s. */
export const UPLOAD_TIMEOUT_SECONDS = 30;

export interface UploadOptions {
  signal?: AbortSignal;
  /** Share of the bytes that have gone out, 0 to 1. */
  onProgress?: (done: number) => void;
  /**
   * Names this recording for the backend (a UUID; by default one that belongs to the blob): sending it again,
   * because the answer was lost, gives the same URL instead of a second copy.
   */
  id?: string;
  /** Seconds until it is given up. */
  timeout?: number;
  config?: BackendConfig;
}

/**
 * Stores a recording with `POST /functions/v1/upload-audio` and resolves with the URL under which it plays.
 *
 * @throws BackendError `timeout`, `network`, `aborted`, `server`, `rate_limited`, `unauthorized`, or `rejected` with
 * the reason in `detail` (`not_audio`, `too_large`, `empty`, `truncated`).
 */
export async function uploadAudio(recording: Blob, { signal, onProgress, id = recordingId(recording), timeout = UPLOAD_TIMEOUT_SECONDS, config = backendConfig() }: UploadOptions = {}): Promise<{ audioUrl: string }> {
  const form = new FormData();
  form.append('id', id);
  // The label the specification asks for, whatever is inside: the backend looks at the bytes.
  form.append('file', new Blob([recording], { type: 'audio/mp3' }), 'recording.mp3');
  const headers = { Authorization: `Bearer ${config.key}`, apikey: config.key };
  const { status, answer, retryAfter } = await sendWithProgress(`${config.url}/functions/v1/upload-audio`, headers, form, { signal, onProgress, timeout });
  if (status === 200 && answer?.['success'] === true && typeof answer['audioUrl'] === 'string') {
    onProgress?.(1);
    return { audioUrl: answer['audioUrl'] };
  }
  throw new BackendError(status === 200 ? 'server' : codeOfStatus(status), typeof answer?.['error'] === 'string' ? answer['error'] : `The backend answered ${status} without a reason.`, {
    status,
    ...(typeof answer?.['code'] === 'string' ? { detail: answer['code'] } : {}),
    ...(retryAfter > 0 ? { retryAfter } : {}),
  });
}
