/** Determines the caller's address: that of the connection, or the one that a trusted proxy reports. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Headers in which proxies report the caller; from any other sender they may be forged. */
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

/**
 * An address without brackets, port and IPv4 prefix: `::ffff:10.0.0.1` becomes 10.0.0.1, `[::1]:80` becomes ::1,
 * `10.0.0.1:80` becomes 10.0.0.1; null when the text is no address.
 */
export function plainAddress(text: string): string | null {
  let address = text.trim().replace(/^"(.*)"$/, '$1');
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1];
  if (bracketed) address = bracketed;
  else if (/^\d+\.\d+\.\d+\.\d+:\d+$/.test(address)) address = address.slice(0, address.indexOf(':'));
  address = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '');
  return isIP(address) === 0 ? null : address.toLowerCase();
}

/**
 * The list of `ACCORD_TRUSTED_PROXIES`: addresses and networks (`10.0.0.0/8`), separated by commas or spaces.
 *
 * @throws Error naming the invalid entry.
 */
export function trustedProxies(setting: string | undefined): string[] {
  const entries = (setting ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  for (const entry of entries) {
    const [address = '', bits, ...rest] = entry.split('/');
    const widest = isIP(address) === 6 ? 128 : 32;
    if (
      isIP(address) === 0 ||
      rest.length > 0 ||
      (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= widest))
    ) {
      throw new Error(
        `ACCORD_TRUSTED_PROXIES takes addresses and networks such as 127.0.0.1 or 10.0.0.0/8, not "${entry}".`,
      );
    }
  }
  return entries;
}

function isTrusted(address: string, proxies: readonly string[]): boolean {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [base = '', bits] = proxy.split('/');
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The first address in `X-Forwarded-For`, from the right, that is not a trusted proxy. Entries further left may be forged.
 */
export function forwardedFor(header: string, proxies: readonly string[]): string | null {
  let furthest: string | null = null;
  for (const entry of header.split(',').reverse()) {
    const address = plainAddress(entry);
    if (address === null) return furthest;
    if (!isTrusted(address, proxies)) return address;
    furthest = address;
  }
  return furthest;
}

/** The caller's network address; only a trusted proxy may report another one than the connection's. */
export function callerOf(incoming: IncomingMessage, proxies: readonly string[]): string {
  const peer = plainAddress(incoming.socket.remoteAddress ?? '') ?? 'unknown';
  if (proxies.length === 0 || isIP(peer) === 0 || !isTrusted(peer, proxies)) return peer;
  const header = incoming.headers['x-forwarded-for'];
  const told = typeof header === 'string' ? forwardedFor(header, proxies) : null;
  return told ?? plainAddress(String(incoming.headers['x-real-ip'] ?? '')) ?? peer;
}

/** The request with the caller's address in `x-real-ip`, and without the forwarding headers it came with. */
export function withCaller(request: Request, caller: string): Request {
  const headers = new Headers(request.headers);
  for (const name of FORWARDING_HEADERS) headers.delete(name);
  headers.set('x-real-ip', caller);
  return new Request(request, { headers, duplex: 'half' } as RequestInit);
}
