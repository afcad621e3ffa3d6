/** Between Node's HTTP and the web's `Request` and `Response`, in which everything behind it is written. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A refused body up to this size is still taken in, so that its sender gets to read why; bytes. */
const DRAINED_BYTES = 64 * 1024 * 1024;

function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let forget = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const take = (chunk: Buffer) => {
        controller.enqueue(new Uint8Array(chunk));
        if ((controller.desiredSize ?? 0) <= 0) incoming.pause();
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
      forget = () => incoming.off('data', take).off('end', close).off('close', close).off('error', fail).on('error', () => {});
    },
    pull: () => void incoming.resume(),
    // Not destroyed: the answer still has to go out on this connection.
    cancel: () => forget(),
  });
}

/** The request as the web has it. */
export function requestOf(incoming: IncomingMessage): Request {
  const headers = new Headers();
  for (let i = 0; i < incoming.rawHeaders.length; i += 2) headers.append(incoming.rawHeaders[i]!, incoming.rawHeaders[i + 1]!);
  const method = incoming.method ?? 'GET';
  const host = incoming.headers.host ?? 'localhost';
  const url = new URL(incoming.url ?? '/', `http://${host}`);
  if (method === 'GET' || method === 'HEAD' || method === 'TRACE') return new Request(url, { method, headers });
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
export async function sendResponse(response: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
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
