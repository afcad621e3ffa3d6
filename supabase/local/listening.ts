/** Takes the port of the server. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The port is in use. */
export class PortTakenError extends Error {}

/** Resolves with the port. @throws PortTakenError */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        fail(
          new PortTakenError(
            `Port ${port} is taken. Stop what runs there, or choose another one: PORT=${port + 1} npm start`,
          ),
        );
      else if (error.code === 'EACCES')
        fail(new PortTakenError(`Port ${port} may not be used here. Choose another one: PORT=5173 npm start`));
      else fail(error);
    });
    server.listen(port, host, () => done((server.address() as AddressInfo).port));
  });
}
