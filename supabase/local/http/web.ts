/**
 * Between Node's HTTP and the web's `Request` and `Response`. @hono/node-server does the translation; added here are the
 * things that it leaves to chance: which hosts are one, how long a silent sender is waited for, and that the sender of a
 * body that is refused gets to read why.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';

/** A request that cannot be answered as it was sent; the words go to its sender. */
export class BadRequest extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** How fast a body has to come: so many bytes in each so many ms. How long it takes as a whole is nobody's business. */
export interface Pace {
  bytes: number;
  ms: number;
}

const SLOWEST: Pace = { bytes: 16 * 1024, ms: 60_000 };

/** A connection on which nothing moves is closed after this long, ms: before its request, and while an answer goes out. */
export const IDLE_MS = 60_000;

/** A refused body up to this size is still taken in, so that its sender gets to read why; bytes. */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024;

/** A body that fails when it comes too slowly while somebody reads it; time in which nobody reads is not its sender's. */
export function patient(body: ReadableStream<Uint8Array>, { bytes, ms }: Pace = SLOWEST): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let left = ms;
  let came = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = reader.read();
        for (;;) {
          const began = Date.now();
          let timer: NodeJS.Timeout | undefined;
          const late = new Promise<null>((done) => (timer = setTimeout(() => done(null), left)));
          const read = await Promise.race([next, late]).finally(() => clearTimeout(timer));
          if (read !== null) {
            left = Math.max(1, left - (Date.now() - began));
            came += read.value?.length ?? 0;
            return read.done ? controller.close() : controller.enqueue(read.value);
          }
          if (came < bytes) throw new BadRequest(408, 'Too little of the request arrived. Please try again.');
          came = 0;
          left = ms;
        }
      },
      // Not cancelled: that would destroy the connection, on which the answer still has to go out.
    },
    { highWaterMark: 0 },
  );
}

/** The request, as one of the platform's own class. @throws BadRequest for a host that is none, or a method the web does not have. */
function requestOf(given: Request, { headers: { host = 'localhost' } }: IncomingMessage): Request {
  // `a,b` is a host by the rules of URLs, and nobody's name.
  if (!/^[\w.-]+(:\d{1,5})?$|^\[[\da-fA-F:.]+\](:\d{1,5})?$/.test(host)) throw noAddress();
  const { method, url } = given;
  if (method === 'TRACE' || method === 'CONNECT' || method === 'TRACK')
    throw new BadRequest(405, 'Method not allowed', { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' });
  const headers = new Headers([...given.headers]);
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers });
  return new Request(url, { method, headers, body: patient(given.body!), duplex: 'half' } as RequestInit);
}

const noAddress = () => new BadRequest(400, 'The request names no address that this server has.');

/**
 * Reads and forgets what is left of a body, within reason, before the answer; true when the connection can go on.
 * @hono/node-server does so after the answer and for half a second: on a slow line the sender would see the connection
 * reset, and not the answer.
 */
async function drained(incoming: IncomingMessage): Promise<boolean> {
  if (incoming.complete || incoming.destroyed) return incoming.complete;
  const length = Number(incoming.headers['content-length'] ?? 0);
  if (length > MAX_DRAINED_BYTES) return false;
  let left = MAX_DRAINED_BYTES;
  // Whoever read the body so far has stopped, and would only pause it again.
  incoming.removeAllListeners('data');
  return new Promise((done) => {
    const end = (whole: boolean) => {
      clearTimeout(late);
      done(whole);
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

/** What the sender of a failed request reads. */
function failureAnswer(error: unknown, incoming?: IncomingMessage): Response {
  if (error instanceof BadRequest)
    return Response.json(
      // In the words of the tables, and of the functions.
      { message: error.message, success: false, error: error.message },
      { status: error.status, headers: { 'Cache-Control': 'no-store', ...error.headers } },
    );
  // A sender who left before the body was read is no incident, and hears no answer either.
  const left = incoming?.destroyed && (!incoming.complete || (error as NodeJS.ErrnoException).code === 'ECONNRESET');
  if (!left) console.error(error);
  return Response.json({ message: 'Something went wrong on our side.' }, { status: 500 });
}

/**
 * Node's listener for what answers web requests. Headers that are already set on the outgoing message stay, unless the
 * answer has its own.
 */
export function listenerOf(
  answer: (request: Request, incoming: IncomingMessage) => Response | Promise<Response>,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  const listen = getRequestListener(
    async (given, { incoming }) => {
      const request = incoming as IncomingMessage;
      // While the server is busy with it a caller may be silent.
      request.socket.setTimeout(0);
      let response: Response;
      try {
        response = await answer(requestOf(given, request), request);
      } catch (error) {
        response = failureAnswer(error, request);
      }
      const whole = await drained(request);
      request.socket.setTimeout(IDLE_MS);
      if (whole) return response;
      const headers = new Headers(response.headers);
      headers.set('Connection', 'close');
      return new Response(response.body, { status: response.status, headers });
    },
    {
      hostname: 'localhost',
      overrideGlobalObjects: false,
      autoCleanupIncoming: false,
      // What is left are targets of which no address can be made.
      errorHandler: () => failureAnswer(noAddress()),
    },
  );
  return (incoming, outgoing) => listen(incoming, outgoing) as Promise<void>;
}
