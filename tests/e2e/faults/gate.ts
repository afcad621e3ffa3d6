import {
  Agent,
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { within } from '../../within.ts';

/** Idle connections stay open longer than any test, ms: closing one at the wrong moment would be another fault. */
const KEEP_ALIVE_MS = 600_000;
/** For the same reason every request to the server has a new connection. */
const ONWARD = new Agent({ keepAlive: false });

/**
 * A gate between the browser and the server: real HTTP on both sides, and a line that can be cut for the service worker, too,
 * whose requests no interception inside the browser meets.
 */
export class Gate {
  readonly #server: Server;
  readonly #port: number;
  #isCut = false;

  constructor(port: number) {
    this.#port = port;
    this.#server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
      if (this.#isCut) request.socket.destroy();
      else this.#forward(request, response);
    });
  }

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await within('the end of the gate', new Promise((resolve) => this.#server.close(resolve)));
  }

  /** From now on every request loses its connection. */
  cut(): void {
    this.#isCut = true;
  }

  /** Everything passes again. */
  heal(): void {
    this.#isCut = false;
  }

  #forward(request: IncomingMessage, response: ServerResponse): void {
    const { method, url, headers } = request;
    const onward = send(
      { agent: ONWARD, host: '127.0.0.1', port: this.#port, method, path: url, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => request.socket.destroy());
    request.on('aborted', () => onward.destroy());
    request.pipe(onward);
  }
}
