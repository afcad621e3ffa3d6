/** Who answers what: the API, the functions, share pages, the mailbox, and everything else the app's files. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ViteDevServer } from 'vite';
import { SHARE_TARGET_PATH, SHARED_PARAMETER } from '../../../service-worker/protocol.ts';
import { callerOf, withCaller } from './addresses.ts';
import type { AppFiles } from './appFiles.ts';
import type { AuthLimiter } from '../authLimits.ts';
import type { Backend } from '../backend.ts';
import type { Bodies } from './bodies.ts';
import type { Functions } from '../functions.ts';
import {
  apiPolicy,
  devPolicy,
  isolationHeaders,
  objectPolicy,
  safetyHeaders,
  appPolicy,
  type PolicyEnv,
} from './headers.ts';
import { answerMailbox, mayReadMailbox } from '../mailbox.ts';
import { withRange } from './range.ts';
import { BadRequest, requestOf, sendResponse } from './web.ts';

export interface Parts {
  backend: Backend | null;
  functions: Functions | null;
  files: AppFiles | null;
  vite: ViteDevServer | null;
  limits: AuthLimiter;
  bodies: Bodies;
  /** Proxies whose word about the caller's address is taken. */
  trustedProxies: readonly string[];
  /** Whether `/mailbox` exists at all. */
  mailbox: boolean;
  /** Sites that the content security policy has to name. */
  policyEnv: PolicyEnv;
}

const BACKEND_PATH = /^\/(auth|rest|storage)\/v1(\/|$)/;
const FUNCTION_PATH = /^\/functions\/v1\/([a-z0-9-]+)(\/|$)/;
const SHARE_PATH = /^\/share\/[^/]+\/?$/;
const MAILBOX_PATH = /^\/mailbox(\.json)?$/;
const OBJECT_PATH = /^\/storage\/v1\/object\/(public|sign|authenticated)\//;
const PAGE_FUNCTION = /^\/functions\/v1\/share-page(\/|$)/;

const plain = (status: number, words: string, headers: Record<string, string> = {}) =>
  new Response(words, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  });

export function createRoute(parts: Parts): (request: IncomingMessage, response: ServerResponse) => void {
  const { backend, functions, files, vite } = parts;
  const pagePolicy = vite ? devPolicy(parts.policyEnv) : appPolicy(parts.policyEnv);

  /** The policy of what a path answers with. */
  function policyOf(path: string): string {
    if (backend === null || PAGE_FUNCTION.test(path)) return pagePolicy;
    if (OBJECT_PATH.test(path)) return objectPolicy;
    return BACKEND_PATH.test(path) || FUNCTION_PATH.test(path) || MAILBOX_PATH.test(path) ? apiPolicy : pagePolicy;
  }

  /** What does not belong to Vite. */
  async function answer(incoming: IncomingMessage, plainRequest: Request): Promise<Response> {
    const caller = callerOf(incoming, parts.trustedProxies);
    const request = withCaller(plainRequest, caller);
    const url = new URL(request.url);
    if (backend && BACKEND_PATH.test(url.pathname)) {
      return parts.limits(request, caller, (allowed) =>
        parts.bodies(allowed, async (whole) => withRange(whole, await backend.fetch(whole))),
      );
    }
    const name = FUNCTION_PATH.exec(url.pathname)?.[1];
    if (functions && name) return parts.bodies(request, functions.handler(name));
    if (functions && SHARE_PATH.test(url.pathname)) return functions.sharePage(request);
    if (backend && MAILBOX_PATH.test(url.pathname)) {
      return parts.mailbox && mayReadMailbox(incoming, url)
        ? answerMailbox(request, backend.mails)
        : plain(404, 'Not found');
    }
    // Meant for the service worker; where the browser has thrown it away, the create screen says that nothing came.
    if (request.method === 'POST' && url.pathname === SHARE_TARGET_PATH)
      return new Response(null, { status: 303, headers: { Location: `/create?${SHARED_PARAMETER}` } });
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(405, 'Method not allowed', { Allow: 'GET, HEAD' });
    if (!files) return plain(404, 'Not found');
    const file = await files.answer(request, decodedPath(url.pathname));
    if (file) return file;
    // A missing script must not be answered with a page, or the browser reports nonsense about its type.
    if (/\.[a-z0-9]{1,8}$/i.test(url.pathname) && !/text\/html/.test(request.headers.get('accept') ?? ''))
      return plain(404, 'Not found');
    return files.answerPage(request);
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    let response: Response;
    try {
      response = await answer(incoming, requestOf(incoming));
    } catch (error) {
      if (error instanceof BadRequest)
        response = Response.json(
          { message: error.message },
          { status: error.status, headers: { 'Cache-Control': 'no-store', ...error.headers } },
        );
      else {
        // A sender who left before the body was read is no incident, and hears no answer either.
        const left =
          incoming.destroyed && (!incoming.complete || (error as NodeJS.ErrnoException).code === 'ECONNRESET');
        if (!left) console.error(error);
        response = Response.json({ message: 'Something went wrong on our side.' }, { status: 500 });
      }
    }
    await sendResponse(response, incoming, outgoing);
  }

  return (request, response) => {
    const path = (request.url ?? '/').split('?')[0]!;
    for (const [name, value] of Object.entries({
      ...isolationHeaders,
      ...safetyHeaders,
      'Content-Security-Policy': policyOf(path),
    }))
      response.setHeader(name, value);
    const ours =
      backend &&
      (BACKEND_PATH.test(path) || MAILBOX_PATH.test(path) || FUNCTION_PATH.test(path) || SHARE_PATH.test(path));
    if (vite && !ours) vite.middlewares(request, response);
    else serve(request, response).catch(() => response.destroy());
  };
}

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
