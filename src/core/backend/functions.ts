import { bearer } from './bearer.ts';
import { backendConfig, type BackendConfig } from './config.ts';
import { codeOfStatus, failureOf } from './errors.ts';
import { exchange } from './http.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Seconds until it is given up. */
  timeout?: number;
  /** Access token of the calling member; by default that of the current session, else the app's own key. */
  accessToken?: string;
  /** The member on whose behalf the call is made; null for the current member or visitor. */
  ownerId?: string | null;
  config?: BackendConfig;
}

/**
 * Calls an edge function with `POST` and returns its answer, `{success: true, ...}`. Sends an object as JSON and a blob
 * as it is. `path` is the function's name, with an optional query.
 *
 * @throws BackendError; `detail` is the function's own code, or `not_json` for an answer that cannot come from a
 *   function: always a `server` failure, whatever its status
 */
export async function callFunction(
  path: string,
  body: object | Blob,
  { signal, timeout = 30, accessToken, ownerId = null, config = backendConfig() }: CallOptions = {},
): Promise<Record<string, unknown>> {
  const headers = {
    apikey: config.key,
    Authorization: `Bearer ${accessToken ?? (await bearer(config, ownerId))}`,
    'Content-Type': body instanceof Blob ? body.type || 'application/octet-stream' : 'application/json',
  };
  const answered = await exchange(
    `${config.url}/functions/v1/${path}`,
    headers,
    body instanceof Blob ? body : JSON.stringify(body),
    { signal, timeout },
  );
  const { status, retryAfter } = answered;
  const answer =
    typeof answered.body === 'object' && answered.body !== null && !Array.isArray(answered.body)
      ? (answered.body as Record<string, unknown>)
      : null;
  if (status === 200 && answer?.['success'] === true) return answer;
  // A gateway answers 413 and 429 without JSON; any other answer without JSON is not from our functions.
  const code = status < 400 || (answer === null && status !== 413 && status !== 429) ? 'server' : codeOfStatus(status);
  throw failureOf(code, { status, answer, retryAfter });
}
