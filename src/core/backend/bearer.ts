import type { BackendConfig } from './config.ts';
import { BackendError } from './errors.ts';
import { accessToken } from './client.ts';

/** Prefix of the auth client's session key. Without a stored session there is no need to load the client. */
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
 * The bearer token of a call: the access token of the signed-in member, else the app's own key.
 * @param ownerId the member on whose behalf the call is made; null for the current member or visitor
 * @throws BackendError `unauthorized` when another member is signed in, so that nothing is sent in the wrong name
 */
export async function bearer(config: BackendConfig, ownerId: string | null = null): Promise<string> {
  const token = keepsSession() ? await accessToken().catch(() => null) : null;
  if (ownerId !== null && (token === null || subjectOf(token) !== ownerId))
    throw new BackendError('unauthorized', 'The member who made this is not logged in.');
  return token ?? config.key;
}
