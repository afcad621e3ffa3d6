/* A new password ends the other sessions of its account, as on hosted Supabase. The embedded auth service leaves them. */

/** True for an accepted request that sets the password of its member. */
export function setsPassword({ method, url }: Request, body: Uint8Array | null): boolean {
  if (method !== 'PUT' || body === null || !/^\/auth\/v1\/user\/?$/.test(new URL(url).pathname)) return false;
  const { password } = JSON.parse(new TextDecoder().decode(body)) as { password?: unknown };
  return typeof password === 'string';
}

/** The request that ends all sessions of the account but that of a request. */
export function endOfOtherSessions({ url, headers }: Request): Request {
  const named = ['apikey', 'authorization'].map((name) => [name, headers.get(name) ?? ''] as [string, string]);
  return new Request(new URL('/auth/v1/logout?scope=others', url), { method: 'POST', headers: named });
}
