/** Identifies callers and limits their calls: the check of keys and tokens, and the limit per caller. */
import { RequestError } from './http.ts';
import { publicKeys, secretKeys, ServiceError, type ReadEnv, type Service } from './service.ts';

export type Caller = { role: 'anon' } | { role: 'member'; id: string; email: string };

function bearerOf(request: Request): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}

/** Compares in constant time, so that the duration does not reveal how much of a key is right. */
function sameKey(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

/** As {@link requireCaller}; `over` for the token of a session that has ended. */
async function callerOf(request: Request, env: ReadEnv, service: Service): Promise<Caller | 'over'> {
  const bearer = bearerOf(request);
  if (!bearer) throw new RequestError(401, 'unauthorized', 'A bearer key is required.');
  if (publicKeys(env).some((key) => sameKey(key, bearer))) return { role: 'anon' };
  // Anything in the form of a JWT may be a member's token; only the auth service can tell.
  const user = bearer.split('.').length === 3 ? await service.userOf(bearer) : null;
  if (user === null) throw new RequestError(401, 'unauthorized', 'This key is not valid.');
  return user === 'over' ? user : { role: 'member', ...user };
}

/**
 * The caller behind a request: one of our pages with the public key, or a member with an access token.
 * The gateway does not check this, since a publishable key is no JWT.
 *
 * @throws RequestError 401 `unauthorized`.
 */
export async function requireCaller(request: Request, env: ReadEnv, service: Service): Promise<Caller> {
  const caller = await callerOf(request, env, service);
  if (caller === 'over') throw new RequestError(401, 'unauthorized', 'This session is over. Please log in again.');
  return caller;
}

/**
 * As {@link requireCaller}, for functions that need no key: a caller without one is a visitor, as is a member whose
 * session has ended.
 * @throws RequestError 401 for a wrong key
 */
export async function optionalCaller(request: Request, env: ReadEnv, service: Service): Promise<Caller> {
  const caller = request.headers.has('authorization') ? await callerOf(request, env, service) : 'over';
  return caller === 'over' ? { role: 'anon' } : caller;
}

/** The id of the calling member; null for a visitor. */
export function memberOf(caller: Caller): string | null {
  return caller.role === 'member' ? caller.id : null;
}

/** The member behind a request. @throws RequestError 401 `unauthorized`. */
export async function requireMember(
  request: Request,
  env: ReadEnv,
  service: Service,
): Promise<{ id: string; email: string }> {
  const caller = await requireCaller(request, env, service);
  if (caller.role !== 'member') throw new RequestError(401, 'unauthorized', 'Please log in first.');
  return caller;
}

/** True for a call of the service itself. */
export function isService(request: Request, env: ReadEnv): boolean {
  const bearer = bearerOf(request);
  return bearer !== undefined && secretKeys(env).some((key) => sameKey(key, bearer));
}

/** Admits only the service itself. @throws RequestError 401 `unauthorized`. */
export function requireService(request: Request, env: ReadEnv): void {
  if (!isService(request, env)) throw new RequestError(401, 'unauthorized', 'This key is not valid.');
}

/**
 * The caller's network address, from the one header that the proxy in front of us writes (`ACCORD_ADDRESS_HEADER`, by
 * default `cf-connecting-ip`, which the hosted edge network overwrites). Any other header may be forged. In a list, such
 * as `x-forwarded-for`, takes the entry that our outermost proxy appended: number `ACCORD_TRUSTED_HOPS` from the end
 * (default 1).
 */
export function addressOf(request: Request, env: ReadEnv): string {
  const entries = (request.headers.get(env('ACCORD_ADDRESS_HEADER') || 'cf-connecting-ip') ?? '').split(',');
  const hops = Math.max(1, Math.trunc(Number(env('ACCORD_TRUSTED_HOPS') ?? 1)) || 1);
  return networkOf(entries.at(-hops)?.trim() ?? '') || 'unknown';
}

/**
 * One caller: an IPv4 address without its port, or the first 64 bits of an IPv6 one, the usual share of a household.
 */
export function networkOf(entry: string): string {
  const bare = (/^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry)
    .replace(/^::ffff:(?=[\d.]+$)/i, '')
    .split('%')[0]!
    .toLowerCase();
  if (!bare.includes(':')) return bare;
  const [head = '', tail] = bare.split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  if (tail !== undefined)
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after);
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/**
 * The networks that contain a {@link networkOf} address, itself first. Each may make the calls of so many callers, since
 * one party may own many of its addresses. The same as `private.networks_of` in the database.
 */
export function networksOf(network: string): { network: string; callers: number }[] {
  const own = { network, callers: 1 };
  const [a, b, c] = network.split('.');
  if (/^\d+\.\d+\.\d+\.\d+$/.test(network))
    return [own, { network: `${a}.${b}.${c}.0/24`, callers: 4 }, { network: `${a}.${b}.0.0/16`, callers: 32 }];
  const groups = /^([\da-f:]+)::\/64$/
    .exec(network)?.[1]!
    .split(':')
    .map((group) => Number.parseInt(group, 16));
  if (groups?.length !== 4 || groups.some((group) => !(group <= 0xffff))) return [own];
  const of = (bits: number) => {
    const kept = groups.map((group, i) => group & (0xffff << Math.min(16, Math.max(0, 16 * (i + 1) - bits))) & 0xffff);
    return `${kept.map((group) => group.toString(16)).join(':')}::/${bits}`;
  };
  return [own, { network: of(56), callers: 2 }, { network: of(48), callers: 8 }, { network: of(32), callers: 64 }];
}

interface Limit {
  /** Name of the limit, such as `upload-audio`. */
  scope: string;
  /** Calls allowed in one window. */
  hits: number;
  /** Length of the window, s. */
  seconds: number;
  /** Counts only the caller's own address: a withdrawal is never refused because of a neighbour. */
  alone?: boolean;
}

/** Counts a call against a limit. @throws RequestError 429 `rate_limited` with `Retry-After`. */
export type Limiter = (request: Request, limit: Limit) => Promise<void>;

/**
 * A limiter with its counters in the database, so that the limit holds for any number of instances of a function.
 * The address and its networks are stored as salted hashes. `RATE_LIMIT_FACTOR` widens every limit (default 1).
 */
export function createLimiter(env: ReadEnv, service: Service): Limiter {
  const factor = Number(env('RATE_LIMIT_FACTOR') ?? 1) || 1;
  const salt = secretKeys(env)[0] ?? '';
  const hashOf = async (text: string) => {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt}\n${text}`));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  return async (request, limit) => {
    const networks = networksOf(addressOf(request, env)).slice(0, limit.alone ? 1 : undefined);
    const wait = await service.rpc<number>('count_calls', {
      caller_keys: await Promise.all(
        networks.map(async ({ network }) => `${limit.scope}:${await hashOf(`${limit.scope}\n${network}`)}`),
      ),
      max_hits: networks.map(({ callers }) => Math.min(1e9, Math.max(1, Math.round(limit.hits * callers * factor)))),
      window_seconds: limit.seconds,
    });
    if (wait > 0) {
      throw new RequestError(429, 'rate_limited', 'Too many requests. Please try again later.', {
        'Retry-After': String(wait),
      });
    }
  };
}

/** Bytes that one address, and one member or device, may store in a day (`UPLOAD_BYTES_OF_ONE`). */
const BYTES_OF_ONE = 1024 ** 3;
/**
 * Bytes that all together may store in a day (`UPLOAD_BYTES_OF_ALL`). After half of them, only callers that have stored
 * little may store more.
 */
const BYTES_OF_ALL = 64 * 1024 ** 3;

/**
 * Counts the bytes about to be stored, of sounds and pictures alike.
 * @throws RequestError 429 `rate_limited` when they exceed today's limit
 */
export async function countBytes(
  request: Request,
  { env, service }: { env: ReadEnv; service: Service },
  bytes: number,
  who: { member: string | null; owner_secret: string | null },
): Promise<void> {
  const most = (name: string, otherwise: number) => Math.max(1, Number(env(name)) || otherwise);
  try {
    await service.rpc('count_upload', {
      bytes,
      address: addressOf(request, env),
      of_one: most('UPLOAD_BYTES_OF_ONE', BYTES_OF_ONE),
      of_all: most('UPLOAD_BYTES_OF_ALL', BYTES_OF_ALL),
      ...who,
    });
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'PT429')) throw error;
    throw new RequestError(429, 'rate_limited', 'Too much was uploaded today. Please try again later.', {
      'Retry-After': /^\d+/.exec(error.hint ?? '')?.[0] ?? '3600',
    });
  }
}
