import type { BackendConfig } from './config.ts';
import { BackendError } from './errors.ts';

/** Where the auth client keeps its session: without it nobody is signed in, and the client need not be loaded to know. */
const AUTH_PREFIX = 'sb-';

function keepsSession(): boolean {
  try {
    return Object.keys(window.localStorage).some((key) => key.startsWith(AUTH_PREFIX));
  } catch {
    return false;
  }
}

function subjectOf(token: string): string | null {
  try {
    const [, claims = ''] = token.split('.');
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown };
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}

/**
 * The bearer of a call: the access token of whoever is signed in, else the app's own key.
 * @param ownerId the member on whose behalf the call is made; null for whoever is here
 * @throws BackendError `unauthorized` when that member is not the one who is signed in here, so that nothing goes out in another name
 */
export async function bearer(config: BackendConfig, ownerId: string | null = null): Promise<string> {
  const token = keepsSession() ? await (await import('./accessToken.ts')).accessToken().catch(() => null) : null;
  if (ownerId !== null && (token === null || subjectOf(token) !== ownerId))
    throw new BackendError('unauthorized', 'The member who made this is not signed in.');
  return token ?? config.key;
}
