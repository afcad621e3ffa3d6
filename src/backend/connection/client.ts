import type { SupabaseClient } from '@supabase/supabase-js';
import { reach } from '../../platform/network/reach.ts';
import { backendConfig } from './config.ts';

/** Local key of the session. */
export const SESSION_STORAGE_KEY = 'sb-accord-auth-token';

let loading: Promise<SupabaseClient> | null = null;

/**
 * The Supabase client, loaded when it is first needed: 50 kB that a visitor who only sings never downloads.
 * A failed download is tried again by the next caller.
 */
export function supabase(): Promise<SupabaseClient> {
  loading ??= (async () => {
    try {
      const { createClient } = await import('@supabase/supabase-js');
      const { url, key } = backendConfig();
      return createClient(url, key, {
        global: { fetch: withTimeout },
        auth: {
          persistSession: true,
          autoRefreshToken: true,
          // No address ever signs anybody in: it may be somebody else's. Mail links carry a one-time token, which a screen redeems.
          detectSessionInUrl: false,
          flowType: 'implicit',
          storageKey: SESSION_STORAGE_KEY,
        },
      });
    } catch (error) {
      loading = null;
      throw error;
    }
  })();
  return loading;
}

let detached = 0;

/**
 * A client of its own that keeps its session in memory and touches neither the page's session nor other tabs: what a
 * link or a password gives is looked at there before it becomes the session of this browser.
 */
export async function createDetachedClient(): Promise<SupabaseClient> {
  const { createClient } = await import('@supabase/supabase-js');
  const { url, key } = backendConfig();
  return createClient(url, key, {
    global: { fetch: withTimeout },
    auth: {
      persistSession: false,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      flowType: 'implicit',
      storageKey: `accord-detached-${++detached}`,
    },
  });
}

/** No answer after this long is a failure, ms: a backend that never answers must not leave a page waiting. */
const TIMEOUT_MS = 20_000;

function withTimeout(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  const answer = reach(input, {
    ...init,
    signal: init.signal && 'any' in AbortSignal ? AbortSignal.any([init.signal, late]) : late,
  });
  return isAuth(input) ? answer.catch(unreachable) : answer.then(withRetryAfter, giveUpWhenLate);
}

/** The client asks again up to three times for what it only reads; after a whole time limit nobody waits for that. */
function giveUpWhenLate(error: unknown): never {
  if (!(error instanceof DOMException) || error.name !== 'TimeoutError') throw error;
  throw Object.assign(new Error(error.message), { name: error.name, code: 'ABORT_ERR' });
}

/**
 * The client hands on a refusal's body but not its headers. A gateway that says in `Retry-After` how long to wait is heard
 * all the same: the seconds stand in `hint`, where our database functions write them.
 */
async function withRetryAfter(answer: Response): Promise<Response> {
  const seconds = answer.headers.get('Retry-After');
  if (answer.status !== 429 || seconds === null) return answer;
  const text = await answer.text();
  const said = parsed(text);
  const body = JSON.stringify({ code: '', message: text, ...said, hint: said['hint'] ?? seconds });
  return new Response(body, {
    status: 429,
    statusText: answer.statusText,
    headers: { 'Content-Type': 'application/json' },
  });
}

function parsed(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}

const isAuth = (input: RequestInfo | URL): boolean =>
  (input instanceof Request ? input.url : String(input)).includes('/auth/v1/');

/**
 * The auth client writes whatever `fetch` rejects with into the console, and then calls it a failure that may be tried
 * again. An answer that is none, with a message, is to it the very same failure, without a word in the console.
 */
function unreachable(error: unknown): Response {
  return { ok: false, message: error instanceof Error ? error.message : 'Failed to fetch' } as unknown as Response;
}
