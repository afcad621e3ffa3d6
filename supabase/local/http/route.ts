/** Routes requests to the API, the functions, share pages, the mailbox, and otherwise the app's files. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Hono, type Context } from 'hono';
import { etag } from 'hono/etag';
import type { ViteDevServer } from 'vite';
import {
  apiPolicy,
  appPolicy,
  devPolicy,
  isolationHeaders,
  objectPolicy,
  safetyHeaders,
  type PolicyEnv,
} from '#pwa/hosts/headers.ts';
import { SHARE_TARGET_PATH, SHARED_PARAMETER } from '#service-worker/protocol.ts';
import type { Backend } from '../backendContract.ts';
import type { Functions } from '../functions.ts';
import { answerMailbox, mayReadMailbox } from '../mail/mailbox.ts';
import { callerOf, isCrossSiteRequest, withCaller } from './addresses.ts';
import type { AppFiles } from './appFiles.ts';
import { withRange } from './range.ts';
import { listenerOf } from './web.ts';

export interface Parts {
  /** Null with a hosted project, as are the functions. */
  backend: Backend | null;
  functions: Functions | null;
  files: AppFiles | null;
  vite: ViteDevServer | null;
  /** True if `/mailbox` exists. */
  mailbox: boolean;
  /** Sites for the content security policy. */
  policyEnv: PolicyEnv;
}

/** Paths that decide the content security policy; Vite handles none of them. */
const BACKEND_PATH = /^\/(auth|rest|storage)\/v1(\/|$)/;
const FUNCTION_PATH = /^\/functions\/v1\/[a-z0-9-]+(\/|$)/;
const SHARE_PATH = /^\/share\/[^/]+\/?$/;
const MAILBOX_PATH = /^\/mailbox(\.json)?$/;
const API_PATHS = [BACKEND_PATH, FUNCTION_PATH, MAILBOX_PATH];
const OBJECT_PATH = /^\/storage\/v1\/object\/(public|sign|authenticated)\//;
const PAGE_FUNCTION = /^\/functions\/v1\/share-page(\/|$)/;

const plain = (status: number, words: string, headers: Record<string, string> = {}) =>
  new Response(words, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });

export function createRoute(parts: Parts): (request: IncomingMessage, response: ServerResponse) => void {
  const { backend, functions, files, vite } = parts;
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
  /** The request with the caller's address in it. */
  const from = (c: Context<{ Bindings: { incoming: IncomingMessage } }>) =>
    withCaller(c.req.raw, callerOf(c.env.incoming));
  // Meant for the service worker. If the browser has removed that, the create screen reports that nothing arrived.
  // A share sheet sends `Origin: null`.
  app.post(SHARE_TARGET_PATH, (c) => c.redirect(`/create?${SHARED_PARAMETER}`, 303));
  app.use((c, next) => {
    if (!isCrossSiteRequest(c.req.raw)) return next();
    return Promise.resolve(plain(403, 'This server answers its own machine and its own pages alone.'));
  });
  if (backend) {
    app.use('/storage/v1/object/*', etag());
    app.all('/:service{auth|rest|storage}/v1/*', async (c) => {
      const request = from(c);
      return withRange(request, await backend.fetch(request));
    });
    app.all('/:page{mailbox(?:\\.json)?}', (c) =>
      parts.mailbox && mayReadMailbox(c.env.incoming)
        ? answerMailbox(c.req.raw, backend.mails)
        : plain(404, 'Not found'),
    );
  }
  if (functions) {
    app.all('/functions/v1/:name{[a-z0-9-]+}/*', (c) => functions.handler(c.req.param('name'))(from(c)));
    for (const path of ['/share/:id', '/share/:id/']) app.all(path, etag(), (c) => functions.sharePage(from(c)));
  }
  app.get('*', (c) => files?.fetch(c.req.raw) ?? plain(404, 'Not found'));
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
    const isBackendPath = backend && (SHARE_PATH.test(path) || API_PATHS.some((paths) => paths.test(path)));
    if (vite && !isBackendPath) return vite.middlewares(request, response);
    listen(request, response).catch(() => response.destroy());
  };
}
