/** Takes the port of the server. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Something about this machine keeps the server from starting; the message names the cause and the remedy. */
export class StartError extends Error {}

/** Listens on this machine alone, and resolves with the port. @throws StartError */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        fail(
          new StartError(
            `Port ${port} is taken. Stop what runs there, or choose another one: PORT=${port + 1} npm start`,
          ),
        );
      else if (error.code === 'EACCES')
        fail(new StartError(`Port ${port} may not be used here. Choose another one: PORT=5173 npm start`));
      else fail(error);
    });
    server.listen(port, '127.0.0.1', () => done((server.address() as AddressInfo).port));
  });
}
