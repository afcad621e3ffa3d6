import { BackendError } from './errors.ts';
import { connection } from '../network/connection.ts';

/** `fetch` for our own backend. Offline it rejects like `fetch`, but without an error in the console. */
export function reach(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return connection.cut
    ? Promise.reject(new TypeError('Failed to fetch: there is no connection.'))
    : fetch(input, init);
}

interface Exchanged {
  status: number;
  /** The parsed body; undefined when it is not JSON. */
  body: unknown;
  isJson: boolean;
  /** Seconds of the `Retry-After` header, or NaN. */
  retryAfter: number;
}

/**
 * Sends a POST and reads the whole answer.
 *
 * @throws BackendError `timeout`, `network` or `aborted`; any HTTP answer is a result
 */
export async function exchange(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | Blob,
  { signal, timeout }: { signal?: AbortSignal | undefined; timeout: number },
): Promise<Exchanged> {
  const late = AbortSignal.timeout(timeout * 1000);
  let response: Response;
  let text: string;
  try {
    response = await reach(url, {
      method: 'POST',
      headers,
      body,
      signal: signal && 'any' in AbortSignal ? AbortSignal.any([signal, late]) : late,
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw new BackendError('aborted', 'The request was cancelled.');
    if (late.aborted) throw new BackendError('timeout', `No answer within ${timeout} s.`);
    throw new BackendError('network', 'The backend could not be reached.', { cause: String(error) });
  }
  const answer = { status: response.status, retryAfter: Number(response.headers.get('Retry-After') ?? Number.NaN) };
  try {
    return { ...answer, body: JSON.parse(text) as unknown, isJson: true };
  } catch {
    return { ...answer, body: undefined, isJson: false };
  }
}
