/*
 * A new password ends the other sessions of its account, and the token of a session that is over opens nothing, as on
 * hosted Supabase. The embedded auth service leaves the sessions, and the embedded Storage trusts a token until it
 * expires.
 */

/** True for an accepted request that sets the password of its member. */
export function isPasswordChange({ method, url }: Request, body: Uint8Array | null): boolean {
  if (method !== 'PUT' || body === null || !/^\/auth\/v1\/user\/?$/.test(new URL(url).pathname)) return false;
  const { password } = JSON.parse(new TextDecoder().decode(body)) as { password?: unknown };
  return typeof password === 'string';
}

/** The request that ends all sessions of the account but that of a request. */
export function endOfOtherSessions({ url, headers }: Request): Request {
  const named = ['apikey', 'authorization'].map((name) => [name, headers.get(name) ?? ''] as [string, string]);
  return new Request(new URL('/auth/v1/logout?scope=others', url), { method: 'POST', headers: named });
}

/** Addresses of Storage that are not open to everybody. */
const CLOSED_STORAGE = /^\/storage\/v1\/(?!object\/public\/)/;

/** The request that fails where a call of Storage has the token of a session that is over; null for all other calls. */
export function accountRequest({ url, headers }: Request, apikey: string): Request | null {
  const authorization = headers.get('authorization') ?? '';
  if (!CLOSED_STORAGE.test(new URL(url).pathname) || authorization.split('.').length !== 3) return null;
  return new Request(new URL('/auth/v1/user', url), { headers: { apikey, Authorization: authorization } });
}

export const sessionOverAnswer = (): Response =>
  Response.json(
    { statusCode: '401', error: 'Unauthorized', message: 'This session is over. Please log in again.' },
    { status: 401, headers: { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' } },
  );
