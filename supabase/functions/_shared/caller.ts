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
  // Anything in the form of a JWT may be a member's token; only the auth service can verify it.
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
 * default `cf-connecting-ip`, which the hosted edge network overwrites). Any other header may be forged. In a list,
 * such as `x-forwarded-for`, takes the entry that our outermost proxy appended: number `ACCORD_TRUSTED_HOPS` from the
 * end (default 1). The database counts an IPv6 address by its first 64 bits.
 */
export function addressOf(request: Request, env: ReadEnv): string {
  const entries = (request.headers.get(env('ACCORD_ADDRESS_HEADER') || 'cf-connecting-ip') ?? '').split(',');
  const hops = Math.max(1, Math.trunc(Number(env('ACCORD_TRUSTED_HOPS') ?? 1)) || 1);
  return entries.at(-hops)?.trim() || 'unknown';
}

/**
 * Counts a call of the function with this name (`private.limits`). @throws RequestError 429 `rate_limited` with
 * `Retry-After`.
 */
export type Limiter = (request: Request, scope: string) => Promise<void>;

/** Dependencies of every function. */
export interface FunctionDeps {
  env: ReadEnv;
  service: Service;
  limit: Limiter;
}

/**
 * Counts a call or KiB in the database. @throws RequestError 429 `rate_limited` with `Retry-After` and the given words.
 */
async function count(service: Service, args: { scope: string; address: string | null }, words: string): Promise<void> {
  try {
    await service.rpc('count_call', args);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'PT429')) throw error;
    throw new RequestError(429, 'rate_limited', words, { 'Retry-After': /^\d+/.exec(error.hint ?? '')?.[0] ?? '600' });
  }
}

/** A limiter with its counters in the database, so that a limit holds for any number of instances of a function. */
export function createLimiter(env: ReadEnv, service: Service): Limiter {
  return (request, scope) =>
    count(service, { scope, address: addressOf(request, env) }, 'Too many requests. Please try again later.');
}

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
  const args = { scope: 'upload-bytes', address: addressOf(request, env), weight: Math.ceil(bytes / 1024), ...who };
  await count(service, args, 'Too much was uploaded today. Please try again later.');
}
