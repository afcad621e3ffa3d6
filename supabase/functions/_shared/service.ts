/**
 * The service's access to the database and the buckets, over plain HTTP with the secret key. It bypasses row-level
 * security, so only functions use it. Needs no client library: a function starts at once and downloads nothing.
 */

import { SHARED_CACHE } from './sharing.ts';

/** Reads an environment variable: `Deno.env.get`, or a map in Node. */
export type ReadEnv = (name: string) => string | undefined;

export class ServiceError extends Error {
  readonly status: number;
  /** Code of Postgres or PostgREST, such as `23505`, or of the storage. */
  readonly code: string;
  /** Reason that our own database functions add, such as `no_recording`. */
  readonly hint: string | null;

  constructor(status: number, code: string, message: string, hint: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

export interface Service {
  /** Calls a database function. @throws ServiceError */
  rpc<T>(name: string, args: object): Promise<T>;
  /** Stores an object under an unused path. @throws ServiceError */
  upload(bucket: string, path: string, bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<void>;
  /** Bytes of an object. @throws ServiceError */
  read(bucket: string, path: string): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Stores a copy of an object under an unused name.
   * @throws ServiceError, 404 when there is no such object
   */
  copy(bucket: string, from: string, to: string): Promise<void>;
  /** Removes objects; ignores missing ones. @throws ServiceError */
  remove(bucket: string, paths: readonly string[]): Promise<void>;
  /** The user that an access token belongs to; `over` when its session has ended, null when it is no valid token. */
  userOf(accessToken: string): Promise<{ id: string; email: string } | 'over' | null>;
}

/** Auth's codes for a token whose session, or whose account, is gone. */
const ENDED_SESSION_CODES: ReadonlySet<unknown> = new Set(['session_not_found', 'user_not_found']);

/** Newer projects provide named keys as one JSON object, older ones a single variable. */
function allKeys(named: string | undefined): string[] {
  if (!named) return [];
  try {
    return Object.values(JSON.parse(named) as Record<string, unknown>).filter(
      (key): key is string => typeof key === 'string',
    );
  } catch {
    return [];
  }
}

/**
 * The public keys. One names this project in a request; it proves nothing of the caller, since everyone can read it.
 */
export function publicKeys(env: ReadEnv): string[] {
  return [
    env('SUPABASE_ANON_KEY'),
    env('SUPABASE_PUBLISHABLE_KEY'),
    ...allKeys(env('SUPABASE_PUBLISHABLE_KEYS')),
  ].filter((key): key is string => typeof key === 'string' && key.length > 0);
}

/** The secret keys, which bypass row-level security; only the service itself has them. */
export function secretKeys(env: ReadEnv): string[] {
  return [env('SUPABASE_SERVICE_ROLE_KEY'), env('SUPABASE_SECRET_KEY'), ...allKeys(env('SUPABASE_SECRET_KEYS'))].filter(
    (key): key is string => typeof key === 'string' && key.length > 0,
  );
}

/** Base URL of the project for browsers; differs from `SUPABASE_URL` only behind a proxy of your own. */
export function publicBase(env: ReadEnv): string {
  return (env('ACCORD_PUBLIC_URL') ?? env('SUPABASE_URL') ?? '').replace(/\/+$/, '');
}

/**
 * The service of a project, from the variables that every hosted function gets. `send` sends the requests;
 * the embedded backend runs in the same process and needs no network.
 *
 * @throws Error when the URL or the secret key is missing, an error of deployment.
 */
export function createService(env: ReadEnv, send: (request: Request) => Promise<Response> = fetch): Service {
  const base = env('SUPABASE_URL')?.replace(/\/+$/, '');
  const key = secretKeys(env)[0];
  if (!base || !key) throw new Error('SUPABASE_URL and SUPABASE_SERVICE_ROLE_KEY must be set.');
  const anyPublicKey = publicKeys(env)[0] ?? key;
  // A legacy service key is a JWT and goes into both headers; a secret key (`sb_secret_`) is none and must not.
  const auth: Record<string, string> = key.startsWith('sb_')
    ? { apikey: key }
    : { apikey: key, Authorization: `Bearer ${key}` };

  async function call(path: string, init: RequestInit & { headers?: Record<string, string> }): Promise<Response> {
    const response = await send(new Request(`${base}${path}`, { ...init, headers: { ...auth, ...init.headers } }));
    if (response.ok) return response;
    const text = await response.text();
    let body: { statusCode?: unknown; code?: unknown; error?: unknown; message?: unknown; hint?: unknown } = {};
    try {
      body = JSON.parse(text) as typeof body;
    } catch {
      // HTML of a gateway; the status is enough
    }
    // Storage answers 400 to every error and has the real status in the body.
    throw new ServiceError(
      Number(body.statusCode) || response.status,
      String(body.code ?? body.error ?? response.status),
      String(body.message ?? text.slice(0, 200)),
      typeof body.hint === 'string' ? body.hint : null,
    );
  }

  const jsonHeaders = { 'Content-Type': 'application/json' };
  const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

  return {
    async rpc<T>(name: string, args: object): Promise<T> {
      const response = await call(`/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: jsonHeaders,
        body: JSON.stringify(args),
      });
      const text = await response.text();
      return (text === '' ? null : JSON.parse(text)) as T;
    },
    async upload(bucket, path, bytes, contentType) {
      const response = await call(`/storage/v1/object/${bucket}/${encodePath(path)}`, {
        method: 'POST',
        headers: { 'Content-Type': contentType, 'Cache-Control': SHARED_CACHE, 'x-upsert': 'false' },
        body: bytes,
      });
      await response.body?.cancel();
    },
    async read(bucket, path) {
      const response = await call(`/storage/v1/object/${bucket}/${encodePath(path)}`, { method: 'GET' });
      return new Uint8Array(await response.arrayBuffer());
    },
    async copy(bucket, from, to) {
      const response = await call('/storage/v1/object/copy', {
        method: 'POST',
        headers: jsonHeaders,
        body: JSON.stringify({ bucketId: bucket, sourceKey: from, destinationKey: to }),
      });
      await response.body?.cancel();
    },
    async remove(bucket, paths) {
      if (paths.length === 0) return;
      const response = await call(`/storage/v1/object/${bucket}`, {
        method: 'DELETE',
        headers: jsonHeaders,
        body: JSON.stringify({ prefixes: paths }),
      });
      await response.body?.cancel();
    },
    async userOf(accessToken) {
      const response = await send(
        new Request(`${base}/auth/v1/user`, {
          headers: { apikey: anyPublicKey, Authorization: `Bearer ${accessToken}` },
        }),
      );
      if (!response.ok) {
        const refusal = (await response.json().catch(() => null)) as { code?: unknown; error_code?: unknown } | null;
        return ENDED_SESSION_CODES.has(refusal?.error_code ?? refusal?.code) ? 'over' : null;
      }
      const user = (await response.json()) as { id?: unknown; email?: unknown };
      return typeof user.id === 'string'
        ? { id: user.id, email: typeof user.email === 'string' ? user.email : '' }
        : null;
    },
  };
}

/** Public URL of an object in a public bucket. */
export function publicUrl(base: string, bucket: string, path: string): string {
  return `${base}/storage/v1/object/public/${bucket}/${path.split('/').map(encodeURIComponent).join('/')}`;
}
