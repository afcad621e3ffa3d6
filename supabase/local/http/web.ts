/** Between Node's HTTP and the web's `Request` and `Response`, in which everything behind it is written. */
import type { IncomingMessage, ServerResponse } from 'node:http';

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

/** A body whose sender is silent this long is given up, ms. How long a body takes as a whole is nobody's business. */
const STALL_MS = 60_000;

/** A refused body up to this size is still taken in, so that its sender gets to read why; bytes. */
const DRAINED_BYTES = 64 * 1024 * 1024;

function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let forget = () => {};
  let listen = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let stalled: NodeJS.Timeout | undefined;
      // Only while somebody reads: a body that waits for its turn is not its sender's fault.
      listen = () => {
        clearTimeout(stalled);
        stalled = setTimeout(
          () => fail(new BadRequest(408, 'Nothing more of the request arrived. Please try again.')),
          STALL_MS,
        );
        incoming.resume();
      };
      const take = (chunk: Buffer) => {
        clearTimeout(stalled);
        controller.enqueue(new Uint8Array(chunk));
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
        else listen();
      };
      const close = () => {
        forget();
        // A connection that ends before its body is a body cut off, whatever its beginning says.
        if (incoming.complete) controller.close();
        else controller.error(new Error('The connection ended before the body.'));
      };
      const fail = (error: Error) => {
        forget();
        controller.error(error);
      };
      incoming.on('data', take).on('end', close).on('close', close).on('error', fail);
      incoming.pause();
      forget = () => {
        clearTimeout(stalled);
        incoming
          .off('data', take)
          .off('end', close)
          .off('close', close)
          .off('error', fail)
          .on('error', () => {});
      };
    },
    pull: () => listen(),
    // Not destroyed: the answer still has to go out on this connection.
    cancel: () => forget(),
  });
}

/** Where the request goes: path and query at the host that it names. */
function addressOf(incoming: IncomingMessage): URL {
  const host = incoming.headers.host ?? 'localhost';
  let target = incoming.url ?? '/';
  try {
    // The absolute form is for proxies; its path is what is asked for here (RFC 9112 §3.2.2).
    if (/^https?:\/\//i.test(target)) target = `${new URL(target).pathname}${new URL(target).search}`;
    if (!target.startsWith('/') || !/^[\w.-]+(:\d{1,5})?$|^\[[\da-fA-F:.]+\](:\d{1,5})?$/.test(host))
      throw new Error('no address');
    // Put together as text: a path that begins with two slashes would otherwise become the host.
    return new URL(`http://${host}${target}`);
  } catch {
    throw new BadRequest(400, 'The request names no address that this server has.');
  }
}

/** The request as the web has it. @throws BadRequest for an address that is none, or a method the web does not have. */
export function requestOf(incoming: IncomingMessage): Request {
  const url = addressOf(incoming);
  const method = incoming.method ?? 'GET';
  if (method === 'TRACE' || method === 'CONNECT' || method === 'TRACK')
    throw new BadRequest(405, 'Method not allowed', { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' });
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2)
    headers.append(incoming.rawHeaders[i]!, incoming.rawHeaders[i + 1]!);
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers });
  return new Request(url, { method, headers, body: bodyOf(incoming), duplex: 'half' } as RequestInit);
}

/** Reads and forgets what is left of a body, within reason; true when the connection can go on. */
async function drained(incoming: IncomingMessage): Promise<boolean> {
  if (incoming.complete || incoming.destroyed) return incoming.complete;
  const length = Number(incoming.headers['content-length'] ?? 0);
  if (length > DRAINED_BYTES) return false;
  let left = DRAINED_BYTES;
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

/** Sends an answer; the headers that are already set on `outgoing` stay unless the answer has its own. */
export async function sendResponse(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const keep = await drained(incoming);
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  if (!keep) outgoing.setHeader('connection', 'close');
  if (incoming.method === 'HEAD' || !response.body) {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done || outgoing.destroyed) break;
    if (!outgoing.write(value)) await new Promise<void>((go) => outgoing.once('drain', go).once('close', go));
  }
  if (outgoing.destroyed) await reader.cancel().catch(() => undefined);
  outgoing.end();
}
