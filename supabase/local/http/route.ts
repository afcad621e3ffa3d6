/** Routes requests to the API, the functions, share pages, the mailbox, and otherwise the app's files. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Hono, type Context } from 'hono';
import { etag } from 'hono/etag';
import type { ViteDevServer } from 'vite';
import { networkOf } from '../../functions/_shared/caller.ts';
import { SHARE_TARGET_PATH, SHARED_PARAMETER } from '../../../service-worker/protocol.ts';
import { callerOf, withCaller } from './addresses.ts';
import type { AppFiles } from './appFiles.ts';
import type { AuthLimiter } from '../auth/authLimits.ts';
import type { Backend } from '../backendContract.ts';
import type { Bodies } from './bodies.ts';
import type { createCrowd } from './crowd.ts';
import type { Functions } from '../functions.ts';
import {
  apiPolicy,
  devPolicy,
  isolationHeaders,
  objectPolicy,
  safetyHeaders,
  appPolicy,
  type PolicyEnv,
} from '../../../pwa/hosts/headers.ts';
import { answerMailbox, mayReadMailbox } from '../mail/mailbox.ts';
import { withKnown, withRange } from './range.ts';
import { MAX_BODY_BYTES, MAX_JSON_BYTES, tooLargeAnswer } from './requestQueue.ts';
import { LIVE_PATH, type RoomEvents } from '../rooms/roomEvents.ts';
import { createShareCache } from './shareCache.ts';
import { listenerOf } from './web.ts';

/** Functions that may change or withdraw the page of a share. */
const CHANGES_SHARES: ReadonlySet<string> = new Set([
  'withdraw-share',
  'forget-device',
  'delete-account',
  'share-image',
  'cleanup-recordings',
]);

export interface Parts {
  backend: Backend | null;
  /** The news of rooms; null with a hosted project. */
  rooms: RoomEvents | null;
  functions: Functions | null;
  files: AppFiles | null;
  vite: ViteDevServer | null;
  limits: AuthLimiter;
  bodies: Bodies;
  crowd: ReturnType<typeof createCrowd>;
  /** Proxies whose report of the caller's address is trusted. */
  trustedProxies: readonly string[];
  /** Whether `/mailbox` exists. */
  mailbox: boolean;
  /** Sites for the content security policy. */
  policyEnv: PolicyEnv;
}

/** Paths that decide the content security policy; Vite handles none of them. */
const BACKEND_PATH = /^\/(auth|rest|storage)\/v1(\/|$)/;
const FUNCTION_PATH = /^\/functions\/v1\/[a-z0-9-]+(\/|$)/;
const SHARE_PATH = /^\/share\/[^/]+\/?$/;
const MAILBOX_PATH = /^\/mailbox(\.json)?$/;
const API_PATHS = [BACKEND_PATH, FUNCTION_PATH, MAILBOX_PATH, LIVE_PATH];
const OBJECT_PATH = /^\/storage\/v1\/object\/(public|sign|authenticated)\//;
const PAGE_FUNCTION = /^\/functions\/v1\/share-page(\/|$)/;

const plain = (status: number, words: string, headers: Record<string, string> = {}) =>
  new Response(words, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });

