import { connection } from './connection.ts';

/** `fetch` for our own backend. Without a connection it fails as `fetch` does, but without a word in the console. */
export function reach(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return connection.cut
    ? Promise.reject(new TypeError('Failed to fetch: there is no connection.'))
    : fetch(input, init);
}
