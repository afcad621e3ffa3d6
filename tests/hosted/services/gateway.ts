/** The gateway of a project: it turns keys into tokens and routes paths to the services. */
import type { Pool } from 'pg';
import type { Keys } from '../../../supabase/local/data/dataDir.ts';
import { logOut, userOf } from './members.ts';
import { createObjects } from './objects.ts';
import { claimsOf, tokenOf, type Claims } from '../tokens.ts';

export interface GatewayParts {
  keys: Keys;
  postgrestUrl: string;
  /** Connections as `supabase_auth_admin`, for Auth. */
  auth: Pool;
  /** Connections as `authenticator`, for Storage. */
  storage: Pool;
}

const refusal = (status: number, message: string) => Response.json({ message }, { status });

/** The token of a request, or the one for its key; null when it has neither. */
function tokenIn(request: Request, keys: Keys): string | null {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const key = request.headers.get('apikey') ?? bearer;
  if (bearer && bearer.split('.').length === 3) return bearer;
  if (key === keys.publishable) return tokenOf({ role: 'anon' }, keys.jwtSecret);
  if (key === keys.secret) return tokenOf({ role: 'service_role' }, keys.jwtSecret);
  return null;
}

/** Answers requests to /rest/v1, and to the implemented parts of /auth/v1 and /storage/v1. */
export function createGateway({
  keys,
  postgrestUrl,
  auth,
  storage,
}: GatewayParts): (request: Request) => Promise<Response> {
  const objects = createObjects(storage);
  return async (request) => {
    const url = new URL(request.url);
    const [, service, path = '/'] = /^\/(rest|auth|storage)\/v1(\/.*)?$/.exec(url.pathname) ?? [];
    if (service === undefined) return refusal(404, 'no Route matched with those values');
    const token = tokenIn(request, keys);
    // Objects of public buckets need no key.
    const open = service === 'storage' && path.startsWith('/object/public/');
    if (token === null && !open && request.method !== 'OPTIONS') return refusal(401, 'No API key found in request');
    if (service === 'rest') return toPostgrest(request, `${postgrestUrl}${path}${url.search}`, token);
    const claims: Claims | null = token === null ? { role: 'anon', exp: 0 } : claimsOf(token, keys.jwtSecret);
    if (claims === null) return refusal(403, 'invalid JWT');
    if (service === 'storage') return objects(request, path, claims);
    if (path === '/user' && request.method === 'GET') return userOf(auth, claims.sub, claims['session_id']);
    if (path === '/logout' && request.method === 'POST') return logOut(auth, claims['session_id']);
    return refusal(501, `The stand-in has no Auth: ${path}`);
  };
}

/** Headers that belong to one connection. */
const HOP_HEADERS = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding', 'upgrade'];

async function toPostgrest(request: Request, url: string, token: string | null): Promise<Response> {
  const headers = new Headers(request.headers);
  for (const name of HOP_HEADERS) headers.delete(name);
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  const body = /^(GET|HEAD)$/.test(request.method) ? null : await request.arrayBuffer();
  const answer = await fetch(url, { method: request.method, headers, body });
  const sent = new Headers(answer.headers);
  for (const name of [...HOP_HEADERS, 'content-encoding']) sent.delete(name);
  return new Response(/^(204|304)$/.test(String(answer.status)) ? null : answer.body, {
    status: answer.status,
    headers: sent,
  });
}
