/**
 * How often passwords, codes and mails may be tried, as the hosted auth service limits it: per caller in windows of five
 * minutes, and beyond that per account, so that many callers together do not guess one password either.
 */

import { networkOf } from '../functions/_shared/caller.ts';

/** Length of every window, ms. */
const WINDOW_MS = 300_000;
/** Windows that are remembered at most, of callers and of accounts each: no number of callers makes that of an account forgotten. */
const MAX_WINDOWS = 50_000;
/** The largest body that any of these calls takes, bytes. */
const MAX_BYTES = 1024 * 1024;

type Kind = 'sign_in' | 'sign_up' | 'refresh' | 'verify' | 'mail';

/** Calls of one caller in a window: the defaults of a hosted project. */
const PER_CALLER: Readonly<Record<Kind, number>> = { sign_in: 30, sign_up: 30, refresh: 150, verify: 30, mail: 30 };
/** Wrong passwords and codes for one account in a window, and mails to it. */
const PER_ACCOUNT: Readonly<Record<Kind, number>> = {
  sign_in: 20,
  sign_up: 10,
  refresh: Infinity,
  verify: 20,
  mail: 10,
};
/** Where only failures count against the account: whoever knows the password is not in the way of herself. */
const ONLY_FAILURES: ReadonlySet<Kind> = new Set(['sign_in', 'verify']);

/** When each window began, ms, and what was counted in it. */
type Windows = Map<string, { start: number; hits: number }>;

export type AuthLimiter = (
  request: Request,
  caller: string,
  answer: (request: Request) => Promise<Response>,
) => Promise<Response>;

/** What kind of call a request is; null when it is not limited. */
function kindOf(request: Request, url: URL): Kind | null {
  if (request.method === 'OPTIONS') return null;
  switch (/^\/auth\/v1\/([a-z]+)\/?$/.exec(url.pathname)?.[1]) {
    case 'token':
      return url.searchParams.get('grant_type') === 'refresh_token' ? 'refresh' : 'sign_in';
    case 'signup':
      return 'sign_up';
    case 'verify':
      return 'verify';
    case 'otp':
    case 'magiclink':
    case 'recover':
    case 'resend':
      return 'mail';
    default:
      return null;
  }
}

/** The account a body names; null when it names none. */
function accountIn(body: Uint8Array): string | null {
  try {
    const { email, phone } = JSON.parse(new TextDecoder().decode(body)) as { email?: unknown; phone?: unknown };
    const account = typeof email === 'string' ? email : phone;
    return typeof account === 'string' && account.length <= 320 ? account.trim().toLowerCase() : null;
  } catch {
    return null;
  }
}

async function readUpTo(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** An answer of the auth service's own form, in the version that the client asked for. */
function refusal(
  request: Request,
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  const version = request.headers.get('x-supabase-api-version');
  const dated = version !== null && version >= '2024-01-01';
  return Response.json(dated ? { code, message } : { code: status, error_code: code, msg: message }, {
    status,
    headers: {
      ...headers,
      'Cache-Control': 'no-store',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'retry-after, x-supabase-api-version',
      ...(dated ? { 'x-supabase-api-version': '2024-01-01' } : {}),
    },
  });
}

/**
 * @param factor widens every limit (`RATE_LIMIT_FACTOR`, default 1)
 * @param now ms since any fixed moment
 */
export function createAuthLimiter(factor = 1, now: () => number = Date.now): AuthLimiter {
  const callers: Windows = new Map();
  const accounts: Windows = new Map();

  /** Counts once; the seconds to wait, 0 when it is within the limit. */
  function count(windows: Windows, key: string, most: number): number {
    const time = now();
    let window = windows.get(key);
    if (!window || window.start + WINDOW_MS <= time) {
      window = { start: time, hits: 0 };
      // Set anew, so that the oldest windows stand first.
      windows.delete(key);
      windows.set(key, window);
      if (windows.size > MAX_WINDOWS) windows.delete(windows.keys().next().value!);
    }
    window.hits++;
    return window.hits > most ? Math.max(1, Math.ceil((window.start + WINDOW_MS - time) / 1000)) : 0;
  }

  return async (request, caller, answer) => {
    const url = new URL(request.url);
    // The service reads a path without its escapes, and none of its addresses needs any: they would pass by the limits.
    if (url.pathname.startsWith('/auth/v1/') && url.pathname.includes('%'))
      return refusal(request, 404, 'not_found', 'There is no such address.');
    const kind = kindOf(request, url);
    if (kind === null) return answer(request);
    const tooMany = (wait: number) =>
      kind === 'mail' || kind === 'sign_up'
        ? refusal(request, 429, 'over_email_send_rate_limit', 'email rate limit exceeded', {
            'Retry-After': String(wait),
          })
        : refusal(request, 429, 'over_request_rate_limit', 'Request rate limit reached', {
            'Retry-After': String(wait),
          });
    const wait = count(callers, `${kind} ${networkOf(caller)}`, PER_CALLER[kind] * factor);
    if (wait > 0)
      return refusal(request, 429, 'over_request_rate_limit', 'Request rate limit reached', {
        'Retry-After': String(wait),
      });

    const body = await readUpTo(request, MAX_BYTES);
    if (body === null) return refusal(request, 413, 'validation_failed', 'The request is too large.');
    const whole = new Request(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.body ? { body } : {}),
    });
    const account = accountIn(body);
    if (account === null) return answer(whole);
    // Counted before the answer is known: many tries at once must not slip past each other.
    const key = `${kind} ${account}`;
    const full = count(accounts, key, PER_ACCOUNT[kind] * factor);
    if (full > 0) return tooMany(full);
    const response = await answer(whole);
    if (response.ok && ONLY_FAILURES.has(kind)) accounts.delete(key);
    return response;
  };
}
