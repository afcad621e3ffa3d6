/** Sends a fuzzed call over a real connection: as it is, in chunks, with a wrong length, or torn off in the middle. */
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { PATIENCE_MS } from '../patience.ts';
import type { Body } from './bodies.ts';

export type Manner = 'whole' | 'chunked' | 'tooLong' | 'tooShort' | 'torn';

export interface Call {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body: Body | null;
  manner: Manner;
}

/** The headers of each kind of caller. */
export interface Callers {
  visitor: Record<string, string>;
  member: Record<string, string>;
}

export interface Answer {
  status: number;
  text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Ends the connections that are kept for the next call. */
export const closeConnections = (): void => agent.destroy();

function headersOf(call: Call): Record<string, string> {
  const length = call.body?.bytes.length ?? 0;
  const stated = call.manner === 'tooShort' ? Math.floor(length / 2) : call.manner === 'whole' ? length : length + 1000;
  return {
    ...call.headers,
    ...(call.body?.type ? { 'Content-Type': call.body.type } : {}),
    ...(call.body === null
      ? {}
      : call.manner === 'chunked'
        ? { 'Transfer-Encoding': 'chunked' }
        : { 'Content-Length': String(stated) }),
  };
}

/** Sends over a bare socket, so that Content-Length can be wrong. Null when the connection ended without an answer. */
function sendRaw(port: number, call: Call): Promise<Answer | null> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const late = setTimeout(() => {
      socket.destroy();
      fail(new Error(`No answer within ${PATIENCE_MS} ms.`));
    }, PATIENCE_MS);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (received += chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(late);
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(received)?.[1];
      done(
        status === undefined
          ? null
          : { status: Number(status), text: received.slice(received.indexOf('\r\n\r\n') + 4) },
      );
    });
    const lines = Object.entries({ Host: '127.0.0.1', Connection: 'close', ...headersOf(call) }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.write(`${call.method} ${call.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    if (call.body) socket.write(call.body.bytes);
    // A half-closed socket shows the server that no more bytes come; a torn call closes both sides.
    if (call.manner === 'torn') socket.destroy();
    else socket.end();
  });
}

/** The server's answer; null where the call was torn off before one. */
export function send(port: number, call: Call): Promise<Answer | null> {
  if (call.body !== null && (call.manner === 'tooLong' || call.manner === 'tooShort' || call.manner === 'torn'))
    return sendRaw(port, call);
  return new Promise((done, fail) => {
    const outgoing = httpRequest(
      { host: '127.0.0.1', port, method: call.method, path: call.path, headers: headersOf(call), agent },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          clearTimeout(late);
          done({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
        });
        incoming.on('error', fail);
      },
    );
    const late = setTimeout(() => outgoing.destroy(new Error(`No answer within ${PATIENCE_MS} ms.`)), PATIENCE_MS);
    outgoing.on('error', (error) => {
      clearTimeout(late);
      fail(error);
    });
    outgoing.end(call.body?.bytes);
  });
}

export const manner: fc.Arbitrary<Manner> = fc.oneof(
  { weight: 16, arbitrary: fc.constant('whole' as const) },
  { weight: 2, arbitrary: fc.constantFrom<Manner>('chunked', 'tooShort', 'tooLong', 'torn') },
);
