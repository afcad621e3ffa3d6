/**
 * Accord on a machine of one's own, as docs/hosting.md says: the commands of the guide as processes, and in front of the app the
 * proxy that is its public address.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const GUIDE = readFileSync('docs/hosting.md', 'utf8');

/** The commands of a section of the guide, each on one line. */
export function commandsOf(heading: string): string[] {
  const from = GUIDE.indexOf(`${heading}\n`);
  const block = /```sh\n([\s\S]*?)```/.exec(GUIDE.slice(from))?.[1] ?? '';
  return block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) =>
      line
        .replace(/\s+#.*/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean);
}

/** What a command sets before it: `HOST=127.0.0.1 FROM='A B' npm start`. */
export function settingsIn(command: string): Record<string, string> {
  return Object.fromEntries(
    [...command.matchAll(/([A-Z_]+)=(?:'([^']*)'|(\S+))/g)].map(([, name, quoted, plain]) => [name, quoted ?? plain]),
  ) as Record<string, string>;
}

/** The environment of whoever types the commands, without what this suite sets for itself. */
const shell = (settings: Readonly<Record<string, string>>) => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  ...settings,
});

/** Runs a command of npm to its end; returns what it printed. @throws Error when it fails */
export async function npm(words: readonly string[], settings: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn('npm', ['run', '--silent', ...words], {
    env: shell(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], said, complained] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  if (code !== 0) throw new Error(`npm run ${words.join(' ')} ended with ${code}: ${said}${complained}`);
  return said;
}

export interface Process {
  /** Ends it as a service manager does. */
  stop(): Promise<void>;
}

/** `npm start` with these settings and the build that is there. */
export function npmStart(settings: Readonly<Record<string, string>>): Process {
  const child: ChildProcess = spawn('npm', ['start', '--', '--no-build'], {
    env: shell(settings),
    stdio: ['ignore', 'inherit', 'inherit'],
    // A group of its own: npm does not pass every signal on.
    detached: true,
  });
  const ended = once(child, 'exit');
  return {
    async stop() {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}

export interface Proxy {
  /** The public address. */
  url: string;
  close(): Promise<void>;
}

/** What stands in front: passes everything on to a port, and says who called, as Caddy's `reverse_proxy` does. */
export async function reverseProxy(port: number): Promise<Proxy> {
  const server: Server = createServer((incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress ?? '',
      'x-forwarded-host': incoming.headers.host ?? '',
      'x-forwarded-proto': 'http',
    };
    const onward = ask(
      { host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers },
      (answer) => void answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)),
    );
    onward.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** A port that is free. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((done) => server.close(() => done()));
  return port;
}
