/**
 * The caller of a request: the address of the connection, never one from a header, and the site from which the request
 * comes.
 */
import type { IncomingMessage } from 'node:http';

/**
 * Headers in which proxies report the caller; they may be forged. One of them shows that a request came through a
 * proxy.
 */
export const FORWARDING_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'forwarded',
  'via',
] as const;

/** Under any other name a page of a foreign site could be of the app's origin (DNS rebinding). */
const OWN_NAME = /^(localhost|127\.0\.0\.1)$/;

/** True for a request to another host, or of a page of another site. */
export function isCrossSiteRequest({ url, headers }: Request): boolean {
  const { hostname, origin } = new URL(url);
  return !OWN_NAME.test(hostname) || (headers.get('origin') ?? origin) !== origin;
}

/** The caller's network address, an IPv4 address without its IPv6 prefix. */
export const callerOf = ({ socket }: IncomingMessage): string =>
  socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '') ?? 'unknown';

/** The request with the caller's address in `x-real-ip`, which the limits use, and without the headers of proxies. */
export function withCaller(request: Request, caller: string): Request {
  const headers = new Headers(request.headers);
  for (const name of FORWARDING_HEADERS) headers.delete(name);
  headers.set('x-real-ip', caller);
  return new Request(request, { headers, duplex: 'half' } as RequestInit);
}
