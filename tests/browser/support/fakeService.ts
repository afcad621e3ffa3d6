import { expect } from 'vitest';
import { nextTask, today } from './clock.ts';

/**
 * The auth and REST service as the page's `fetch` reaches it, with the answers and times that a test sets: the app and
 * its client are the real ones, the network is not.
 */
interface Call {
  method: string;
  /** Path and query below the origin. */
  path: string;
  body: Record<string, unknown>;
  /** The bearer token. */
  token: string;
}

export interface FakeService {
  calls: Call[];
  /** Answers calls whose `METHOD path` matches; the newest rule wins. A promise holds the answer back. */
  on(pattern: RegExp, answer: (call: Call) => Response | Promise<Response>): void;
  /** Settles when every call is answered, and no lock of the app is held or requested. */
  answered(): Promise<void>;
  end(): void;
}

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
/** As `fetch` fails without a connection. */
export const noConnection = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

const part = (value: unknown): string =>
  btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');

/** An account's row in the auth service. */
export function userOf(id: string, name = id): Record<string, unknown> {
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: `${name}@example.com`,
    created_at: '2026-01-01T00:00:00Z',
    user_metadata: { liquidName: name },
    app_metadata: {},
    identities: [{ id }],
  };
}

let madeCount = 0;

/** The answer to a sign-in: valid for an hour. */
export function sessionOf(id: string, name = id): Record<string, unknown> {
  const exp = Math.floor(today() / 1000) + 3600;
  return {
    access_token: `${part({ alg: 'none', typ: 'JWT' })}.${part({ sub: id, exp, n: ++madeCount })}.xx`,
    refresh_token: `refresh-${id}-${madeCount}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: exp,
    user: userOf(id, name),
  };
}

/** A row of `profiles`. */
export function profileRow(id: string, name = id): Record<string, unknown> {
  return {
    id,
    email: `${name}@example.com`,
    liquid_name: name,
    profile_photo: null,
    location: null,
    musical_identity: null,
    favorite_notes: [],
    favorite_scents: [],
    scent_mood: null,
    favorite_sound: null,
    preference: null,
    level: 1,
    instagram_handle: null,
    show_instagram: false,
    tiktok_handle: null,
    show_tiktok: false,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  };
}

/** A promise to be settled by hand. */
export function deferred<T>(): { promise: Promise<T>; give: (value: T) => void } {
  let give: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (give = resolve));
  return { promise, give };
}

/** The element that the local server writes into the page. */
export function describeBackend(): void {
  if (document.querySelector('meta[name="accord-backend"]') !== null) return;
  const meta = document.createElement('meta');
  meta.name = 'accord-backend';
  meta.content = JSON.stringify({ url: '', key: 'publishable' });
  document.head.append(meta);
}

/** Takes the page's `fetch` over for calls to the backend until `end`. */
export function fakeService(): FakeService {
  const real = window.fetch.bind(window);
  const rules: { pattern: RegExp; answer: (call: Call) => Response | Promise<Response> }[] = [];
  const calls: Call[] = [];
  let open = 0;
  describeBackend();
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (!/^\/(auth|rest|storage|functions)\/v1\//.test(url.pathname)) return real(input, init);
    const text = await request.text();
    let body: Record<string, unknown> = {};
    try {
      body = JSON.parse(text) as Record<string, unknown>;
    } catch {
      // No JSON: a form, or nothing.
    }
    const call = {
      method: request.method,
      path: `${url.pathname}${url.search}`,
      body,
      token: (request.headers.get('Authorization') ?? '').replace(/^Bearer /, ''),
    };
    calls.push(call);
    const rule = rules.findLast(({ pattern }) => pattern.test(`${call.method} ${call.path}`));
    open++;
    try {
      return rule === undefined ? json({ message: 'Nobody answers this.' }, 404) : await rule.answer(call);
    } finally {
      open--;
    }
  };
  return {
    calls,
    on: (pattern, answer) => void rules.push({ pattern, answer }),
    answered: async () => {
      // Some calls begin in a later task.
      await nextTask();
      await expect
        .poll(async () => {
          const { held = [], pending = [] } = await navigator.locks.query();
          return open + held.length + pending.length;
        })
        .toBe(0);
    },
    end: () => {
      window.fetch = real;
    },
  };
}
