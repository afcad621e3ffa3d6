import { codedError } from '../values/errors.ts';
import { Scope } from '../lifetime/scope.ts';

export interface FetchBytesOptions {
  signal: AbortSignal;
  /** Maximum size, bytes. */
  limit: number;
  /** Timeout without progress, ms. */
  stallMs: number;
  /** Timeout of a body of unknown length, ms: web radio never ends. */
  endlessMs: number;
  /** Bytes received, and the total (null when unknown). */
  onProgress?: (received: number, total: number | null) => void;
}

/**
 * Fetches a whole file from another site, with progress and cancellation: without cookies, up to the limit, and with a
 * timeout for silent senders.
 * @throws CodedError `http` (message 'status text'), `too_large`, `stalled` (no progress, or endless), `web_page` (the
 *   URL is a page), `cancelled`, or `network` (no connection, no such host, or CORS forbids it: browsers do not report
 *   which)
 */
export async function fetchBytes(
  url: URL,
  { signal, limit, stallMs, endlessMs, onProgress }: FetchBytesOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const scope = new Scope();
  const abort = new AbortController();
  let stalled = false;
  let release = (): void => {};
  const waitOn = (): void => {
    release();
    release = scope.timeout(() => {
      stalled = true;
      abort.abort();
    }, stallMs);
  };
  try {
    if (signal.aborted) throw codedError('cancelled', 'The download was given up.');
    scope.listen(signal, 'abort', () => abort.abort());
    waitOn();
    const response = await fetch(url, { signal: abort.signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
    if (!response.ok) throw codedError('http', `${response.status} ${response.statusText}`.trim());
    if (/^\s*(text\/html|application\/xhtml)/i.test(response.headers.get('content-type') ?? ''))
      throw codedError('web_page', 'The address shows a web page.');
    const stated = Number(response.headers.get('content-length') ?? Number.NaN);
    const total = Number.isFinite(stated) && stated > 0 ? stated : null;
    if (total !== null && total > limit) throw codedError('too_large', `The file has ${total} bytes.`);
    if (total === null) {
      scope.timeout(() => {
        stalled = true;
        abort.abort();
      }, endlessMs);
    }
    const chunks: Uint8Array[] = [];
    let received = 0;
    onProgress?.(0, total);
    const reader = response.body?.getReader();
    for (;;) {
      waitOn();
      const value = (await reader?.read())?.value;
      if (value === undefined) break;
      received += value.length;
      if (received > limit) throw codedError('too_large', `The file has more than ${limit} bytes.`);
      chunks.push(value);
      onProgress?.(received, total);
    }
    const bytes = new Uint8Array(received);
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  } catch (error) {
    if (signal.aborted) throw codedError('cancelled', 'The download was given up.');
    if (stalled) throw codedError('stalled', 'The sender fell silent or never ends.');
    if (error instanceof Error) throw codedError('network', 'The address could not be read.', error);
    throw error;
  } finally {
    // Stops an unread body, too.
    abort.abort();
    scope.dispose();
  }
}
