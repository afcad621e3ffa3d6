import { bearer } from './bearer.ts';
import { backendConfig, type BackendConfig } from './config.ts';
import { BackendError } from './errors.ts';
import { exchange } from './http.ts';
import { queryFailure } from './query.ts';

export interface RpcOptions {
  signal?: AbortSignal | undefined;
  /** Seconds until it is given up. */
  timeout?: number;
  /** The member on whose behalf the call is made; null for the current member or visitor. */
  ownerId?: string | null;
  config?: BackendConfig;
}

/**
 * Calls a database function and returns its answer. Does not need the client library: a visit to a share, or an order
 * from the outbox, needs no client.
 *
 * @throws BackendError; `server` with `not_json` in `detail` for an answer that cannot come from the API
 */
export async function callRpc(
  name: string,
  args: object,
  { signal, timeout = 20, ownerId = null, config = backendConfig() }: RpcOptions = {},
): Promise<unknown> {
  const token = await bearer(config, ownerId);
  const { status, body, isJson, retryAfter } = await exchange(
    `${config.url}/rest/v1/rpc/${name}`,
    { apikey: config.key, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    JSON.stringify(args),
    { signal, timeout },
  );
  if (status === 200 && isJson) return body;
  // A captive portal or a proxy's error page.
  if (!isJson || status < 400)
    throw new BackendError('server', `The backend answered ${status} with something else than JSON.`, {
      status,
      detail: 'not_json',
    });
  const error =
    typeof body === 'object' && body !== null ? (body as { code?: unknown; message?: unknown; hint?: unknown }) : {};
  throw queryFailure(
    {
      message: typeof error.message === 'string' ? error.message : `The backend answered ${status}.`,
      ...(typeof error.code === 'string' ? { code: error.code } : {}),
      // A gateway sends the pause in a header, our functions in the hint.
      ...(typeof error.hint === 'string'
        ? { hint: error.hint }
        : status === 429 && retryAfter > 0
          ? { hint: `${retryAfter} s` }
          : {}),
    },
    status,
  );
}

/** The rows of a function that returns a table. @throws BackendError */
export async function callRows(name: string, args: object, options: RpcOptions = {}): Promise<unknown[]> {
  const rows = await callRpc(name, args, options);
  if (!Array.isArray(rows)) throw new BackendError('server', `${name} gave no rows.`, { detail: 'unreadable_row' });
  return rows;
}
