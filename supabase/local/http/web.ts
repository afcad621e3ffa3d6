/**
 * Connects Node's HTTP with the web's `Request` and `Response`. @hono/node-server translates; this module makes
 * sure that the sender of a refused body receives the reason.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';

/** The request cannot be answered; the message goes to its sender. */
export class BadRequest extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Largest refused body that is read to its end, bytes, so that its sender receives the reason. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/**
 * Makes a `Request` of the platform's class.
 * @throws BadRequest for a method that the web does not have
 */
function requestOf(given: Request): Request {
  const { method, url } = given;
  if (method === 'TRACE' || method === 'CONNECT' || method === 'TRACK')
    throw new BadRequest(405, 'Method not allowed', { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' });
  const headers = new Headers([...given.headers]);
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers });
  return new Request(url, { method, headers, body: withoutCancel(given.body!), duplex: 'half' } as RequestInit);
}

/** A body that may be left unread: cancelling it would close the connection before the answer is sent. */
function withoutCancel(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Reads and discards the rest of a body before the answer, within limits; true when the connection can be reused.
 * @hono/node-server does so after the answer, for half a second: on a slow line the sender would see a connection reset
 * instead of the answer.
 */
async function drainBody(incoming: IncomingMessage): Promise<boolean> {
  if (incoming.complete || incoming.destroyed) return incoming.complete;
  if (Number(incoming.headers['content-length'] ?? 0) > MAX_DRAINED_BYTES) return false;
  let left = MAX_DRAINED_BYTES;
  // Earlier readers have stopped; their listeners would pause the body again.
  incoming.removeAllListeners('data');
  return new Promise((done) => {
    const end = (isComplete: boolean) => {
      clearTimeout(late);
      done(isComplete);
    };
    const late = setTimeout(() => end(false), 30_000);
    incoming.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) end(false);
    });
    incoming.on('end', () => end(true)).on('close', () => end(incoming.complete));
    incoming.resume();
  });
}

/** The answer to a failed request. */
function failureAnswer(error: unknown, incoming?: IncomingMessage): Response {
  if (error instanceof BadRequest)
    return Response.json(
      // In the forms of the tables and of the functions.
      { message: error.message, success: false, error: error.message },
      { status: error.status, headers: { 'Cache-Control': 'no-store', ...error.headers } },
    );
  // A sender that disconnected before its body was read is no error, and receives no answer.
  const left = incoming?.destroyed && (!incoming.complete || (error as NodeJS.ErrnoException).code === 'ECONNRESET');
  if (!left) console.error(error);
  return Response.json({ message: 'Something went wrong on our side.' }, { status: 500 });
}

/**
 * Makes Node's listener from a handler of web requests. Headers already set on the outgoing message stay, unless the
 * answer sets them too.
 */
export function listenerOf(
  answer: (request: Request, incoming: IncomingMessage) => Response | Promise<Response>,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  const listen = getRequestListener(
    async (given, { incoming }) => {
      const request = incoming as IncomingMessage;
      let response: Response;
      try {
        response = await answer(requestOf(given), request);
      } catch (error) {
        response = failureAnswer(error, request);
      }
      if (await drainBody(request)) return response;
      const headers = new Headers(response.headers);
      headers.set('Connection', 'close');
      return new Response(response.body, { status: response.status, headers });
    },
    {
      hostname: 'localhost',
      overrideGlobalObjects: false,
      autoCleanupIncoming: false,
      // Only request targets that form no URL end up here.
      errorHandler: () => failureAnswer(new BadRequest(400, 'The request names no address that this server has.')),
    },
  );
  return (incoming, outgoing) => listen(incoming, outgoing) as Promise<void>;
}
