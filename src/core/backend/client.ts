import type { SupabaseClient } from '@supabase/supabase-js';
import { reach } from './http.ts';
import { backendConfig } from './config.ts';

/** Local key of the session. */
export const SESSION_STORAGE_KEY = 'sb-accord-auth-token';

let clientLoad: Promise<SupabaseClient> | null = null;

/**
 * Loads the Supabase client when it is first needed: 50 kB that a visitor who only sings never downloads. The next
 * caller retries a failed download.
 */
export function supabase(): Promise<SupabaseClient> {
  clientLoad ??= (async () => {
    try {
      return await clientKeeping({ persistSession: true, autoRefreshToken: true, storageKey: SESSION_STORAGE_KEY });
    } catch (error) {
      clientLoad = null;
      throw error;
    }
  })();
  return clientLoad;
}

/** The access token of the session, renewed when it is due; null when no member is signed in. */
export async function accessToken(): Promise<string | null> {
  const client = await supabase();
  const { data } = await client.auth.getSession();
  return data.session?.access_token ?? null;
}

let detached = 0;

/**
 * A separate client that keeps its session in memory and does not touch the page's session or other tabs. Sessions of
 * links and passwords are checked in it before they become the session of this browser.
 */
export function createDetachedClient(): Promise<SupabaseClient> {
  return clientKeeping({ persistSession: false, autoRefreshToken: false, storageKey: `accord-detached-${++detached}` });
}

/** Storage of a client's session. */
interface Keeping {
  persistSession: boolean;
  autoRefreshToken: boolean;
  storageKey: string;
}

async function clientKeeping(keeping: Keeping): Promise<SupabaseClient> {
  const { createClient } = await import('@supabase/supabase-js');
  const { url, key } = backendConfig();
  return createClient(url, key, {
    global: { fetch: fetchWithTimeout },
    // Never sign in by URL: it may belong to another person. Mail links carry a one-time token, which a screen redeems.
    auth: { ...keeping, detectSessionInUrl: false, flowType: 'implicit' },
  });
}

/** Timeout of a request, ms: a backend that never answers must not leave a page waiting. */
const TIMEOUT_MS = 20_000;

function fetchWithTimeout(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const answer = reach(input, {
    ...init,
    signal: init.signal && 'any' in AbortSignal ? AbortSignal.any([init.signal, late]) : late,
  });
  return isAuth(input) ? answer.catch(unreachableResponse) : answer.then(withRetryAfter, giveUpWhenLate);
}

/** Stops the client's retries of reads (up to three) after a timeout. */
function giveUpWhenLate(error: unknown): never {
  if (!(error instanceof DOMException) || error.name !== 'TimeoutError') throw error;
  throw Object.assign(new Error(error.message), { name: error.name, code: 'ABORT_ERR' });
}

/**
 * The client passes on the body of an error but not its headers. Copies the seconds of a gateway's `Retry-After` into
 * `hint`, where our database functions write them.
 */
async function withRetryAfter(answer: Response): Promise<Response> {
  const seconds = answer.headers.get('Retry-After');
  if (answer.status !== 429 || seconds === null) return answer;
  const text = await answer.text();
  const details = parseAnswer(text);
  const body = JSON.stringify({ code: '', message: text, ...details, hint: details['hint'] ?? seconds });
  return new Response(body, {
    status: 429,
    statusText: answer.statusText,
    headers: { 'Content-Type': 'application/json' },
  });
}

function parseAnswer(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}

const isAuth = (input: RequestInfo | URL): boolean =>
  (input instanceof Request ? input.url : String(input)).includes('/auth/v1/');

/**
 * The auth client logs every rejection of `fetch` to the console and treats it as retriable. A response that is not
 * `ok` and has a message is treated the same, but not logged.
 */
function unreachableResponse(error: unknown): Response {
  return { ok: false, message: error instanceof Error ? error.message : 'Failed to fetch' } as unknown as Response;
}
