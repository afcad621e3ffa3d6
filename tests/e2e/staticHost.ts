import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadAppFiles, type AppFiles } from '../../supabase/local/appFiles.ts';
import { isolationHeaders, safetyHeaders } from '../../supabase/local/headers.ts';
import { requestOf, sendResponse } from '../../supabase/local/web.ts';

export interface StaticHost {
  url: string;
  /** Deploys another build in place of the one before, whose files are gone at once. */
  deploy(dist: string): void;
  close(): Promise<void>;
}

/** A host that has nothing but the files of a build, and answers every other path with the page. */
export async function staticHost(dist: string): Promise<StaticHost> {
  const load = (folder: string): AppFiles => loadAppFiles(folder, (html) => html);
  let files = load(dist);
  const server = createServer((incoming, outgoing) => {
    for (const [name, value] of Object.entries({ ...isolationHeaders, ...safetyHeaders })) outgoing.setHeader(name, value);
    const request = requestOf(incoming);
    const { pathname } = new URL(request.url);
    const answer = async (): Promise<Response> => (await files.answer(request, pathname)) ?? (pathname.startsWith('/assets/') ? new Response('Not found', { status: 404 }) : files.answerPage(request));
    answer().then((response) => sendResponse(response, incoming, outgoing)).catch(() => outgoing.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: (folder) => {
      files = load(folder);
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
