import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openAppFiles, type AppFiles } from '#local/http/appFiles.ts';
import { isolationHeaders, safetyHeaders } from '#pwa/hosts/headers.ts';
import { listenerOf } from '#local/http/web.ts';

export interface StaticHost {
  url: string;
  /**
   * Deploys another build in place of the one before, whose files are gone at once. `key` is the page's key of a
   * backend.
   */
  deploy(dist: string, key?: string): void;
  /** From now on nothing is answered. */
  stall(): void;
  close(): Promise<void>;
}

/** A host that has nothing but the files of a build, and answers every other path with the page. */
export async function staticHost(dist: string): Promise<StaticHost> {
  const load = (folder: string, key = ''): AppFiles =>
    openAppFiles(folder, (html) =>
      html.replace(
        '</head>',
        `<meta name="accord-backend" content="{&quot;url&quot;:&quot;&quot;,&quot;key&quot;:&quot;${key}&quot;}"></head>`,
      ),
    );
  let files = load(dist);
  let stalled = false;
  const listen = listenerOf((request) => files.fetch(request));
  const server = createServer((incoming, outgoing) => {
    if (stalled) return;
    for (const [name, value] of Object.entries({ ...isolationHeaders, ...safetyHeaders }))
      outgoing.setHeader(name, value);
    listen(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: (folder, key) => {
      files = load(folder, key);
    },
    stall: () => {
      stalled = true;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
