import {
  Agent,
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { withTimeout } from '#tests/withTimeout.ts';

/** Effect of the gate on the requests of a fault. */
export type GateFault =
  /** Answers with this status instead of the backend; the request goes no further. */
  | { kind: 'status'; status: number }
  /** Takes the request and never answers. */
  | { kind: 'silence' }
  /** Lets the backend do its work, and cuts the line before the answer. */
  | { kind: 'answer lost' }
  /** Cuts every line at once. */
  | { kind: 'down' };

/** Body of a backend's answer with such a status. */
const ERROR_BODIES: Readonly<Record<number, object>> = {
  401: { message: 'JWT expired', code: 'PGRST303', error: 'unauthorized' },
  429: { message: 'Too many requests', error: 'Too many requests. Please wait a moment.' },
  500: { message: 'Something went wrong on our side.' },
};

/** Idle connections stay open longer than any test, ms: closing one at the wrong moment would be another fault. */
const KEEP_ALIVE_MS = 600_000;
/** For the same reason every request to the server has a new connection. */
const SERVER_AGENT = new Agent({ keepAlive: false });

/**
 * A gate between the browser and the server: real HTTP on both sides, with faults in between that no interception
 * inside the browser can make (its cache and its service worker stay as they are). One fault at a time.
 */
export class Gate {
  readonly #server: Server;
  readonly #port: number;
  readonly #silent = new Set<Socket>();
  #fault: { of: RegExp; fault: GateFault } | null = null;
  /** Requests that met the fault. */
  hit = 0;

  constructor(port: number) {
    this.#port = port;
    this.#server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) =>
      this.#pass(request, response),
    );
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.heal();
    this.#server.closeAllConnections();
    await withTimeout('the end of the gate', new Promise((resolve) => this.#server.close(resolve)));
  }

  /** Connections without an answer so far. */
  get silent(): number {
    return this.#silent.size;
  }

  /** From now on requests whose path (with query), or method and path, match meet the fault. */
  break(of: RegExp, fault: GateFault): void {
    this.#fault = { of, fault };
    this.hit = 0;
  }

  /** Lets everything pass again; closes the connections without an answer. */
  heal(): void {
    this.#fault = null;
    for (const socket of this.#silent) socket.destroy();
    this.#silent.clear();
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url = '' } = request;
    const met =
      method !== 'OPTIONS' && (this.#fault?.of.test(url) === true || this.#fault?.of.test(`${method} ${url}`) === true);
    const broken = met ? this.#fault!.fault : null;
    if (broken !== null) this.hit++;
    switch (broken?.kind) {
      case 'down':
        request.socket.destroy();
        return;
      case 'silence':
        request.resume();
        this.#silent.add(request.socket);
        request.socket.once('close', () => this.#silent.delete(request.socket));
        return;
      case 'status':
        request.resume().on('end', () => {
          response.writeHead(broken.status, {
            'Content-Type': 'application/json',
            ...(broken.status === 429 ? { 'Retry-After': '1' } : {}),
          });
          response.end(JSON.stringify(ERROR_BODIES[broken.status] ?? {}));
        });
        return;
      default:
        this.#forward(request, response, broken?.kind === 'answer lost');
    }
  }

  #forward(request: IncomingMessage, response: ServerResponse, lose: boolean): void {
    const { method, url, headers } = request;
    const onward = send(
      { agent: SERVER_AGENT, host: '127.0.0.1', port: this.#port, method, path: url, headers },
      (answer) => {
        if (lose) {
          // The work is done when the answer is whole.
          answer.resume().on('end', () => request.socket.destroy());
          return;
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => request.socket.destroy());
    request.on('aborted', () => onward.destroy());
    request.pipe(onward);
  }
}
