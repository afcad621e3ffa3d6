/**
 * A hosted project by its one address: the services of the stand-in, and the functions that were deployed to it, in
 * real Deno.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { serveInDeno, type DenoFunction } from '../backend/support/deno.ts';
import type { StandIn } from './standIn.ts';

export interface Project {
  url: string;
  /** `supabase functions deploy`, with the secrets that were set before. */
  deploy(names: readonly string[], secrets: Record<string, string>): Promise<void>;
  close(): Promise<void>;
}

/** Puts a project on a free port of this machine. */
export async function startProject(standIn: StandIn): Promise<Project> {
  const deployed = new Map<string, DenoFunction>();

  async function callFunction(request: Request, name: string, rest: string): Promise<Response> {
    const found = deployed.get(name);
    if (!found) return Response.json({ code: 'NOT_FOUND' }, { status: 404 });
    const { method, headers } = request;
    const body = /^(GET|HEAD)$/.test(method) ? null : await request.arrayBuffer();
    const answer = await fetch(`${found.url}${name}${rest}`, { method, headers, body, redirect: 'manual' });
    const sent = new Headers(answer.headers);
    for (const hop of ['connection', 'content-encoding', 'content-length', 'transfer-encoding']) sent.delete(hop);
    // A project without a custom domain sends no HTML pages.
    if (sent.get('content-type')?.startsWith('text/html')) {
      sent.set('content-type', 'text/plain');
      sent.set('content-security-policy', "default-src 'none'; sandbox");
    }
    return new Response(/^(204|304)$/.test(String(answer.status)) ? null : await answer.arrayBuffer(), {
      status: answer.status,
      headers: sent,
    });
  }

  /** The services, open to pages of other addresses. */
  async function service(request: Request): Promise<Response> {
    const answer = request.method === 'OPTIONS' ? new Response(null, { status: 204 }) : await standIn.fetch(request);
    const asked = request.headers.get('access-control-request-headers');
    answer.headers.set('access-control-allow-origin', '*');
    if (asked !== null) {
      answer.headers.set('access-control-allow-headers', asked);
      answer.headers.set('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
    }
    return answer;
  }

  const server = createServer(
    getRequestListener(
      (request) => {
        const { pathname, search } = new URL(request.url);
        const [, name, rest = ''] = /^\/functions\/v1\/([a-z0-9-]+)(\/.*)?$/.exec(pathname) ?? [];
        return name === undefined ? service(request) : callFunction(request, name, `${rest}${search}`);
      },
      { overrideGlobalObjects: false },
    ),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async deploy(names, secrets) {
      const running = names.map(
        async (name) => [name, await serveInDeno(name, { url, keys: standIn.keys }, secrets)] as const,
      );
      for (const [name, one] of await Promise.all(running)) deployed.set(name, one);
    },
    async close() {
      for (const one of deployed.values()) await one.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
