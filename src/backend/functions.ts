import { reach } from '../platform/reach.ts';
import { backendConfig, type BackendConfig } from './config.ts';
import { BackendError, codeOfStatus } from './errors.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** Seconds until it is given up. */
  timeout?: number;
  /** Access token of the member who calls; the app's own key otherwise. */
  accessToken?: string;
  config?: BackendConfig;
}

/**
 * Calls an edge function with `POST` and returns its answer, `{success: true, ...}`. An object goes out as JSON, a blob as
 * it is; `path` is the function's name, with a query where it takes one.
 *
 * @throws BackendError; `detail` is the function's own code, or `not_json` for an answer that is none.
 */
export async function callFunction(path: string, body: object | Blob, { signal, timeout = 30, accessToken, config = backendConfig() }: CallOptions = {}): Promise<Record<string, unknown>> {
  const late = AbortSignal.timeout(timeout * 1000);
  let response: Response;
  let text: string;
  try {
    response = await reach(`${config.url}/functions/v1/${path}`, {
      method: 'POST',
      headers: {
        apikey: config.key,
        Authorization: `Bearer ${accessToken ?? config.key}`,
        'Content-Type': body instanceof Blob ? body.type || 'application/octet-stream' : 'application/json',
      },
      body: body instanceof Blob ? body : JSON.stringify(body),
      signal: signal && 'any' in AbortSignal ? AbortSignal.any([signal, late]) : late,
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw new BackendError('aborted', 'The request was cancelled.');
    if (late.aborted) throw new BackendError('timeout', `No answer within ${timeout} s.`);
    throw new BackendError('network', 'The backend could not be reached.', { cause: String(error) });
  }
  let answer: Record<string, unknown> | null = null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) answer = value as Record<string, unknown>;
  } catch {
    // told below
  }
  if (response.ok && answer?.['success'] === true) return answer;
  const retryAfter = Number(response.headers.get('Retry-After'));
  throw new BackendError(response.ok ? 'server' : codeOfStatus(response.status), typeof answer?.['error'] === 'string' ? answer['error'] : `The backend answered ${response.status}.`, {
    status: response.status,
    ...(answer === null ? { detail: 'not_json' } : typeof answer['code'] === 'string' ? { detail: answer['code'] } : {}),
    ...(retryAfter > 0 ? { retryAfter } : {}),
  });
}
