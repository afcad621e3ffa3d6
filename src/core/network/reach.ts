import { connection } from './connection.ts';

/** `fetch` for our own backend. Offline it rejects like `fetch`, but without an error in the console. */
export function reach(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return connection.cut
    ? Promise.reject(new TypeError('Failed to fetch: there is no connection.'))
    : fetch(input, init);
}
