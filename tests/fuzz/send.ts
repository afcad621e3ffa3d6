/** Sends a fuzzed call over a real connection: as it is, in chunks, with a wrong length, or torn off in the middle. */
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { WAIT_TIMEOUT_MS } from '#tests/timeouts.ts';
import type { Body } from './bodies.ts';
import { mixed } from './values.ts';

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

function headersOf({ headers, body, manner }: Call): Record<string, string> {
  if (body === null) return headers;
  const length = body.bytes.length;
  const stated = manner === 'tooShort' ? Math.floor(length / 2) : manner === 'whole' ? length : length + 1000;
  return {
    ...headers,
    ...(body.type ? { 'Content-Type': body.type } : {}),
    ...(manner === 'chunked' ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(stated) }),
  };
}

/**
 * The server's answer; null where the connection ended without one. A bare socket, so that Content-Length can be wrong.
 */
export function send(port: number, call: Call): Promise<Answer | null> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const late = setTimeout(() => {
      socket.destroy();
      fail(new Error(`No answer within ${WAIT_TIMEOUT_MS} ms.`));
    }, WAIT_TIMEOUT_MS);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (received += chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(late);
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(received)?.[1];
      const text = received.slice(received.indexOf('\r\n\r\n') + 4);
      if (status !== undefined) done({ status: Number(status), text });
      else if (call.manner === 'whole' || call.manner === 'chunked')
        fail(new Error('The connection ended without an answer.'));
      else done(null);
    });
    const headers = { Host: '127.0.0.1', Connection: 'close', ...headersOf(call) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(`${call.method} ${call.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    const bytes = call.body?.bytes;
    if (bytes && call.manner === 'chunked') {
      const size = bytes.length.toString(16);
      // A chunk without bytes is the end of all.
      if (bytes.length > 0) socket.write(Buffer.concat([Buffer.from(`${size}\r\n`), bytes, Buffer.from('\r\n')]));
      socket.write('0\r\n\r\n');
    } else if (bytes) socket.write(bytes);
    // A half-closed socket shows the server that no more bytes come; a torn call closes both sides.
    if (call.manner === 'torn') socket.destroy();
    else if (call.manner === 'tooLong') socket.end();
  });
}

export const manner: fc.Arbitrary<Manner> = mixed(
  [16, fc.constant('whole' as const)],
  [2, fc.constantFrom<Manner>('chunked', 'tooShort', 'tooLong', 'torn')],
);