export function createRoute(parts: Parts): (request: IncomingMessage, response: ServerResponse) => void {
  const { backend, rooms, functions, files, vite } = parts;
  const pagePolicy = vite ? devPolicy(parts.policyEnv) : appPolicy(parts.policyEnv, files?.page);

  /** The content security policy for a path. */
  function policyOf(path: string): string {
    if (backend === null || PAGE_FUNCTION.test(path)) return pagePolicy;
    if (OBJECT_PATH.test(path)) return objectPolicy;
    return API_PATHS.some((paths) => paths.test(path)) ? apiPolicy : pagePolicy;
  }

  // Route by undecoded paths; each handler decodes its own.
  const app = new Hono<{ Bindings: { incoming: IncomingMessage } }>({ getPath: ({ url }) => new URL(url).pathname });
  app.onError((error) => {
    throw error;
  });
  /** The caller, and the request with the caller's address in it. */
  const from = (c: Context<{ Bindings: { incoming: IncomingMessage } }>) => {
    const caller = callerOf(c.env.incoming, parts.trustedProxies);
    return { caller, request: withCaller(c.req.raw, caller) };
  };
  if (backend) {
    app.all('/:service{auth|rest|storage}/v1/*', (c) => {
      const { caller, request } = from(c);
      const most = c.req.param('service') === 'storage' ? MAX_BODY_BYTES : MAX_JSON_BYTES;
      return parts.limits(request, caller, (allowed) =>
        parts.bodies(
          allowed,
          async (whole) => {
            if (Number(whole.headers.get('content-length') ?? 0) > most) return tooLargeAnswer();
            const answer = await backend.fetch(whole);
            await rooms?.answered(c.req.path, answer);
            return withRange(whole, withKnown(whole, answer));
          },
          networkOf(caller),
          most,
        ),
      );
    });
    app.all('/:page{mailbox(?:\\.json)?}', (c) =>
      parts.mailbox && mayReadMailbox(c.env.incoming, new URL(c.req.url))
        ? answerMailbox(c.req.raw, backend.mails)
        : plain(404, 'Not found'),
    );
  }
  if (functions) {
    const shares = files && createShareCache(functions.sharePage, files.pageOf);
    app.all('/functions/v1/:name{[a-z0-9-]+}/*', async (c) => {
      const name = c.req.param('name');
      const { caller, request } = from(c);
      const answer = await parts.bodies(request, functions.handler(name), networkOf(caller));
      if (c.req.method === 'POST' && CHANGES_SHARES.has(name)) shares?.clear();
      await rooms?.answered(c.req.path, answer);
      return answer;
    });
    const sharePage = shares?.answer ?? functions.sharePage;
    for (const path of ['/share/:id', '/share/:id/']) app.all(path, etag(), (c) => sharePage(from(c).request));
  }
  // Meant for the service worker. If the browser has removed that, the create screen reports that nothing arrived.
  app.post(SHARE_TARGET_PATH, (c) => c.redirect(`/create?${SHARED_PARAMETER}`, 303));
  app.get('*', etag(), async (c) => {
    if (!files) return plain(404, 'Not found');
    const { raw, path } = c.req;
    const file = await files.answer(raw, decodedPath(path));
    if (file) return file;
    // A missing script must not be answered with the page: the browser would report a misleading type error.
    if (/\.[a-z0-9]{1,8}$/i.test(path) && !/text\/html/.test(c.req.header('accept') ?? ''))
      return plain(404, 'Not found');
    return files.answerPage(raw);
  });
  app.all('*', () => plain(405, 'Method not allowed', { Allow: 'GET, HEAD' }));
  const listen = listenerOf((request, incoming) => app.fetch(request, { incoming }));

  return (request, response) => {
    const path = (request.url ?? '/').split('?')[0]!;
    for (const [name, value] of Object.entries({
      ...isolationHeaders,
      ...safetyHeaders,
      'Content-Security-Policy': policyOf(path),
    }))
      response.setHeader(name, value);
    const ours = backend && (SHARE_PATH.test(path) || API_PATHS.some((paths) => paths.test(path)));
    if (vite && !ours) return vite.middlewares(request, response);
    const caller = networkOf(callerOf(request, parts.trustedProxies));
    // Has limits of its own: who watches stays for hours.
    if (rooms && LIVE_PATH.test(path)) return rooms.answer(request, response, caller);
    const leave = parts.crowd(caller);
    if (leave === null) {
      response.writeHead(429, { 'Retry-After': '5', 'Cache-Control': 'no-store', Connection: 'close' });
      response.end('Too many requests at once.');
      return;
    }
    response.once('close', leave);
    listen(request, response).catch(() => response.destroy());
  };
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
