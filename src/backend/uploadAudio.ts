import { backendConfig, type BackendConfig } from './config.ts';
import { BackendError, codeOfStatus } from './errors.ts';
import { recordingId } from './recordingId.ts';

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
 * XMLHttpRequest, because `fetch` cannot say how much has gone out.
 *
 * @throws BackendError `timeout`, `network`, `aborted`, `server`, `rate_limited`, `unauthorized`, or `rejected` with
 * the reason in `detail` (`not_audio`, `too_large`, `empty`, `truncated`).
 */
export function uploadAudio(recording: Blob, { signal, onProgress, id = recordingId(recording), timeout = UPLOAD_TIMEOUT_SECONDS, config = backendConfig() }: UploadOptions = {}): Promise<{ audioUrl: string }> {
  return new Promise((resolve, reject) => {
    const given = () => new BackendError('aborted', 'The upload was cancelled.');
    if (signal?.aborted) {
      reject(given());
      return;
    }
    const form = new FormData();
    form.append('id', id);
    // The label the specification asks for, whatever is inside: the backend looks at the bytes.
    form.append('file', new Blob([recording], { type: 'audio/mp3' }), 'recording.mp3');

    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    signal?.addEventListener('abort', cancel, { once: true });
    const settle = (finish: () => void) => {
      signal?.removeEventListener('abort', cancel);
      finish();
    };

    request.open('POST', `${config.url}/functions/v1/upload-audio`);
    request.setRequestHeader('Authorization', `Bearer ${config.key}`);
    request.setRequestHeader('apikey', config.key);
    request.responseType = 'text';
    request.timeout = timeout * 1000;
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('abort', () => settle(() => reject(given())));
    request.addEventListener('timeout', () => settle(() => reject(new BackendError('timeout', `No answer within ${timeout} s.`))));
    request.addEventListener('error', () => settle(() => reject(new BackendError('network', 'The backend could not be reached.'))));
    request.addEventListener('load', () => settle(() => {
      const answer = parsed(request.responseText);
      if (request.status === 200 && answer?.success === true && typeof answer.audioUrl === 'string') {
        onProgress?.(1);
        resolve({ audioUrl: answer.audioUrl });
        return;
      }
      const retryAfter = Number(request.getResponseHeader('Retry-After'));
      const code = request.status === 200 ? 'server' : codeOfStatus(request.status);
      reject(
        new BackendError(code, typeof answer?.error === 'string' ? answer.error : `The backend answered ${request.status} without a reason.`, {
          status: request.status,
          ...(typeof answer?.code === 'string' ? { detail: answer.code } : {}),
          ...(retryAfter > 0 ? { retryAfter } : {}),
        }),
      );
    }));
    request.send(form);
  });
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
