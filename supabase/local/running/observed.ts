/** Counts and logs all requests, and answers those of whoever runs the server: `/healthz`, `/metrics`, `/snapshot`. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Backend } from '../backendContract.ts';
import { apiPolicy, safetyHeaders } from '../../../pwa/hosts/headers.ts';
import type { LogEntry } from '../log.ts';
import type { Health } from './health.ts';
import { createMetrics, METRICS_TYPE } from './metrics.ts';
import { routeOf } from './routeClass.ts';

export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => void;

export interface ObservedOptions {
  check: () => Promise<Health>;
  /** Answers all other requests. */
  inner: NodeHandler;
  /** Names of database functions, tables and edge functions, which may be logged. */
  known: ReadonlySet<string>;
  /** Token for `/metrics`; without one there is no such address. */
  metricsToken?: string | undefined;
  /** For `/snapshot`; null where there is no data folder. */
  snapshot: { secret: string; make: NonNullable<Backend['snapshot']> } | null;
  /** Receives an entry for each request. */
  log?: ((entry: LogEntry) => void) | undefined;
}

/** Whether a request carries the token. Takes as long for each wrong one, whatever its length and its first letters. */
function carries({ headers }: IncomingMessage, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}

function send(response: ServerResponse, status: number, type: string, body: string, more: Record<string, string> = {}) {
  response.writeHead(status, {
    ...safetyHeaders,
    'Content-Security-Policy': apiPolicy,
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...more,
  });
  response.end(body);
}

const sendJson = (response: ServerResponse, status: number, value: unknown, more: Record<string, string> = {}) =>
  send(response, status, 'application/json', `${JSON.stringify(value)}\n`, more);

/** The answer of `/healthz` while the server starts. */
export function sendStarting(response: ServerResponse): void {
  sendJson(response, 503, { status: 'starting' }, { 'Retry-After': '2' });
}

/** The path of a request without its query. */
export const pathOf = ({ url = '/' }: IncomingMessage): string => url.split('?')[0]!;

export function createObserved(options: ObservedOptions): NodeHandler {
  const { check, inner, known, metricsToken, snapshot, log } = options;
  const metrics = createMetrics();
  let copying = false;

  async function answerHealth(response: ServerResponse): Promise<void> {
    const health = await check();
    sendJson(response, health.status === 'ok' ? 200 : 503, health);
  }
  async function answerMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!metricsToken) return send(response, 404, 'text/plain; charset=utf-8', 'Not found');
    if (!carries(request, metricsToken))
      return sendJson(response, 401, { message: 'This needs the token.' }, { 'WWW-Authenticate': 'Bearer' });
    send(response, 200, METRICS_TYPE, metrics.text(await check()));
  }
  async function answerSnapshot(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Says nothing to whoever has no key.
    if (snapshot === null || request.method !== 'POST' || !carries(request, snapshot.secret))
      return send(response, 404, 'text/plain; charset=utf-8', 'Not found');
    if (copying) return sendJson(response, 409, { message: 'another backup is being made.' });
    copying = true;
    try {
      await snapshot.make();
      sendJson(response, 200, {});
    } finally {
      copying = false;
    }
  }

  return (request, response) => {
    const began = performance.now();
    const path = pathOf(request);
    const end = metrics.begin();
    response.once('close', () => {
      const seconds = (performance.now() - began) / 1000;
      const route = routeOf(path, known);
      const { method = 'GET' } = request;
      end(route.class, method, response.statusCode, seconds);
      log?.({
        level: response.statusCode >= 500 ? 'error' : 'info',
        event: 'request',
        route: route.class,
        method: /^[A-Z]{3,7}$/.test(method) ? method : 'other',
        path: route.path,
        status: response.statusCode,
        ms: Math.round(seconds * 1000),
        // The caller left before the answer was complete.
        ...(response.writableFinished ? {} : { broken_off: true }),
      });
    });
    const own =
      path === '/healthz'
        ? answerHealth(response)
        : path === '/metrics'
          ? answerMetrics(request, response)
          : path === '/snapshot'
            ? answerSnapshot(request, response)
            : null;
    if (own === null) return inner(request, response);
    own.catch((error: Error) => {
      console.error(error);
      sendJson(response, 500, { message: error.message });
    });
  };
}
