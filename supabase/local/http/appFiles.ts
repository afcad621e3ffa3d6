/** The built app: Hono serves the files of its folder, this module the page, which has data of the running server. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { etag } from 'hono/etag';
import { isHostFile } from '#pwa/hosts/hostFiles.ts';
import { StartError } from '../listening.ts';

export interface AppFiles {
  /** The page that serves every route of the app. */
  page: string;
  /** Answers with the file of a path, else with the page; with 404 where a file of the build is gone. */
  fetch(request: Request): Response | Promise<Response>;
}

/**
 * Opens a build. `rewritePage` adds data of the running server to the page.
 *
 * @throws StartError when there is no build.
 */
export function openAppFiles(dist: string, rewritePage: (html: string) => string): AppFiles {
  const index = join(dist, 'index.html');
  if (!existsSync(index))
    throw new StartError(`There is no build in ${dist}. Run npm run build, or start without --no-build.`);
  const page = rewritePage(readFileSync(index, 'utf8'));
  const fileOf = serveStatic({ root: dist });
  const app = new Hono();
  app.use(compress(), etag());
  app.get('*', async (c, next) => {
    const { path } = c.req;
    // Do not serve source maps and the rules for other hosts.
    if (/^\/(index\.html)?$|\.map$/.test(path) || isHostFile(path)) return next();
    const file = await fileOf(c, next);
    if (!(file instanceof Response)) return;
    // Vite puts a content hash into the names of all files in this folder.
    const isImmutable = path.startsWith('/assets/');
    file.headers.set('Cache-Control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    // The legal pages, which a build takes from the owner.
    if (path.endsWith('.md')) file.headers.set('Content-Type', 'text/plain; charset=utf-8');
    return file;
  });
  app.get('*', (c) => {
    // A missing script must not be answered with the page: the browser would report a misleading type error.
    if (/\.[a-z0-9]{1,8}$/i.test(c.req.path) && !/text\/html/.test(c.req.header('accept') ?? ''))
      return c.text('Not found', 404, { 'Cache-Control': 'no-store' });
    return c.html(page, 200, { 'Cache-Control': 'no-cache' });
  });
  return { page, fetch: (request) => app.fetch(request) };
}
