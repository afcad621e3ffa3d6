import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { extname, join, resolve, sep } from 'node:path';
import { build, type Plugin } from 'vite';
import { kernels } from '../../workers/ear/build/kernelPlugin.ts';
import { PEERS_FOLDER } from '../engines/process.ts';

/** Builds the page of the bench and serves it as files. */

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** `peer:name` is the module in bench/peers, or an empty one. */
function peerModules(): Plugin {
  const NOTHING = '\0no-peer';
  return {
    name: 'accord:peers',
    enforce: 'pre',
    resolveId(id) {
      if (!id.startsWith('peer:')) return null;
      const name = id.slice('peer:'.length);
      return existsSync(join(PEERS_FOLDER, 'node_modules', name))
        ? this.resolve(name, join(PEERS_FOLDER, 'package.json'))
        : NOTHING;
    },
    load: (id) => (id === NOTHING ? 'export default {};' : null),
  };
}

export interface ServedPage {
  url: string;
  close(): void;
}

/** Address of this machine in its network, or null. */
const lanAddress = (): string | null =>
  Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address ?? null;

/** Builds the page and serves it; `everywhere` opens it to the local network. */
export async function servePage(everywhere: boolean, port = 0): Promise<ServedPage> {
  const outDir = mkdtempSync(join(tmpdir(), 'accord-speed-'));
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: './',
    logLevel: 'error',
    plugins: [peerModules(), kernels()],
    worker: { format: 'es', plugins: () => [peerModules(), kernels()] },
    build: {
      outDir,
      target: 'es2022',
      emptyOutDir: true,
      chunkSizeWarningLimit: 2000,
      rollupOptions: { input: resolve(import.meta.dirname, 'page.html') },
    },
  });
  const server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = join(outDir, path === '/' ? 'page.html' : path);
    if (!file.startsWith(outDir + sep) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response
      .writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' })
      .end(readFileSync(file));
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, everywhere ? '0.0.0.0' : '127.0.0.1', done);
  });
  const address = server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${(everywhere ? lanAddress() : null) ?? '127.0.0.1'}:${taken}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
