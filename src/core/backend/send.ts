import { connection } from '../network/connection.ts';
import { Scope } from '../lifetime/scope.ts';
import { BackendError } from './errors.ts';

interface SendOptions {
  signal?: AbortSignal | undefined;
  /** Share of the bytes sent, 0 to 1. */
  onProgress?: ((done: number) => void) | undefined;
  /** Timeout of the whole request, s; none by default. */
  timeout?: number | undefined;
  /** Timeout without progress, s; none by default. */
  stall?: number | undefined;
}

interface SendResult {
  status: number;
  /** The answer's JSON object, or null. */
  answer: Record<string, unknown> | null;
  /** Seconds, or NaN. */
  retryAfter: number;
}

/**
 * Factor on the timeout while waiting for the answer: buffered bytes still have to travel, and the backend has to work.
 */
const ANSWER_FACTOR = 5;

/**
 * POSTs a body and reports upload progress, which `fetch` cannot.
 *
 * @throws BackendError `timeout`, `network` or `aborted`; any HTTP answer is a result
 */
export function sendWithProgress(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: FormData | Blob | ArrayBuffer,
  { signal, onProgress, timeout, stall }: SendOptions,
): Promise<SendResult> {
  const scope = new Scope();
  return new Promise<SendResult>((resolve, reject) => {
    const cancelError = () => new BackendError('aborted', 'The upload was cancelled.');
    if (signal?.aborted) {
      reject(cancelError());
      return;
    }
    if (connection.cut) {
      reject(new BackendError('network', 'There is no connection.'));
      return;
    }
    const request = new XMLHttpRequest();
    if (signal) scope.listen(signal, 'abort', () => request.abort());

    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'text';
    if (timeout !== undefined)
      scope.timeout(() => {
        reject(new BackendError('timeout', `No answer within ${timeout} s.`));
        request.abort();
      }, timeout * 1000);

    let cancelStall = (): void => {};
    const resetTimer = (factor = 1): void => {
      if (stall === undefined) return;
      cancelStall();
      cancelStall = scope.timeout(
        () => {
          reject(new BackendError('timeout', `Nothing has moved for ${stall * factor} s.`));
          request.abort();
        },
        stall * factor * 1000,
      );
    };
    resetTimer();
    if (onProgress !== undefined || stall !== undefined) {
      scope.listen<ProgressEvent>(request.upload, 'progress', (event) => {
        resetTimer();
        if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
      });
      scope.listen(request.upload, 'load', () => resetTimer(ANSWER_FACTOR));
      scope.listen(request, 'progress', () => resetTimer());
    }
    scope.listen(request, 'abort', () => reject(cancelError()));
    scope.listen(request, 'error', () => reject(new BackendError('network', 'The backend could not be reached.')));
    scope.listen(request, 'load', () => {
      connection.markAnswered();
      resolve({
        status: request.status,
        answer: parseAnswer(request.responseText),
        retryAfter: Number(request.getResponseHeader('Retry-After') ?? Number.NaN),
      });
    });
    request.send(body);
  }).finally(() => scope.dispose());
}

function parseAnswer(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
