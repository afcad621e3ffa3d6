import { BackendError } from './errors.ts';

export interface SendOptions {
  signal?: AbortSignal | undefined;
  /** Share of the bytes that have gone out, 0 to 1. */
  onProgress?: ((done: number) => void) | undefined;
  /** Seconds until it is given up. */
  timeout: number;
}

export interface Sent {
  status: number;
  /** The answer's JSON object, or null when it is none. */
  answer: Record<string, unknown> | null;
  /** Seconds, or NaN. */
  retryAfter: number;
}

/**
 * POSTs a body and tells how much of it has gone out, which `fetch` cannot.
 *
 * @throws BackendError `timeout`, `network` or `aborted`; any HTTP answer is a result.
 */
export function sendWithProgress(url: string, headers: Readonly<Record<string, string>>, body: FormData | Blob | ArrayBuffer, { signal, onProgress, timeout }: SendOptions): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const cancelled = () => new BackendError('aborted', 'The upload was cancelled.');
    if (signal?.aborted) {
      reject(cancelled());
      return;
    }
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    signal?.addEventListener('abort', cancel, { once: true });
    const on = (type: 'abort' | 'timeout' | 'error' | 'load', finish: () => void) =>
      request.addEventListener(type, () => {
        signal?.removeEventListener('abort', cancel);
        finish();
      });

    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'text';
    request.timeout = timeout * 1000;
    if (onProgress) {
      request.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
      });
    }
    on('abort', () => reject(cancelled()));
    on('timeout', () => reject(new BackendError('timeout', `No answer within ${timeout} s.`)));
    on('error', () => reject(new BackendError('network', 'The backend could not be reached.')));
    on('load', () => resolve({ status: request.status, answer: parsed(request.responseText), retryAfter: Number(request.getResponseHeader('Retry-After') ?? Number.NaN) }));
    request.send(body);
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
